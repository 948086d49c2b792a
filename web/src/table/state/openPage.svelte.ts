/** The page of the table's book that is open: its own buttons open it, and so does a part of the table that leads there. */

class OpenPage {
  page = $state("");
  /** A count of the times that another part of the table has led there: the book comes into sight each time. */
  led = $state(0);

  lead(page: string): void {
    this.page = page;
    this.led += 1;
  }
}

export const openPage = new OpenPage();

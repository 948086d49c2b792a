/** Save something as a file of the person who asks for it. */
export function saved(content: Blob, file: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = file;
  link.click();
  URL.revokeObjectURL(link.href);
}

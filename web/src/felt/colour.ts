/** The class of a chip, which `tokens.css` gives its colours. The usual ones are white 1, red 5, green 25, black 100, purple 500, orange 1000. */
export function colour(value: number): string {
  const dollars = value / 100;
  if (dollars < 1) return "c0";
  if (dollars < 5) return "c1";
  if (dollars < 25) return "c5";
  if (dollars < 100) return "c25";
  if (dollars < 500) return "c100";
  if (dollars < 1000) return "c500";
  return "c1000";
}

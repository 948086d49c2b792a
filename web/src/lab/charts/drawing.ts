/** A chart of the page as an SVG file: it looks the same without the page. */

const STYLES = ["fill", "stroke", "stroke-width", "font-family", "font-size", "font-weight", "text-anchor"] as const;

/** The description of a drawing in its SVG file, with the colours that it has on the page. */
export function drawingOf(svg: SVGSVGElement, title: string): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = [...svg.querySelectorAll("*")];
  [...copy.querySelectorAll("*")].forEach((part, index) => {
    const style = getComputedStyle(originals[index] as Element);
    part.removeAttribute("class");
    for (const name of STYLES) part.setAttribute(name, style.getPropertyValue(name));
  });
  const { width, height } = svg.viewBox.baseVal;
  const ground = document.createElementNS(svg.namespaceURI, "rect");
  for (const [name, value] of Object.entries({ width: "100%", height: "100%", fill: getComputedStyle(svg).getPropertyValue("--panel") })) ground.setAttribute(name, value);
  const words = document.createElementNS(svg.namespaceURI, "title");
  words.textContent = title;
  copy.prepend(words, ground);
  for (const name of ["class", "style", "aria-label"]) copy.removeAttribute(name);
  for (const [name, value] of Object.entries({ width, height })) copy.setAttribute(name, String(value));
  return new XMLSerializer().serializeToString(copy);
}

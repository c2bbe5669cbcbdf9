const SVG = 'http://www.w3.org/2000/svg';

/** Creates an SVG element with attributes and children. */
export function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | number>> = {},
  ...children: readonly Node[]
): SVGElementTagNameMap[Tag] {
  const made = document.createElementNS(SVG, tag);
  setAttributes(made, attributes);
  made.append(...children);
  return made;
}

export function setAttributes(made: Element, attributes: Readonly<Record<string, string | number>>): void {
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
}

/** A number with at most two decimals, for long paths. */
export function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}

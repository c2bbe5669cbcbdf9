const PATHS = {
  /** A camera on its way round. */
  camera: 'M4 8.5h9.5v7H4zM14.5 11l5-2.5v7l-5-2.5zM8 5.5a8 3 0 0 1 8 0M16 18.5a8 3 0 0 1-8 0',
} as const;

/** A line drawing, 24 × 24. */
export function icon(name: keyof typeof PATHS): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  const path = document.createElementNS(space, 'path');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  path.setAttribute('d', PATHS[name]);
  svg.append(path);
  return svg;
}

const SVG = 'http://www.w3.org/2000/svg';
const BIN_WIDTH = 2;
const BAR_WIDTH = 1.5;
const HEIGHT = 14;
/** A single key is to be seen beside hundreds. */
const LEAST_BAR = 5;

/** A picture of where in the motion the keys of a track lie: a bar per stretch of time, higher with more keys. */
export function keyStrip(density: Uint8ClampedArray): SVGSVGElement {
  const strip = document.createElementNS(SVG, 'svg');
  strip.setAttribute('class', 'key-strip');
  strip.setAttribute('viewBox', `0 0 ${density.length * BIN_WIDTH} ${HEIGHT}`);
  strip.setAttribute('preserveAspectRatio', 'none');
  strip.setAttribute('aria-hidden', 'true');
  const bars = document.createElementNS(SVG, 'path');
  bars.setAttribute('d', barsPath(density));
  strip.append(bars);
  return strip;
}

function barsPath(density: Uint8ClampedArray): string {
  const most = Math.max(1, ...density);
  let path = '';
  density.forEach((keys, bin) => {
    if (keys === 0) return;
    const height = LEAST_BAR + (HEIGHT - LEAST_BAR) * Math.sqrt((keys - 1) / Math.max(1, most - 1));
    path += `M${bin * BIN_WIDTH} ${HEIGHT}v-${height.toFixed(1)}h${BAR_WIDTH}V${HEIGHT}z`;
  });
  return path;
}

import { CanvasTexture, Color, SRGBColorSpace, type Texture } from 'three';

/** What is behind the model in captures and films. */
export interface BackgroundOptions {
  /**
   * `'element'`: what the viewer sees, which is the background of the element or, where that is transparent,
   * of the page around it, with gradients and with images that the page may read. `'transparent'`: nothing,
   * which is black in a film. Else a CSS color; its transparency does not count. A stage with a background of
   * its own has that.
   */
  background?: string | undefined; // 'element'
}

/** The properties of a background that pictures of it keep. */
const IMAGE_PROPERTIES = [
  'background-image',
  'background-size',
  'background-position',
  'background-repeat',
  'background-origin',
  'background-clip',
  'background-blend-mode',
] as const;

/**
 * The background of a picture of `width` × `height` pixels; null for none. A texture belongs to the caller.
 *
 * @throws TypeError (as rejection) if it is no color.
 */
export async function readBackground(
  element: Element,
  { background = 'element' }: BackgroundOptions,
  width: number,
  height: number,
): Promise<Color | Texture | null> {
  if (background === 'transparent') return null;
  if (background !== 'element' && !CSS.supports('color', background)) {
    throw new TypeError(`background must be 'element', 'transparent' or a CSS color, not ${background}`);
  }
  const layers = background === 'element' ? layersBehind(element) : [];
  const hasImages = layers.some(({ style }) => style.backgroundImage !== 'none');
  const context = contextOf(...(hasImages ? ([width, height] as const) : ([1, 1] as const)));
  paintColor(context, background === 'element' ? pageColor() : background);
  for (const layer of layers) {
    paintColor(context, layer.style.backgroundColor);
    if (layer.style.backgroundImage !== 'none') await paintImages(context, element, layer);
  }
  if (!hasImages) return colorOf(context);
  const texture = new CanvasTexture(context.canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

interface Layer {
  readonly node: Element;
  readonly style: CSSStyleDeclaration;
}

/** The element and those around it, up to the one that hides what is behind it, which is the first. */
function layersBehind(element: Element): Layer[] {
  const layers: Layer[] = [];
  for (let node: Element | null = element; node; node = parentOf(node)) {
    const style = getComputedStyle(node);
    layers.unshift({ node, style });
    const context = pixel();
    paintColor(context, style.backgroundColor);
    if (context.getImageData(0, 0, 1, 1).data[3] === 255) break;
  }
  return layers;
}

/** Around it in the page, which may be in a shadow root. */
function parentOf(node: Element): Element | null {
  const root = node.getRootNode();
  return node.assignedSlot ?? node.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
}

/**
 * Whether the page around an element is dark without a word of `color-scheme`. Images of its background do
 * not count.
 */
export function isOnDarkPage(element: Element): boolean {
  const around = parentOf(element);
  if (!around || getComputedStyle(around).colorScheme !== 'normal') return false;
  const context = pixel();
  paintColor(context, pageColor());
  for (const { style } of layersBehind(around)) paintColor(context, style.backgroundColor);
  const { r, g, b } = colorOf(context);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b < DARK;
}

/** The luminance on which white text is easier to read than black text. */
const DARK = 0.18;

/** What browsers show behind a page without a background. */
function pageColor(): string {
  const { colorScheme } = getComputedStyle(document.documentElement);
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const usesDark = colorScheme.includes('dark') && (isDark || !colorScheme.includes('light'));
  return usesDark ? '#121212' : '#fff';
}

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Reads what color CSS paints. */
function pixel(): OffscreenCanvasRenderingContext2D {
  return new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;
}

function contextOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  return canvas.getContext('2d', { willReadFrequently: true })!;
}

function paintColor(context: Context, color: string): void {
  context.fillStyle = color;
  context.fillRect(0, 0, context.canvas.width, context.canvas.height);
}

/** The color of the first pixel. */
function colorOf(context: Context): Color {
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
  return new Color().setRGB(red / 255, green / 255, blue / 255, SRGBColorSpace);
}

/** Paints the images of a layer as the browser does, by an SVG image, without what the page may not read. */
async function paintImages(
  context: CanvasRenderingContext2D,
  element: Element,
  { node, style }: Layer,
): Promise<void> {
  const { width, height } = context.canvas;
  const place = element.getBoundingClientRect();
  const [shownWidth, shownHeight] = [place.width || width, ((place.width || width) * height) / width];
  const box = node === element ? new DOMRect(place.x, place.y, shownWidth, shownHeight) : boxOf(node, style);
  const rules = IMAGE_PROPERTIES.map((name) => `${name}: ${style.getPropertyValue(name)}`);
  const div = document.createElement('div');
  div.setAttribute('xmlns', 'http://www.w3.org/1999/xhtml');
  const css = `${(await withImages(rules)).join('; ')}; width: ${box.width}px; height: ${box.height}px`;
  div.setAttribute('style', css);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"
    viewBox="0 0 ${shownWidth} ${shownHeight}"><foreignObject x="${box.x - place.x}" y="${box.y - place.y}"
    width="${box.width}" height="${box.height}">${new XMLSerializer().serializeToString(div)}</foreignObject></svg>`;
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  try {
    await image.decode();
  } catch {
    return; // a Content-Security-Policy without `data:`
  }
  const probe = contextOf(width, height);
  probe.drawImage(image, 0, 0);
  if (isReadable(probe)) context.drawImage(probe.canvas, 0, 0);
}

/** Some browsers let no page read what an SVG image with HTML has painted. */
function isReadable(context: CanvasRenderingContext2D): boolean {
  try {
    return context.getImageData(0, 0, 1, 1).data.length > 0;
  } catch {
    return false;
  }
}

/** The box whose background it is: that of a page covers all of it. */
function boxOf(node: Element, { backgroundAttachment }: CSSStyleDeclaration): DOMRect {
  if (backgroundAttachment.includes('fixed')) return new DOMRect(0, 0, innerWidth, innerHeight);
  if (node !== document.body) return node.getBoundingClientRect();
  const { x, y } = document.documentElement.getBoundingClientRect();
  const { scrollWidth, scrollHeight } = document.documentElement;
  return new DOMRect(x, y, scrollWidth, scrollHeight);
}

/** CSS with the images in place of their URLs, which an SVG image cannot load. */
async function withImages(rules: readonly string[]): Promise<string[]> {
  const urls = new Set(
    rules.flatMap((rule) => Array.from(rule.matchAll(/url\("([^"]+)"\)/g), ([, url]) => url)),
  );
  const images = new Map<string, string>();
  await Promise.all([...urls].map(async (url) => images.set(url, await dataUrlOf(url))));
  return rules.map((rule) => rule.replace(/url\("([^"]+)"\)/g, (_, url: string) => images.get(url)!));
}

/** `none` for an image that cannot be fetched. */
async function dataUrlOf(url: string): Promise<string> {
  const response = await fetch(url).catch(() => undefined);
  if (!response?.ok) return 'none';
  const reader = new FileReader();
  reader.readAsDataURL(await response.blob());
  await new Promise((resolve) => reader.addEventListener('loadend', resolve));
  return typeof reader.result === 'string' ? `url("${reader.result}")` : 'none';
}

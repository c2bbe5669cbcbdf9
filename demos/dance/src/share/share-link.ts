/** Where a free camera is, and what it looks at, in the units of the scene. */
export interface FreeView {
  readonly position: readonly [x: number, y: number, z: number];
  readonly target: readonly [x: number, y: number, z: number];
  /** Vertical angle of view, in degrees. */
  readonly fov: number;
}

/** What a link can name. */
export const LINKED = ['model', 'motion', 'camera', 'song'] as const;

/** Options of an address that ask for a moment of the page's own dance. */
export const MOMENT = ['t', 'seek', 'view', 'stage'] as const;

/** Addresses of files on the web, by what they are for. */
export type LinkedFiles = ReadonlyMap<(typeof LINKED)[number], string>;

/** What a link shows. */
export interface Moment {
  readonly seconds: number;
  readonly isPaused: boolean;
  /** Undefined: the camera of the dance. */
  readonly view: FreeView | undefined;
  /** The concert in place of the festival. */
  readonly isConcert?: boolean;
  /** Files on the web that are shown in place of the dance of the page. */
  readonly linked?: LinkedFiles | undefined;
}

const NUMBERS_OF_VIEW = 7;
/** Farther away, nothing is seen. */
const MAX_COORDINATE = 2000;

/**
 * The address of a page that shows a moment of its dance. Other options in the address go.
 *
 * @example
 * shareLink('https://a.b/dance/?size=1x1#x', { seconds: 12.345, isPaused: true, view: undefined });
 * // → 'https://a.b/dance/?t=12.3&paused=1'
 */
export function shareLink(address: string, moment: Moment): string {
  const { seconds, isPaused, view, isConcert, linked } = moment;
  const url = new URL(address);
  url.hash = '';
  const options = [...(linked ?? [])].map(([name, file]) => `${name}=${encodeURIComponent(file)}`);
  if (isConcert) options.push('stage=concert');
  options.push(`t=${Math.round(seconds * 10) / 10}`);
  if (isPaused) options.push('paused=1');
  if (view) {
    const numbers = [...view.position, ...view.target, view.fov];
    options.push(`view=${numbers.map((value) => Math.round(value * 100) / 100).join(',')}`);
  }
  url.search = options.join('&');
  return url.href;
}

/** The free camera in the options of an address; undefined if there is none, or if it makes no sense. */
export function viewOf(options: URLSearchParams): FreeView | undefined {
  const numbers = (options.get('view') ?? '')
    .split(',')
    .map((text) => (text === '' ? Number.NaN : Number(text)));
  if (numbers.length !== NUMBERS_OF_VIEW) return undefined;
  if (!numbers.every((value) => Math.abs(value) <= MAX_COORDINATE)) return undefined;
  const [x, y, z, targetX, targetY, targetZ, fov] = numbers;
  const distance = Math.hypot(x - targetX, y - targetY, z - targetZ);
  if (distance < 1 || fov < 1 || fov > 120) return undefined;
  return { position: [x, y, z], target: [targetX, targetY, targetZ], fov };
}

/**
 * The files that an address names.
 *
 * @example
 * linkedFiles(new URLSearchParams('t=3&model=https://a.b/dancer.zip')); // → Map { 'model' → 'https://a.b/dancer.zip' }
 */
export function linkedFiles(options: URLSearchParams): LinkedFiles {
  return new Map(LINKED.flatMap((name) => (options.get(name) ? [[name, options.get(name)!] as const] : [])));
}

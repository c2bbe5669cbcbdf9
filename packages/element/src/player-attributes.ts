import { HAVE_CURRENT_DATA, HAVE_ENOUGH_DATA, HAVE_FUTURE_DATA, HAVE_NOTHING } from './media/media-facade.js';
import { SOURCE_NAMES } from './sources/inputs.js';
import type { MmdFormatErrorCode } from '@odori/format';
import type { Glow, Look, QualityChoice } from '@odori/model';
import type { NameRule, WorkerUse } from '@odori/runtime';
import type { RendererName } from './graphics/renderers.js';
import type { CameraFit } from './viewport/height-fit.js';
import { HtmlElement, setSwitch, setText } from './html-element.js';
import type { PlayerLabels } from './language/labels.js';
import { Language } from './language/language.js';

/** The attributes of the player, in the order of its guide. */
export const ATTRIBUTES: readonly string[] = [
  ...SOURCE_NAMES,
  'offset',
  'fit',
  'controls',
  'loop',
  'muted',
  'autoplay',
  'preload',
  'poster',
  'camera-fit',
  'stage',
  'look',
  'glow',
  'effects',
  'quality',
  'physics',
  'sharing',
  'ik',
  'names',
  'companion',
  'renderer',
  'offscreen',
  'xr',
  'alt',
];

/**
 * What is loaded before playback starts: nothing, all but the song, or everything. As on a video, `autoplay`
 * needs everything.
 */
export type Preload = 'none' | 'metadata' | 'auto';

/** The value of the attribute `preload`: everything, unless it is `none` or `metadata`. */
function preloadOf(element: Element): Preload {
  const value = element.getAttribute('preload')?.trim().toLowerCase();
  return value === 'none' || value === 'metadata' ? value : 'auto';
}

/** Does the viewer want to see less motion? Then nothing moves by itself. */
export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Does the viewer want to load less? Then effects stay off, whose code is not needed for the dance. */
export function prefersReducedData(): boolean {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;
}

/** Does the element start to play by itself? Not for viewers who prefer reduced motion. */
export function isAutoplaying(element: Element): boolean {
  return element.hasAttribute('autoplay') && !prefersReducedMotion();
}

/** Do bodies of several models touch? */
export function sharingOf(element: Element): 'models' | 'none' {
  return element.getAttribute('sharing') === 'none' ? 'none' : 'models';
}

/**
 * What dances are in time with: the song that the player has, or as their files are.
 */
export type Fit = 'song' | 'none';

/** The value of the attribute `fit`. */
export function fitOf(element: Element): Fit {
  return element.getAttribute('fit') === 'song' ? 'song' : 'none';
}

/** Is this input, or this child, loaded before playback starts? */
export function isPreloaded(element: Element, name: string | object): boolean {
  const preload = isAutoplaying(element) ? 'auto' : preloadOf(element);
  return preload === 'auto' || (preload === 'metadata' && name !== 'audio');
}

/** What the attribute `worker` says: `on`, `off`, or anything else for `'auto'`. */
export function workerUseOf(element: Element): WorkerUse {
  const value = element.getAttribute('worker');
  return value === 'on' ? true : value === 'off' ? false : 'auto';
}

/** The codes in the attribute `refuse`. */
export function refusedCodesOf(element: Element): MmdFormatErrorCode[] {
  return (element.getAttribute('refuse') ?? '').split(/\s+/).filter(Boolean) as MmdFormatErrorCode[];
}

/** The properties of `<odori-player>` that only read and write its attributes. */
export class PlayerAttributes extends HtmlElement {
  static readonly HAVE_NOTHING: number = HAVE_NOTHING;
  static readonly HAVE_CURRENT_DATA: number = HAVE_CURRENT_DATA;
  static readonly HAVE_FUTURE_DATA: number = HAVE_FUTURE_DATA;
  static readonly HAVE_ENOUGH_DATA: number = HAVE_ENOUGH_DATA;
  readonly #language = new Language(this);
  /** @internal */
  get language(): Language {
    return this.#language;
  }

  /**
   * Own words for what the player says, in place of those of its language. A name that is left out, and a
   * value of null, keep the word of the language.
   *
   * @example
   * element.labels = { alt: 'Our mascot', play: 'Dance!' };
   */
  get labels(): PlayerLabels {
    return this.language.own;
  }

  set labels(labels: PlayerLabels | null | undefined) {
    this.language.own = { ...labels };
  }

  /** What is loaded before playback starts; `autoplay` loads everything. */
  get preload(): Preload {
    return preloadOf(this);
  }

  set preload(preload: Preload | '') {
    setText(this, 'preload', preload);
  }

  /** URL of an image that is shown until playback starts for the first time; `''` without one. */
  get poster(): string {
    return this.getAttribute('poster') ?? '';
  }

  set poster(url: string) {
    setText(this, 'poster', url);
  }

  /**
   * `'song'`: the dances follow the beats of the song, whatever song they were made for, and repeat to its
   * end; their camera goes along. `loadedMotion` is the fitted motion.
   */
  get fit(): Fit {
    return fitOf(this);
  }

  set fit(fit: Fit) {
    setText(this, 'fit', fit);
  }

  /**
   * Whether a camera motion that was made for a taller or smaller dancer is fitted to the height of the
   * model: `'auto'` where its near shots miss her eyes, `'height'` always, `'none'` never. Projects and
   * dancers of several heights keep the camera as it is.
   */
  get cameraFit(): CameraFit {
    const fit = this.getAttribute('camera-fit');
    return fit === 'height' || fit === 'none' ? fit : 'auto';
  }

  set cameraFit(fit: CameraFit) {
    setText(this, 'camera-fit', fit);
  }

  /**
   * Which of MMD's looks the model has: `'shaded'` with self shadow, `'plain'` without. `'auto'` follows the
   * self-shadow keyframes of the camera's motion, and is shaded without them, as in a new MMD project.
   * `'scene'`: all lights of a stage of yours light it.
   */
  get look(): Look {
    const look = this.getAttribute('look');
    return look === 'shaded' || look === 'plain' || look === 'scene' ? look : 'auto';
  }

  set look(look: Look) {
    setText(this, 'look', look);
  }

  /**
   * How strongly materials glow that AutoLuminous lights in MMD: `'auto'` where effects can show it, as bloom
   * does; `'off'`; or a factor from 0 on, which always counts.
   */
  get glow(): Glow {
    const glow = this.getAttribute('glow')?.trim() ?? '';
    if (glow === 'off') return 'off';
    const factor = Number(glow || NaN);
    return factor >= 0 && factor < Infinity ? factor : 'auto';
  }

  set glow(glow: Glow) {
    setText(this, 'glow', glow);
  }

  /**
   * Effects over the picture, separated by spaces: `bloom` (light around what glows) and `dof` (depth of
   * field: what is farther or nearer than her eyes is blurred). `''`: none. Their code is loaded with the
   * first one.
   */
  get effects(): string {
    return this.getAttribute('effects') ?? '';
  }

  set effects(names: string) {
    setText(this, 'effects', names);
  }

  /**
   * How good the picture is: `'high'` as in MMD; `'medium'` and `'low'` for slow devices; `'auto'` takes the
   * best one at which pictures come smoothly. `activeQuality` says which one it is. Textures that
   * are loaded stay as they are; whether borders are smoothed is decided when the renderer starts.
   */
  get quality(): QualityChoice {
    const quality = this.getAttribute('quality');
    return quality === 'auto' || quality === 'medium' || quality === 'low' ? quality : 'high';
  }

  set quality(quality: QualityChoice) {
    setText(this, 'quality', quality);
  }

  /**
   * The renderer of three.js that the page wants: `'webgpu'` needs the import of `@odori/element/webgpu`.
   * `activeRenderer` says which one draws. Another value loads all inputs anew.
   */
  get renderer(): RendererName {
    return this.getAttribute('renderer') === 'webgpu' ? 'webgpu' : 'webgl';
  }

  set renderer(name: RendererName) {
    setText(this, 'renderer', name);
  }

  /**
   * Whether rigid bodies move hair and clothes. The code of physics is loaded with the first model that has
   * bodies. If it is set to false or `'off'`, all bones follow their keyframes.
   */
  get physics(): boolean {
    return this.getAttribute('physics') !== 'off';
  }

  set physics(isOn: boolean | 'off') {
    if (isOn === false || isOn === 'off') this.setAttribute('physics', 'off');
    else this.removeAttribute('physics');
  }

  /**
   * `'models'`: rigid bodies of several dancers touch, as in MMD. `'none'`: dancers pass through each other.
   */
  get sharing(): 'models' | 'none' {
    return sharingOf(this);
  }

  set sharing(sharing: 'models' | 'none') {
    setText(this, 'sharing', sharing);
  }

  /**
   * `'off'`: legs follow their own keyframes, and not their IK bones, which is for motion capture. Else the
   * motion switches IK, as in MMD.
   */
  get ik(): 'motion' | 'off' {
    return this.getAttribute('ik') === 'off' ? 'off' : 'motion';
  }

  set ik(ik: 'motion' | 'off') {
    setText(this, 'ik', ik);
  }

  /**
   * Whether the model has an idle life: she breathes, sways, blinks, and looks at the pointer, also in
   * pauses. Not for viewers who prefer reduced motion.
   */
  get companion(): boolean {
    return this.hasAttribute('companion');
  }

  set companion(isOn: boolean) {
    setSwitch(this, 'companion', isOn);
  }

  /**
   * How the names of motions find bones, as `names` of `MotionPlayer`: as in MMD, or also where it finds none
   * but only one bone fits.
   */
  get names(): NameRule {
    return this.getAttribute('names') === 'mmd' ? 'mmd' : 'help';
  }

  set names(rule: NameRule) {
    setText(this, 'names', rule);
  }

  /**
   * Whether large models and motions are parsed in a worker, so that the page stays smooth meanwhile:
   * `'auto'` if the browser can start it; true: a file that needs one fails without it; false: never.
   */
  get worker(): WorkerUse {
    return workerUseOf(this);
  }

  set worker(use: WorkerUse | 'on' | 'off') {
    const isOn = use === true || use === 'on';
    setText(this, 'worker', isOn ? 'on' : use === false || use === 'off' ? 'off' : null);
  }

  /**
   * What happens while the element is out of sight, scrolled away or in a tab in the background: playback
   * pauses until it is back, or goes on.
   */
  get offscreen(): 'pause' | 'play' {
    return this.getAttribute('offscreen') === 'play' ? 'play' : 'pause';
  }

  set offscreen(offscreen: 'pause' | 'play') {
    setText(this, 'offscreen', offscreen);
  }

  /**
   * The codes of warnings with which a motion is refused, separated by spaces, such as `truncated`; `''`:
   * none. A motion that is loaded already stays.
   */
  get refuse(): string {
    return this.getAttribute('refuse') ?? '';
  }

  set refuse(codes: string) {
    setText(this, 'refuse', codes);
  }

  /** Description of the picture for people who do not see it. */
  get alt(): string {
    return this.getAttribute('alt') ?? '';
  }

  set alt(text: string) {
    setText(this, 'alt', text);
  }

  /** The attribute `muted`. */
  get defaultMuted(): boolean {
    return this.hasAttribute('muted');
  }

  set defaultMuted(isMuted: boolean) {
    setSwitch(this, 'muted', isMuted);
  }

  get loop(): boolean {
    return this.hasAttribute('loop');
  }

  set loop(loop: boolean) {
    setSwitch(this, 'loop', loop);
  }

  get autoplay(): boolean {
    return this.hasAttribute('autoplay');
  }

  set autoplay(autoplay: boolean) {
    setSwitch(this, 'autoplay', autoplay);
  }

  /**
   * Whether the control bar has buttons that show the dance in a headset (VR) and in the viewer's surrounding
   * (AR), where the browser and the device can do that.
   */
  get xr(): boolean {
    return this.hasAttribute('xr');
  }

  set xr(isOn: boolean) {
    setSwitch(this, 'xr', isOn);
  }

  get controls(): boolean {
    return this.hasAttribute('controls');
  }

  set controls(controls: boolean) {
    setSwitch(this, 'controls', controls);
  }
}

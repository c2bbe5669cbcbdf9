import type { MmdModel, ModelSurface } from '@odori/model';
import {
  ACESFilmicToneMapping,
  AgXToneMapping,
  AmbientLight,
  Color,
  DirectionalLight,
  NeutralToneMapping,
  NoToneMapping,
  PMREMGenerator,
  type Texture,
  type ToneMapping,
  type WebGLRenderer,
} from 'three';
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js';
import { selectBox, slider } from '../../shared/controls.js';
import { fixedText } from '../../shared/number-text.js';
import { byId } from '../../shared/dom.js';
import { followTheme } from '../../shared/page.js';
import type { Viewport } from '../../shared/viewport.js';
import { Room } from './room.js';

const TONE_MAPPINGS: Readonly<Record<string, ToneMapping>> = {
  none: NoToneMapping,
  aces: ACESFilmicToneMapping,
  agx: AgXToneMapping,
  neutral: NeutralToneMapping,
};

/** A scene of the page's own, which the look `'scene'` is drawn in. */
export type Place = 'studio' | 'room';

/** What the controls say when a scene begins, by their ids. */
type Values = Readonly<Record<string, string>>;

const STUDIO: Values = { sun: '2.4', ambient: '0.2', room: '0.4', exposure: '1', 'tone-mapping': 'neutral' };
const ROOM_BY_DAY: Values = { sun: '6', ambient: '0', room: '0.6', exposure: '1', 'tone-mapping': 'agx' };
const ROOM_BY_NIGHT: Values = {
  sun: '0.3',
  ambient: '0',
  room: '0.4',
  exposure: '1.3',
  'tone-mapping': 'agx',
};

/** By the window, toons for an even light would hardly show which side of her is away from the sun. */
const DAY_SHADE = new Color('#c4968a');

/** The lights of the page's own scenes, and their controls. */
export class SceneLights {
  readonly #viewport: Viewport;
  readonly #surface: ModelSurface;
  readonly #renderer: WebGLRenderer;
  readonly #sun = createStudioSun();
  readonly #ambient = new AmbientLight();
  readonly #studioEnvironment: Texture;
  readonly #controls = byId('scene-lights', HTMLElement);
  #room: Room | undefined;
  #place: Place | undefined;
  #values = STUDIO;
  #isNight = false;
  #toneMapping: ToneMapping = NoToneMapping;

  constructor(viewport: Viewport, { surface }: MmdModel) {
    const { scene } = viewport;
    this.#viewport = viewport;
    this.#surface = surface;
    const renderer = (this.#renderer = viewport.renderer as WebGLRenderer);
    this.#studioEnvironment = new PMREMGenerator(renderer).fromScene(new RoomEnvironment(), 0.04).texture;
    scene.environment = this.#studioEnvironment;
    scene.add(this.#sun, this.#sun.target, this.#ambient);
    this.#connect('sun', (value) => {
      this.#sun.intensity = value;
      if (this.#room) this.#room.sun.intensity = value;
    });
    this.#connect('ambient', (value) => (this.#ambient.intensity = value));
    this.#connect('room', (value) => (scene.environmentIntensity = value));
    this.#connect('exposure', (value) => (renderer.toneMappingExposure = value));
    this.#connect('rim', (value) => (surface.rim = value));
    selectBox('tone-mapping', (name) => {
      this.#toneMapping = TONE_MAPPINGS[name];
      this.show(this.#place);
    });
    followTheme(false, true, (isNight) => {
      this.#isNight = isNight;
      this.show(this.#place);
    });
  }

  /** Shows a scene, with its own values in the controls; undefined: none. */
  show(place: Place | undefined): void {
    this.#place = place;
    const isRoom = place === 'room';
    if (place) this.#begin(isRoom ? (this.#isNight ? ROOM_BY_NIGHT : ROOM_BY_DAY) : STUDIO);
    this.#sun.visible = place === 'studio';
    this.#ambient.visible = place !== undefined;
    this.#viewport.hasFloor = !isRoom;
    this.#surface.shadeColor = isRoom && !this.#isNight ? DAY_SHADE : undefined;
    if (this.#room) this.#room.root.visible = isRoom;
    this.#renderer.toneMapping = place ? this.#toneMapping : NoToneMapping;
    this.#controls.hidden = !place;
    this.#viewport.refresh();
  }

  /** Does nothing if the scene has these values already: the user may have changed them since. */
  #begin(values: Values): void {
    if (values === this.#values) return;
    this.#values = values;
    for (const [id, value] of Object.entries(values)) {
      const control = byId(id, HTMLElement) as HTMLInputElement | HTMLSelectElement;
      control.value = value;
      control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input'));
    }
    this.#viewport.scene.environment = values === STUDIO ? this.#studioEnvironment : this.#lightRoom();
  }

  /** Builds the room when it is first shown. Returns what its walls throw back. */
  #lightRoom(): Texture {
    this.#room ??= new Room();
    this.#room.root.visible = true;
    this.#viewport.scene.add(this.#room.root);
    this.#room.sun.intensity = this.#sun.intensity;
    return this.#room.setTime(this.#isNight, this.#renderer);
  }

  #connect(id: string, onValue: (value: number) => void): void {
    slider(
      id,
      (value) => fixedText(value, 1),
      (value) => {
        onValue(value);
        this.#viewport.refresh();
      },
    );
  }
}

function createStudioSun(): DirectionalLight {
  const sun = new DirectionalLight();
  sun.position.set(-20, 50, 40);
  sun.target.position.y = 10;
  sun.castShadow = true;
  sun.shadow.mapSize.set(2048, 2048);
  sun.shadow.normalBias = 0.06;
  Object.assign(sun.shadow.camera, { left: -20, right: 20, bottom: -20, top: 20, near: 1, far: 150 });
  return sun;
}

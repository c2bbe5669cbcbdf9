import type { MmdModel } from '@odori/model';
import {
  ACESFilmicToneMapping,
  AgXToneMapping,
  AmbientLight,
  DirectionalLight,
  NeutralToneMapping,
  NoToneMapping,
  PMREMGenerator,
  type ToneMapping,
  type WebGLRenderer,
} from 'three';
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js';
import { selectBox, slider } from '../../shared/controls.js';
import { byId } from '../../shared/dom.js';
import type { Viewport } from '../../shared/viewport.js';

const TONE_MAPPINGS: Readonly<Record<string, ToneMapping>> = {
  none: NoToneMapping,
  aces: ACESFilmicToneMapping,
  agx: AgXToneMapping,
  neutral: NeutralToneMapping,
};

/** The lights of a page's own scene, which the look `'scene'` is drawn in, and their controls. */
export class SceneLights {
  readonly #sun = new DirectionalLight();
  readonly #ambient = new AmbientLight();
  readonly #controls = byId('scene-lights', HTMLElement);
  readonly #renderer: Viewport['renderer'];
  #toneMapping: ToneMapping = NoToneMapping;

  constructor(viewport: Viewport, { surface }: MmdModel) {
    const { scene, renderer } = viewport;
    const sun = this.#sun;
    this.#renderer = renderer;
    sun.position.set(-20, 50, 40);
    sun.target.position.y = 10;
    sun.castShadow = true;
    sun.shadow.mapSize.set(2048, 2048);
    sun.shadow.normalBias = 0.06;
    Object.assign(sun.shadow.camera, { left: -20, right: 20, bottom: -20, top: 20, near: 1, far: 150 });
    scene.add(sun, sun.target, this.#ambient);
    scene.environment = new PMREMGenerator(renderer as WebGLRenderer).fromScene(
      new RoomEnvironment(),
      0.04,
    ).texture;
    const text = (value: number): string => value.toFixed(1);
    const connect = (id: string, onValue: (value: number) => void): void => {
      slider(id, text, (value) => {
        onValue(value);
        viewport.refresh();
      });
    };
    connect('sun', (value) => (sun.intensity = value));
    connect('ambient', (value) => (this.#ambient.intensity = value));
    connect('room', (value) => (scene.environmentIntensity = value));
    connect('exposure', (value) => (renderer.toneMappingExposure = value));
    connect('rim', (value) => (surface.rim = value));
    selectBox('tone-mapping', (name) => {
      this.#toneMapping = TONE_MAPPINGS[name];
      this.isOn = this.#sun.visible;
      viewport.refresh();
    });
    this.isOn = false;
  }

  set isOn(isOn: boolean) {
    this.#sun.visible = this.#ambient.visible = isOn;
    this.#renderer.toneMapping = isOn ? this.#toneMapping : NoToneMapping;
    this.#controls.hidden = !isOn;
  }
}

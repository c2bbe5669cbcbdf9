import {
  ACESFilmicToneMapping,
  AmbientLight,
  Color,
  DataTexture,
  DirectionalLight,
  EquirectangularReflectionMapping,
  FloatType,
  Fog,
  HemisphereLight,
  type Light,
  LinearFilter,
  LinearSRGBColorSpace,
  NeutralToneMapping,
  NoToneMapping,
  PointLight,
  RGBAFormat,
  type Scene,
  SpotLight,
  type ToneMapping,
} from 'three';
import type { ModelSurface } from '@odori/model';

/** A scene as pages have it, in meters; a model of 1.6 m stands at its origin and looks along z. */
export interface LitScene {
  readonly toneMapping?: ToneMapping; // none
  readonly background: number;
  /** Adds lights, environment and fog. */
  readonly light: (scene: Scene) => void;
  /** Sets what the scene wants of a model. */
  readonly wear?: (surface: ModelSurface) => void;
}

/** Puts a light at a place. */
function shining<L extends Light>(light: L, x: number, y: number, z: number): L {
  light.position.set(x, y, z);
  return light;
}

function sun(scene: Scene, color: number, intensity: number, x: number, y: number, z: number): void {
  const light = shining(new DirectionalLight(color, intensity), x, y, z);
  light.castShadow = true;
  light.shadow.mapSize.set(1024, 1024);
  light.shadow.normalBias = 0.01;
  const { camera } = light.shadow;
  [camera.left, camera.right, camera.bottom, camera.top] = [-2, 2, -2, 2];
  [camera.near, camera.far] = [0.5, 20];
  light.target.position.y = 0.8;
  scene.add(light, light.target);
}

function spot(scene: Scene, color: number, x: number, z: number): void {
  const light = shining(new SpotLight(color, 40, 0, 0.5, 0.5), x, 3, z);
  light.castShadow = true;
  light.shadow.mapSize.set(512, 512);
  light.shadow.normalBias = 0.02;
  light.target.position.y = 0.9;
  scene.add(light, light.target);
}

/** An environment: `radiance` gets x, y and z of a direction. */
export function environment(radiance: (x: number, y: number, z: number) => readonly number[]): DataTexture {
  const [width, height] = [64, 32];
  const data = new Float32Array(4 * width * height);
  for (let row = 0; row < height; row++) {
    const polar = ((row + 0.5) / height - 0.5) * Math.PI;
    for (let column = 0; column < width; column++) {
      const turn = ((column + 0.5) / width - 0.5) * 2 * Math.PI;
      const [x, y, z] = [Math.cos(polar) * Math.cos(turn), Math.sin(polar), Math.cos(polar) * Math.sin(turn)];
      data.set([...radiance(x, y, z), 1], 4 * (width * row + column));
    }
  }
  const texture = new DataTexture(data, width, height, RGBAFormat, FloatType);
  texture.mapping = EquirectangularReflectionMapping;
  texture.colorSpace = LinearSRGBColorSpace;
  texture.minFilter = texture.magFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}

/** A room with a lamp at the ceiling, a blue window on the left and a brown floor. */
function room(x: number, y: number, z: number): readonly number[] {
  if (y > 0.75 && Math.abs(x) < 0.4) return [9, 8, 7];
  if (x < -0.8 && Math.abs(y) < 0.35 && Math.abs(z) < 0.5) return [5, 7, 10];
  return y < -0.3 ? [0.25, 0.17, 0.1] : [0.5, 0.48, 0.45];
}

/** The scenes of the golden pictures of the look `'scene'`. */
export const LIT_SCENES: Readonly<Record<string, LitScene>> = {
  noon: {
    toneMapping: NeutralToneMapping,
    background: 0x9cc4e8,
    light: (scene) => {
      sun(scene, 0xfff4e0, 2.8, 2, 5, 3);
      scene.add(new HemisphereLight(0xbfd9ff, 0x8a7a60, 0.9));
    },
  },
  night: {
    toneMapping: ACESFilmicToneMapping,
    background: 0x05060c,
    light: (scene) => {
      spot(scene, 0xff2a4a, -2.2, 1.6);
      spot(scene, 0x2a5cff, 2.2, 1.6);
      spot(scene, 0x30ffa0, 0.4, -2.4);
      scene.add(new AmbientLight(0x6070ff, 0.1));
    },
  },
  room: {
    toneMapping: ACESFilmicToneMapping,
    background: 0x6b665f,
    light: (scene) => {
      scene.environment = environment(room);
    },
  },
  candle: {
    toneMapping: ACESFilmicToneMapping,
    background: 0x060403,
    light: (scene) => {
      const light = shining(new PointLight(0xff9a3c, 3.5), 0.45, 1, 0.6);
      light.castShadow = true;
      light.shadow.camera.near = 0.05;
      light.shadow.normalBias = 0.01;
      scene.add(light, new AmbientLight(0x203050, 0.4));
    },
  },
  fog: {
    background: 0xb8c0c8,
    light: (scene) => {
      sun(scene, 0xffffff, 2, -2, 4, 3);
      scene.add(new AmbientLight(0xffffff, 0.8));
      scene.fog = new Fog(0xb8c0c8, 3, 8);
    },
  },
  furnace: {
    background: 0xffffff,
    light: (scene) => {
      scene.environment = environment(() => [1, 1, 1]);
    },
  },
  suns: {
    toneMapping: NeutralToneMapping,
    background: 0x403848,
    light: (scene) => {
      sun(scene, 0xffb070, 2.4, 4, 2, 2);
      sun(scene, 0x70a0ff, 2.4, -4, 2, 2);
    },
  },
  rim: {
    toneMapping: NoToneMapping,
    background: 0x101014,
    light: (scene) => {
      sun(scene, 0xffe8d0, 3, 1, 2.4, -4);
    },
    wear: (surface) => {
      surface.rim = 1;
      surface.shadeColor = new Color(0x101018);
    },
  },
};

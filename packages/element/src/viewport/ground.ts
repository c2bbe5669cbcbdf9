import { Group, type Material, Mesh, type Object3D, PlaneGeometry, Vector3, Vector4 } from 'three';
import type { Graphics, GroundValues } from '../graphics/graphics.js';
import type { PlayerModel, Stage, StageKind, StageView } from './stage.js';

const RADIUS = 26; // MMD units
const CELL = 2;
/** Height of the ground, below the soles and the shadow at y = 0. */
const HEIGHT = -0.02;
/** Ankles, and the toes in front of them. */
const FEET = [
  ['左足首', '左つま先'],
  ['右足首', '右つま先'],
] as const;
/** Units that a foot rises until its shadow is gone. */
const REACH = 3;

/** The colors of the ground, which the page's style sheet decides. All grounds of a picture share them. */
export class GroundColors {
  /** Gamma encoded, with alpha. */
  readonly floor: { readonly value: Vector4 } = { value: new Vector4(1, 1, 1, 0.6) };
  /** How dark shadows are, from 0 to 1. */
  readonly shadow: { value: number } = { value: 0.25 };
  /** Has the floor no color, so that only shadows are seen? */
  isClear = false;

  /** Reads the colors of an element: its `color`, and the alpha of its `text-decoration-color`. */
  read(element: Element): void {
    const { color, textDecorationColor } = getComputedStyle(element);
    this.floor.value.fromArray(readColor(color) ?? [1, 1, 1, 0.6]);
    if (this.isClear) this.floor.value.w = 0;
    this.shadow.value = readColor(textDecorationColor)?.[3] ?? 0.25;
  }
}

/** What makes the surface of a ground. */
export type GroundGraphics = Pick<Graphics, 'createGroundMaterial'>;

/** Creates a stage with a ground at y = 0, for so many dancers. {@link disposeGround} frees its root. */
export function createGround(
  kind: StageKind,
  colors: GroundColors,
  graphics: GroundGraphics,
  dancerCount = 1,
): Stage {
  if (kind === 'none') return { root: new Group(), hasGroundShadow: false };
  const feet = new FootShadows(dancerCount);
  const { floor, shadow } = colors;
  const cell = kind === 'grid' ? CELL : undefined;
  const material = graphics.createGroundMaterial({ radius: RADIUS, cell, floor, shadow, feet: feet.values });
  return {
    root: createFloor(material),
    update: (view) => feet.update(view, colors.shadow.value),
  };
}

export function disposeGround(ground: Object3D): void {
  ground.removeFromParent();
  if (!(ground instanceof Mesh)) return;
  ground.geometry.dispose();
  (ground.material as Material).dispose();
}

/** Where the soft shadows under the feet are. */
class FootShadows {
  /** Of each foot: x and z in the scene, and its strength from 0 to 1. */
  readonly values: GroundValues['feet'];
  readonly #models: (PlayerModel | undefined)[] = [];
  /** Of each foot: the indices of ankle and toe. */
  readonly #bones: (readonly [number, number])[] = [];

  constructor(dancerCount: number) {
    this.values = { value: Array.from({ length: dancerCount * FEET.length }, () => new Vector3()) };
  }

  /**
   * Follows the feet, and makes the ground shadows as dark as these. Allocates nothing while the models stay.
   */
  update({ models }: StageView, darkness: number): void {
    const { value } = this.values;
    for (let i = 0; i < value.length; i += FEET.length) {
      const model = models[i / FEET.length];
      if (model !== this.#models[i / FEET.length]) this.#find(i, model);
      for (let foot = i; foot < i + FEET.length; foot++) this.#follow(foot, model);
    }
    for (let i = 0; i < models.length; i++) {
      models[i].surface.groundShadowBrightness = 0;
      models[i].surface.groundShadowOpacity = darkness;
    }
  }

  #find(first: number, model: PlayerModel | undefined): void {
    this.#models[first / FEET.length] = model;
    const names = model?.rig.definition.boneNames ?? [];
    for (const [i, [ankle, toe]] of FEET.entries()) {
      const at = names.indexOf(ankle);
      this.#bones[first + i] = [at, Math.max(names.indexOf(toe), at)];
    }
  }

  #follow(foot: number, model: PlayerModel | undefined): void {
    const value = this.values.value[foot];
    const [ankle, toe] = this.#bones[foot] ?? NOWHERE;
    value.z = 0;
    if (!model || ankle < 0) return;
    const { rig, root } = model;
    const { worldPositions: at } = rig;
    for (let axis = 0; axis < 3; axis++)
      sole.setComponent(axis, (at[3 * ankle + axis] + at[3 * toe + axis]) / 2);
    sole.y = at[3 * ankle + 1] - rig.definition.restPositions[3 * ankle + 1];
    sole.applyMatrix4(root.matrixWorld);
    value.set(sole.x, sole.z, Math.min(Math.max(1 - Math.abs(sole.y) / REACH, 0), 1));
  }
}

const NOWHERE = [-1, -1] as const;
const sole = /* @__PURE__ */ new Vector3();

function createFloor(material: Material): Mesh {
  material.name = 'ground';
  material.transparent = true;
  material.depthWrite = false;
  material.toneMapped = false;
  const ground = new Mesh(new PlaneGeometry(2 * RADIUS, 2 * RADIUS), material);
  ground.rotation.x = -Math.PI / 2;
  ground.position.y = HEIGHT;
  ground.renderOrder = -1; // before the model, which may be transparent
  return ground;
}

/** Red, green, blue (gamma encoded) and alpha, 0 to 1. */
export type Rgba = readonly [number, number, number, number];

/**
 * A computed CSS color in sRGB; undefined for one of another color space.
 *
 * @example
 * readColor('rgb(255 0 0 / 0.5)'); // → [1, 0, 0, 0.5]
 */
export function readColor(css: string): Rgba | undefined {
  const scale = css.startsWith('rgb') ? 1 / 255 : css.startsWith('color(srgb ') ? 1 : undefined;
  const [red, green, blue, alpha = 1] = (css.match(/-?\d[\d.e-]*/g) ?? []).map(Number);
  return scale === undefined ? undefined : [red * scale, green * scale, blue * scale, alpha];
}

import type { Rig, RigDefinition } from '@odori/runtime';
import { Group, InstancedMesh, Matrix4, MeshLambertMaterial, Quaternion, Vector3 } from 'three';
import { goalShape, iksOf, rodShape } from './bone-shapes.js';
import type { Theme } from './theme.js';

/** Sizes, as fractions of the height of the model. */
const GOAL = 0.016;
const ROD = 0.0022;

const UP = /* @__PURE__ */ new Vector3(0, 1, 0);

/** Shows each IK bone as a diamond, with a rod to its effector. */
export class IkView {
  readonly root = new Group();
  readonly #iks: ReturnType<typeof iksOf>;
  readonly #goals: InstancedMesh;
  readonly #rods: InstancedMesh;
  readonly #height: number;
  readonly #goal = new Vector3();
  readonly #effector = new Vector3();
  readonly #along = new Vector3();
  readonly #rotation = new Quaternion();
  readonly #scale = new Vector3();
  readonly #matrix = new Matrix4();
  /** The state that the colours show, one per IK chain: 1 = on. */
  readonly #shown: Uint8Array;
  #theme: Theme | undefined;

  constructor(definition: RigDefinition, height: number) {
    this.#iks = iksOf(definition);
    this.#height = height;
    this.#shown = new Uint8Array(this.#iks.length);
    const material = new MeshLambertMaterial();
    this.#goals = new InstancedMesh(goalShape(), material, this.#iks.length);
    this.#rods = new InstancedMesh(rodShape(), material, this.#iks.length);
    this.#goals.frustumCulled = this.#rods.frustumCulled = false;
    this.root.add(this.#goals, this.#rods);
  }

  setTheme(theme: Theme): void {
    this.#theme = theme;
    for (let i = 0; i < this.#iks.length; i++) this.#paint(i, this.#shown[i]);
  }

  /** Allocates nothing. */
  update({ pose, worldMatrices }: Rig): void {
    for (let i = 0; i < this.#iks.length; i++) {
      const { slot, bone, effector } = this.#iks[i];
      if (this.#shown[i] !== pose.ikEnabled[slot]) this.#paint(i, pose.ikEnabled[slot]);
      readPosition(worldMatrices, bone, this.#goal);
      readPosition(worldMatrices, effector, this.#effector);
      this.#scale.setScalar(GOAL * this.#height);
      this.#goals.setMatrixAt(i, this.#matrix.compose(this.#goal, this.#rotation.identity(), this.#scale));
      const length = this.#along.copy(this.#effector).sub(this.#goal).length();
      if (length > 0) this.#rotation.setFromUnitVectors(UP, this.#along.divideScalar(length));
      this.#scale.set(ROD * this.#height, length, ROD * this.#height);
      this.#rods.setMatrixAt(i, this.#matrix.compose(this.#goal, this.#rotation, this.#scale));
    }
    this.#goals.instanceMatrix.needsUpdate = this.#rods.instanceMatrix.needsUpdate = true;
  }

  dispose(): void {
    this.#goals.geometry.dispose();
    this.#rods.geometry.dispose();
    (this.#goals.material as MeshLambertMaterial).dispose();
    this.#goals.dispose();
    this.#rods.dispose();
  }

  #paint(i: number, isOn: number): void {
    this.#shown[i] = isOn;
    if (!this.#theme) return;
    for (const mesh of [this.#goals, this.#rods]) {
      mesh.setColorAt(i, isOn === 0 ? this.#theme.off : this.#theme.bones.goal);
      mesh.instanceColor!.needsUpdate = true;
    }
  }
}

function readPosition(worldMatrices: Float64Array, bone: number, out: Vector3): void {
  const o = 16 * bone + 12;
  out.set(worldMatrices[o], worldMatrices[o + 1], worldMatrices[o + 2]);
}

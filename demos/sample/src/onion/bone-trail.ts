import { bindMotion, type Motion, type MotionBinding, Rig, type RigDefinition } from '@odori/runtime';
import { Color, InstancedMesh, Matrix4, MeshBasicMaterial, SphereGeometry } from 'three';
import type { SkinSpacing } from './skin-times.js';
import type { Theme } from './theme.js';

/** Dots from one skin to the next. */
const DOTS_PER_SKIN = 4;
const MAX_DOTS = 2 * 4 * DOTS_PER_SKIN + 1;
const SIZE = 0.18;
const SIZE_NOW = 0.32;

const matrix = /* @__PURE__ */ new Matrix4();

/**
 * The path of one bone through the skins: dots at even times, further apart where the bone is fast. Drawn
 * over everything.
 */
export class BoneTrail {
  readonly root: InstancedMesh;
  /** A second rig, so that the visible dancer keeps her pose. */
  readonly #rig: Rig;
  #binding: MotionBinding;
  #motion: Motion;

  constructor(definition: RigDefinition, motion: Motion, renderOrder: number) {
    const material = new MeshBasicMaterial({ depthTest: false, transparent: true });
    this.root = new InstancedMesh(new SphereGeometry(1, 16, 12), material, MAX_DOTS);
    this.root.renderOrder = renderOrder;
    this.root.frustumCulled = false;
    this.#rig = new Rig(definition);
    this.#motion = motion;
    this.#binding = bindMotion(motion, this.#rig);
  }

  play(motion: Motion): void {
    this.#motion = motion;
    this.#binding = bindMotion(motion, this.#rig);
  }

  show(name: string, frame: number, { each, spacing }: SkinSpacing, { earlier, later, now }: Theme): void {
    const bone = this.#rig.boneIndex(name);
    this.root.count = 0;
    if (bone < 0) return; // the motion is for another model
    for (let step = -each * DOTS_PER_SKIN; step <= each * DOTS_PER_SKIN; step++) {
      const time = frame + (step * spacing) / DOTS_PER_SKIN;
      if (time < 0 || time > this.#motion.lastFrame) continue;
      if (step !== 0) this.#addDot(bone, time, SIZE, step < 0 ? earlier : later);
    }
    this.#addDot(bone, frame, SIZE_NOW, now);
    this.root.instanceMatrix.needsUpdate = this.root.instanceColor!.needsUpdate = true;
  }

  #addDot(bone: number, frame: number, size: number, color: Color): void {
    this.#binding.sample(frame);
    this.#rig.solve();
    this.#rig.solveAfterPhysics();
    const [x, y, z] = this.#rig.worldPositions.subarray(3 * bone, 3 * bone + 3);
    this.root.setMatrixAt(this.root.count, matrix.makeScale(size, size, size).setPosition(x, y, z));
    this.root.setColorAt(this.root.count, color);
    this.root.count++;
  }
}

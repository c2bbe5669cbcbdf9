import { bindMotion, type Motion, type MotionBinding, Rig, type RigDefinition } from '@odori/runtime';
import { Color, InstancedMesh, Matrix4, MeshBasicMaterial, SphereGeometry } from 'three';
import type { SkinSpacing } from './skin-times.js';
import type { Theme } from './theme.js';

/** Moments from one skin to the next. */
const FINENESS = 4;
const MOST_DOTS = 2 * 4 * FINENESS + 1;
const SIZE = 0.18;
const SIZE_NOW = 0.32;

/** The way of one bone through the skins, drawn over all: dots at even moments, wide apart where it is fast. */
export class BoneTrail {
  readonly root: InstancedMesh;
  /** A second skeleton: nobody sees it being posed. */
  readonly #rig: Rig;
  #binding: MotionBinding;
  #motion: Motion;

  constructor(definition: RigDefinition, motion: Motion, renderOrder: number) {
    const material = new MeshBasicMaterial({ depthTest: false, transparent: true });
    this.root = new InstancedMesh(new SphereGeometry(1, 16, 12), material, MOST_DOTS);
    this.root.renderOrder = renderOrder;
    this.root.frustumCulled = false;
    this.#rig = new Rig(definition);
    this.#motion = motion;
    this.#binding = bindMotion(motion, this.#rig);
  }

  dance(motion: Motion): void {
    this.#motion = motion;
    this.#binding = bindMotion(motion, this.#rig);
  }

  show(name: string, frame: number, { each, spacing }: SkinSpacing, { earlier, later, now }: Theme): void {
    const bone = this.#rig.boneIndex(name);
    this.root.count = 0;
    if (bone < 0) return; // a motion for another model
    for (let step = -each * FINENESS; step <= each * FINENESS; step++) {
      const time = frame + (step * spacing) / FINENESS;
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
    this.root.setMatrixAt(this.root.count, place.makeScale(size, size, size).setPosition(x, y, z));
    this.root.setColorAt(this.root.count, color);
    this.root.count++;
  }
}

const place = new Matrix4();

import type { Pmx } from '@odori/format';
import {
  bindMotion,
  bindObject,
  createBones,
  createRigDefinition,
  type MissingNames,
  type Motion,
  type MotionBinding,
  type ObjectBinding,
  Rig,
  type RigDefinition,
} from '@odori/runtime';
import { type Body, createBody } from './body.js';
import { StageTimes } from './pass-times.js';

/** A model that follows a motion, and whose IKs and appends can be switched off one by one. */
export class Performer {
  readonly pmx: Pmx;
  /** With every append. */
  readonly definition: RigDefinition;
  readonly body: Body;
  readonly times = new StageTimes();
  /** One per IK, 1 = as the motion has it, 0 = off. */
  readonly ikSwitches: Uint8Array;
  /** One per bone. */
  readonly appendSwitches: Uint8Array;
  #rig: Rig;
  #motion: Motion;
  #motionBinding: MotionBinding;
  #objectBinding: ObjectBinding;

  constructor(pmx: Pmx, motion: Motion) {
    this.pmx = pmx;
    this.definition = createRigDefinition(pmx);
    this.ikSwitches = new Uint8Array(this.definition.ikNames.length).fill(1);
    this.appendSwitches = new Uint8Array(this.definition.boneCount).fill(1);
    this.#rig = new Rig(this.definition);
    this.#motion = motion;
    this.body = createBody(pmx, createBones(this.definition));
    this.#motionBinding = bindMotion(motion, this.#rig);
    this.#objectBinding = bindObject(this.#rig, this.body.mesh);
  }

  get rig(): Rig {
    return this.#rig;
  }

  get missing(): MissingNames {
    return this.#motionBinding.missing;
  }

  dance(motion: Motion): void {
    this.#motion = motion;
    this.#motionBinding = bindMotion(motion, this.#rig);
  }

  /** Makes a rig without the appends that are off; the next update gives it its pose. */
  applyAppendSwitches(): void {
    const appendKinds = this.definition.appendKinds.map((kind, bone) =>
      this.appendSwitches[bone] === 0 ? 0 : kind,
    );
    this.#rig.pose.visible = true; // a mesh that this binding hid would stay off for the next one
    this.#objectBinding.update();
    this.#rig = new Rig({ ...this.definition, appendKinds });
    this.#motionBinding = bindMotion(this.#motion, this.#rig);
    this.#objectBinding = bindObject(this.#rig, this.body.mesh);
  }

  /** Poses rig and body. Allocates nothing. */
  update(frame: number): void {
    const { times } = this;
    times.begin();
    this.#motionBinding.sample(frame);
    this.#applyIkSwitches();
    times.lap(0);
    this.#rig.solve();
    times.lap(1);
    this.#rig.solveAfterPhysics();
    times.lap(2);
    this.#objectBinding.update();
    times.lap(3);
    times.end();
  }

  #applyIkSwitches(): void {
    const { ikEnabled } = this.#rig.pose;
    for (let slot = 0; slot < ikEnabled.length; slot++) ikEnabled[slot] &= this.ikSwitches[slot];
  }
}

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
import { PassTimes } from './pass-times.js';

/** A model that plays a motion, with switches for each IK chain and each append bone. */
export class PosedModel {
  readonly pmx: Pmx;
  /** With all append bones. */
  readonly definition: RigDefinition;
  readonly body: Body;
  readonly times = new PassTimes();
  /** One per IK chain: 1 = as in the motion, 0 = off. */
  readonly ikSwitches: Uint8Array;
  /** One per bone: 1 = on, 0 = off. */
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

  play(motion: Motion): void {
    this.#motion = motion;
    this.#motionBinding = bindMotion(motion, this.#rig);
  }

  /** Creates a rig without the append bones that are off. The next update poses it. */
  applyAppendSwitches(): void {
    const appendKinds = this.definition.appendKinds.map((kind, bone) =>
      this.appendSwitches[bone] === 0 ? 0 : kind,
    );
    this.#rig.pose.visible = true; // otherwise a mesh that this binding hid would stay hidden
    this.#objectBinding.update();
    this.#rig = new Rig({ ...this.definition, appendKinds });
    this.#motionBinding = bindMotion(this.#motion, this.#rig);
    this.#objectBinding = bindObject(this.#rig, this.body.mesh);
  }

  /** Poses the rig and the body. Allocates nothing. */
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

import type { Rig } from '@odori/runtime/rig';
import type { BodySimulation } from './body-simulation.js';
import { blendRotation } from './pose-matrix.js';
import type { RigBodies } from './rig-bodies.js';

/** Pictures in which bones go over from where they were kept to where bodies have settled. */
const EASE_FRAMES = 8;

/**
 * Keeps the bones of bodies where they were shown before a jump, relative to their parents, while the bodies
 * settle: hair that hangs as before is better than stiff hair. Then the bones go over to their bodies, within
 * some pictures.
 */
export class KeptBones {
  readonly #rig: Rig;
  readonly #bodies: RigBodies;
  /** By bone, 1 = kept. */
  readonly #isKept: Uint8Array;
  readonly #translations: Float64Array;
  readonly #rotations: Float64Array;
  #isTaken = false;
  /** How often they were shown as kept, since the jump. */
  #shows = 0;
  /** Pictures until the bones are with their bodies. */
  #left = 0;

  constructor(rig: Rig, bodies: RigBodies) {
    const { boneCount } = rig.definition;
    this.#rig = rig;
    this.#bodies = bodies;
    this.#isKept = new Uint8Array(boneCount);
    this.#translations = new Float64Array(3 * boneCount);
    this.#rotations = new Float64Array(4 * boneCount);
  }

  /** True from a jump until the bodies have settled. */
  get isKeeping(): boolean {
    return this.#isTaken;
  }

  /** True from a jump until the bones are with their bodies. */
  get isShown(): boolean {
    return this.#isTaken || this.#left > 0;
  }

  /**
   * Before a jump: remembers where the rig shows the bones of the bodies that forces move. What is kept since
   * another jump stays. O(bones).
   */
  take(simulation: BodySimulation): void {
    const { held } = this.#rig.pose;
    if (!held || this.#isTaken) return;
    this.#bodies.holdAsShown(simulation);
    this.#isKept.set(held.isHeld);
    this.#translations.set(held.translations);
    this.#rotations.set(held.rotations);
    this.#isTaken = true;
    this.#shows = this.#left = 0;
  }

  /** Forgets all of them. */
  drop(): void {
    this.#isTaken = false;
    this.#left = 0;
  }

  /** Shows the bones as kept from the next `solve` on. O(bodies). */
  show(simulation: BodySimulation): void {
    const { held } = this.#rig.pose;
    if (!held || !this.#isTaken) return;
    this.#shows++;
    for (let body = 0; body < simulation.count; body++) {
      const bone = this.#bodies.bones[body];
      if (bone < 0 || this.#isKept[bone] === 0 || !simulation.isDynamic(body)) continue;
      if (held.isHeld[bone] === 0) held.count++;
      held.isHeld[bone] = 1;
      this.#write(bone, 0);
    }
  }

  /**
   * Once bones are held where their bodies are: shows them as kept until a worker knows that place, and then
   * on the way there, with the rig solved anew. Where settling took no more than the frame of the jump, no
   * picture has to ease. O(bones + IK) in these pictures.
   */
  ease(simulation: BodySimulation): void {
    if (this.#isTaken && simulation.isBehind) {
      this.show(simulation);
      this.#rig.solve();
      return;
    }
    if (this.#isTaken && this.#shows > 1) this.#left = EASE_FRAMES;
    this.#isTaken = false;
    if (this.#left === 0) return;
    const { held } = this.#rig.pose;
    this.#left--;
    const part = 1 - this.#left / EASE_FRAMES;
    const weight = part * part * (3 - 2 * part);
    for (let bone = 0; bone < this.#isKept.length; bone++)
      if (this.#isKept[bone] === 1 && held!.isHeld[bone] === 1) this.#write(bone, weight);
    this.#rig.solve();
  }

  /** Writes a place between the kept one, for weight 0, and the one where the bone is held. */
  #write(bone: number, weight: number): void {
    const { translations, rotations } = this.#rig.pose.held!;
    for (let i = 3 * bone; i < 3 * bone + 3; i++)
      translations[i] = this.#translations[i] + weight * (translations[i] - this.#translations[i]);
    blendRotation(this.#rotations, rotations, 4 * bone, weight, rotations);
  }
}

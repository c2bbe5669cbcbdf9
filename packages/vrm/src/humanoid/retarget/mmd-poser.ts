import { multiplyRotations, type Rig, rotateVector } from '@odori/runtime/rig';
import { invertRotation } from '@odori/runtime/internal';
import { HUMAN_BONES } from '@odori/runtime/joints';
import { findSourceBones } from '@odori/runtime/internal';
import type { HumanoidPose } from '../pose/humanoid-pose.js';

/**
 * Bones of an MMD model that carry others or copy them: human bones decide where these are, and they stay at
 * rest.
 */
const HELPERS =
  /^(?:全ての親|グルーブ|腰|[左右](?:足IK親|肩[PC]|つま先(?:ＩＫ|IK)?|足D|ひざD|足首D)|腰キャンセル[左右])$/;

/** A bone that gets the world rotation of a human bone. */
interface Turned {
  readonly human: number;
  readonly bone: number;
  /** The twist bone that gets the part of the rotation about its own axis; −1 = none. */
  readonly twist: number;
}

/** The leg IK of one side: its bone stands where the ankle is. */
interface Planted {
  readonly human: number;
  readonly bone: number;
  readonly ankle: number;
  /** From the ankle to the IK bone at rest. */
  readonly offset: Float64Array;
}

/**
 * Writes the pose of a humanoid that was made from an MMD model into keyframes of that model: センター (center)
 * carries the hips and turns as the source's waist, 足ＩＫ (leg IK) carries the feet, twist bones have the twist
 * of arms, and all others only rotate.
 */
export class MmdPoser {
  /** The bones whose keyframes it writes. */
  readonly bones: ReadonlySet<number>;
  /** Those that it moves, not only rotates. */
  readonly moved: ReadonlySet<number>;
  /** Those of them that leg IK or append moves further. */
  readonly posed: ReadonlySet<number>;
  /** The names of the leg and toe IKs, which are on. */
  readonly legIks: ReadonlySet<string>;
  readonly #rig: Rig;
  readonly #pose: HumanoidPose;
  readonly #turned: ReadonlyMap<number, Turned>;
  readonly #planted: ReadonlyMap<number, Planted>;
  readonly #helpers: ReadonlySet<number>;
  readonly #twists: ReadonlySet<number>;
  readonly #center: number;
  readonly #pelvis: number;
  /** The source's bone above its pelvis; −1 = none. */
  readonly #carrier: number;
  /** Knees, if leg IK bends them. */
  readonly #bent: ReadonlySet<number>;
  readonly #order: Int32Array;
  /** World rotations of the bones above IK, 4 per bone. */
  readonly #worlds: Float64Array;

  /** `pose` has to be that of `humanoidOf(rig.definition)`. */
  constructor(rig: Rig, pose: HumanoidPose) {
    const { definition } = rig;
    const names = definition.boneNames.map((name) => name.normalize('NFKC'));
    const source = findSourceBones(definition);
    this.#rig = rig;
    this.#pose = pose;
    this.#turned = new Map(
      HUMAN_BONES.flatMap((name) => {
        const bone = keyedBone(source.joint(name), names);
        if (bone < 0 || name.endsWith('Eye')) return [];
        const twist = source.rotation(name) === source.joint(name) ? -1 : source.rotation(name);
        return [[bone, { human: pose.humanoid.bones.indexOf(name), bone, twist }]];
      }),
    );
    this.#planted = new Map(
      (['left', 'right'] as const).flatMap((side) => {
        const bone = names.indexOf(`${side === 'left' ? '左' : '右'}足IK`);
        if (bone < 0) return [];
        const human = pose.humanoid.bones.indexOf(`${side}Foot`);
        const ankle = keyedBone(source.joint(`${side}Foot`), names);
        const rests = definition.restPositions;
        const offset = Float64Array.from([0, 1, 2], (k) => rests[3 * bone + k] - rests[3 * ankle + k]);
        return [[bone, { human, bone, ankle, offset }]];
      }),
    );
    this.#pelvis = source.joint('hips');
    this.#carrier = pose.rig.definition.parents[findSourceBones(pose.rig.definition).rotation('hips')];
    this.#center = ['センター', 'グルーブ', '腰', '下半身']
      .map((name) => names.indexOf(name))
      .find((bone) => bone >= 0)!;
    this.#twists = new Set([...this.#turned.values()].flatMap(({ twist }) => (twist < 0 ? [] : [twist])));
    this.#helpers = new Set(names.flatMap((name, bone) => (HELPERS.test(name) ? [bone] : [])));
    this.moved = new Set([this.#center, ...this.#planted.keys()]);
    this.bones = new Set([...this.#turned.keys(), ...this.#twists, ...this.#helpers, ...this.moved]);
    this.legIks = new Set(
      definition.ikNames.filter((name) => /^[左右](?:足|つま先)IK$/.test(name.normalize('NFKC'))),
    );
    const links = [...definition.beforePhysics.iks, ...definition.afterPhysics.iks]
      .filter(({ bone }) => this.#planted.has(bone))
      .flatMap(({ links: each }) => each.map(({ bone }) => bone));
    this.posed = new Set([...links, ...this.#helpers]);
    this.#bent = new Set(links.filter((bone) => names[bone].endsWith('ひざ')));
    this.#order = Int32Array.from([...definition.beforePhysics.bones, ...definition.afterPhysics.bones]);
    this.#worlds = new Float64Array(4 * definition.boneCount);
  }

  /** Writes the pose of the rig, whose other bones are already posed. Parents first. O(bones). */
  write(): void {
    const { pose, definition } = this.#rig;
    const { rotations, translations } = pose;
    for (const bone of this.#order) {
      const parent = definition.parents[bone];
      if (parent >= 0) for (let k = 0; k < 4; k++) above[k] = this.#worlds[4 * parent + k];
      else above.set([0, 0, 0, 1]);
      if (this.bones.has(bone)) translations.fill(0, 3 * bone, 3 * bone + 3);
      if (this.#helpers.has(bone) || this.#bent.has(bone)) rotations.set([0, 0, 0, 1], 4 * bone);
      else if (this.#planted.has(bone)) this.#plant(this.#planted.get(bone)!);
      else if (this.#turned.has(bone)) this.#turn(this.#turned.get(bone)!);
      if (bone === this.#center) this.#moveCenter();
      multiplyRotations(above, 0, rotations, 4 * bone, this.#worlds, 4 * bone);
    }
  }

  /**
   * Solves the rig, with the feet turned as those of the humanoid. Thighs keep their keyframes, so that IK
   * bends the legs in the right plane; knees have none, as IK started from bent knees would answer to every
   * rounding error.
   */
  solve(): void {
    const rig = this.#rig;
    rig.solve();
    for (const { human, ankle } of this.#planted.values()) {
      const parent = rig.definition.parents[ankle];
      invertRotation(rig.worldRotations, 4 * parent, inverse, 0);
      multiplyRotations(inverse, 0, this.#pose.worldRotations, 4 * human, rig.pose.rotations, 4 * ankle);
    }
    rig.solve();
    rig.solveAfterPhysics();
  }

  /** A bone's rotation relative to its parent; the part about a twist bone's axis goes to that bone. */
  #turn({ human, bone, twist }: Turned): void {
    const { rotations } = this.#rig.pose;
    invertRotation(above, 0, inverse, 0);
    multiplyRotations(inverse, 0, this.#pose.worldRotations, 4 * human, rotations, 4 * bone);
    if (twist < 0) return;
    const { fixedAxes, hasFixedAxis } = this.#rig.definition;
    if (hasFixedAxis[twist] === 0) {
      rotations.set([0, 0, 0, 1], 4 * twist);
      return;
    }
    writeTwist(rotations, 4 * bone, fixedAxes, 3 * twist, rotations, 4 * twist);
    invertRotation(rotations, 4 * twist, inverse, 0);
    multiplyRotations(rotations, 4 * bone, inverse, 0, rotations, 4 * bone);
  }

  /** The whole trunk hangs on the center. */
  #moveCenter(): void {
    const { definition, pose } = this.#rig;
    const rests = definition.restPositions;
    const [center, pelvis, carrier] = [this.#center, this.#pelvis, this.#carrier];
    if (center !== pelvis) {
      if (carrier < 0) pose.rotations.set([0, 0, 0, 1], 4 * center);
      else
        pose.rotations.set(this.#pose.rig.worldRotations.subarray(4 * carrier, 4 * carrier + 4), 4 * center);
    }
    for (let k = 0; k < 3; k++) place[k] = rests[3 * pelvis + k] - rests[3 * center + k];
    rotateVector(pose.rotations, 4 * center, place, 0, place, 0);
    for (let k = 0; k < 3; k++)
      pose.translations[3 * center + k] = this.#pose.hips[k] - place[k] - rests[3 * center + k];
  }

  #plant({ human, bone, offset }: Planted): void {
    const { definition, pose } = this.#rig;
    const { worldPositions, worldRotations } = this.#pose;
    rotateVector(worldRotations, 4 * human, offset, 0, place, 0);
    for (let k = 0; k < 3; k++)
      pose.translations[3 * bone + k] =
        place[k] + worldPositions[3 * human + k] - definition.restPositions[3 * bone + k];
    for (let k = 0; k < 4; k++) pose.rotations[4 * bone + k] = worldRotations[4 * human + k];
  }
}

const above = /* @__PURE__ */ new Float64Array(4);
const inverse = /* @__PURE__ */ new Float64Array(4);
const place = /* @__PURE__ */ new Float64Array(3);

/** The bone that gets keyframes: of legs the one that the IK rotates, not the one that copies it. */
function keyedBone(joint: number, names: readonly string[]): number {
  const plain = joint < 0 ? undefined : names[joint];
  return plain !== undefined && /^[左右](?:足|ひざ|足首)D$/.test(plain)
    ? names.indexOf(plain.slice(0, -1))
    : joint;
}

/** The part of a rotation about an axis. */
function writeTwist(
  q: Float64Array,
  i: number,
  axes: Float64Array,
  j: number,
  out: Float64Array,
  k: number,
): void {
  const along = q[i] * axes[j] + q[i + 1] * axes[j + 1] + q[i + 2] * axes[j + 2];
  const w = q[i + 3];
  const length = Math.hypot(along, w);
  const [sine, cosine] = length > 1e-9 ? [along / length, w / length] : [0, 1];
  for (let axis = 0; axis < 3; axis++) out[k + axis] = axes[j + axis] * sine;
  out[k + 3] = cosine;
}

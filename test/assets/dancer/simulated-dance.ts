import { parseBvmd, type Pmx } from '@odori/format';
import { createPhysics, type Physics } from '@odori/physics';
import { bindMotion, createRigDefinition, Rig } from '@odori/runtime/rig';
import { Motion } from '@odori/runtime/motion';
import { readFileSync } from 'node:fs';
import { Euler, Matrix4, Quaternion, Vector3 } from 'three';
import { FILES, readDancer } from './read-dancer.js';

export const STEP: number = 1 / 60;
const SPHERE = 0;
const BOX = 1;

/** The dancer and the dance of her body with physics, in steps of 1/60 s. All places are in three's space. */
export interface SimulatedDance {
  readonly dancer: Pmx;
  readonly rig: Rig;
  readonly lastFrame: number;
  /** Shows a frame, with hair and clothes at rest. */
  reset(frame: number): void;
  /** Lets a step pass and shows a frame at its end. */
  step(frame: number): void;
  /** A place on the bone of a body, by its share of the way from the bone to its tip. */
  boneAt(body: number, share: number): Vector3;
  /** How far a place is outside of a body; negative if it is inside. */
  distance(body: number, place: Vector3): number;
  /** How far the two ends of a joint are apart. */
  gap(joint: number): number;
  /** A vertex of the mesh in the pose. All weights are blended linearly, also those of SDEF. */
  vertex(index: number): Vector3;
}

export async function openSimulatedDance(): Promise<SimulatedDance> {
  const dancer = readDancer();
  const motion = Motion.from(parseBvmd(new Uint8Array(readFileSync(`${FILES}/dance.bvmd`))));
  const rig = new Rig(createRigDefinition(dancer));
  const binding = bindMotion(motion, rig);
  const physics = await createPhysics(dancer, rig);
  const bodies = new PlacedBodies(dancer, physics);
  let shown = 0;
  const advance = (seconds: number, frame: number): void => {
    physics.advance(seconds, (time) => {
      binding.sample(seconds > 0 ? shown + (frame - shown) * (time / seconds) : frame);
      rig.solve();
    });
    rig.solveAfterPhysics();
    bodies.forget();
    shown = frame;
  };
  return {
    dancer,
    rig,
    lastFrame: motion.lastFrame,
    reset(frame) {
      binding.sample(frame);
      physics.reset();
      bodies.forget();
      physics.settle();
      while (physics.isSettling) advance(0, frame);
    },
    step: (frame) => advance(STEP, frame),
    boneAt: (body, share) => boneAt(dancer, rig, dancer.rigidBodies[body].bone, share),
    distance: (body, place) => bodies.distance(body, place),
    gap: (joint) => bodies.gap(joint),
    vertex: (index) => vertexOf(dancer, rig, index),
  };
}

function boneAt({ bones }: Pmx, rig: Rig, bone: number, share: number): Vector3 {
  const { position, tail } = bones[bone];
  const [x, y, z] =
    typeof tail === 'number' ? bones[tail].position.map((value, i) => value - position[i]) : tail;
  const turn = new Quaternion().fromArray(rig.worldRotations, 4 * bone);
  return new Vector3(x, y, -z)
    .multiplyScalar(share)
    .applyQuaternion(turn)
    .add(new Vector3().fromArray(rig.worldPositions, 3 * bone));
}

function vertexOf({ vertices }: Pmx, rig: Rig, vertex: number): Vector3 {
  const at = moved.fromArray(vertices.positions, 3 * vertex);
  const [x, y, z] = [at.x, at.y, at.z];
  const sum = new Vector3();
  for (let k = 4 * vertex; k < 4 * vertex + 4; k++) {
    if (vertices.boneWeights[k] === 0) continue;
    matrix.fromArray(rig.skinMatrices, 16 * vertices.boneIndices[k]);
    sum.addScaledVector(moved.set(x, y, -z).applyMatrix4(matrix), vertices.boneWeights[k]);
  }
  return sum;
}

const matrix = new Matrix4();
const moved = new Vector3();
const inverse = new Quaternion();

interface BodyPose {
  readonly position: Vector3;
  readonly turn: Quaternion;
}

/** The rigid bodies of a model, where its physics has them. */
class PlacedBodies {
  readonly #dancer: Pmx;
  readonly #physics: Physics;
  /** By joint: where each of its bodies holds it, in that body's space. */
  readonly #ends: readonly (readonly Vector3[])[];
  /** Since the last step: each is read once, and asked for by many places. */
  readonly #poses = new Map<number, BodyPose>();

  constructor(dancer: Pmx, physics: Physics) {
    this.#dancer = dancer;
    this.#physics = physics;
    this.#ends = dancer.joints.map(({ bodyA, bodyB, position: [x, y, z] }) =>
      [bodyA, bodyB].map((body) => {
        const { position, rotation } = dancer.rigidBodies[body];
        const turn = new Quaternion().setFromEuler(new Euler(-rotation[0], -rotation[1], rotation[2], 'YXZ'));
        const place = new Vector3(position[0], position[1], -position[2]);
        return new Vector3(x, y, -z).sub(place).applyQuaternion(turn.invert());
      }),
    );
  }

  distance(body: number, place: Vector3): number {
    const { shape, size } = this.#dancer.rigidBodies[body];
    const { position, turn } = this.#pose(body);
    const own = place.clone().sub(position).applyQuaternion(inverse.copy(turn).invert());
    if (shape === BOX) {
      const over = own.toArray().map((value, axis) => Math.abs(value) - size[axis]);
      const outside = Math.hypot(...over.map((value) => Math.max(value, 0)));
      return outside + Math.min(0, Math.max(...over));
    }
    const half = shape === SPHERE ? 0 : size[1] / 2;
    own.y -= Math.min(half, Math.max(-half, own.y));
    return own.length() - size[0];
  }

  gap(joint: number): number {
    const { bodyA, bodyB } = this.#dancer.joints[joint];
    const [a, b] = [bodyA, bodyB].map((body, side) => {
      const { position, turn } = this.#pose(body);
      return this.#ends[joint][side].clone().applyQuaternion(turn).add(position);
    });
    return a.distanceTo(b);
  }

  /** The bodies have moved. */
  forget(): void {
    this.#poses.clear();
  }

  #pose(body: number): BodyPose {
    const known = this.#poses.get(body);
    if (known) return known;
    const [position, turn] = [[0, 0, 0], [0, 0, 0, 1]]; // prettier-ignore
    this.#physics.readBody(body, position, turn);
    const pose = { position: new Vector3().fromArray(position), turn: new Quaternion().fromArray(turn) };
    this.#poses.set(body, pose);
    return pose;
  }
}

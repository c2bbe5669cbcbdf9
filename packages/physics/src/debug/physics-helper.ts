import { finite } from '@odori/runtime/internal';
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  type ColorRepresentation,
  DynamicDrawUsage,
  Euler,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Quaternion,
  Vector3,
} from 'three';
import type { Physics } from '../physics.js';
import { FOLLOWS } from '../body-simulation.js';
import type { Vector } from '../solver/bodies.js';
import { wireframe } from './wireframe.js';

/** The length of the axes that stand at a joint, in units. */
const AXIS_LENGTH = 0.25;
const AXIS_COLORS = ['red', 'lime', 'blue'] as const;

/** Models draw their materials in an order of their own, up to some thousand. */
const LAST = 1e6;

/** What a body does now; each has a color. */
const FORCED = 0;
const FOLLOWING = 1;
const SWITCHED_OFF = 2;
const UNKNOWN = 3;

/** The lines of one body among all vertices. */
interface BodyRange {
  readonly start: number;
  readonly end: number;
  /** Whether the file lets forces move it. */
  readonly isPhysical: boolean;
  state: number;
}

/**
 * Draws the rigid bodies and joints of a model over everything else, in the manner of three's
 * `SkeletonHelper`.
 *
 * Bodies are wireframes: orange where forces move them, blue where they follow their bones, gray where their
 * physics is switched off; {@link setColors} changes these colors. Each joint has its axes x, y, z in red,
 * green and blue, and a line from the center of one body over the joint to the center of the other one: a
 * torn joint shows as a piece between two ends. Bodies and joints beyond the limits of `Physics` are not
 * drawn.
 *
 * @example
 * const helper = new PhysicsHelper(await createPhysics(pmx, rig)); // or of a model: model.physics!
 * model.root.add(helper);
 * // each frame, after model.update():
 * helper.update();
 */
export class PhysicsHelper extends LineSegments<BufferGeometry, LineBasicMaterial> {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  override readonly type = 'PhysicsHelper';
  readonly physics: Physics;
  readonly #bodies: readonly BodyRange[];
  /** By vertex: the body that it moves with, and its position in that body's space. */
  readonly #owners: Uint16Array;
  readonly #positions: Float32Array;
  readonly #firstJointVertex: number;
  /** By state. */
  readonly #colors = ['orange', 'dodgerblue', 'gray'].map((name) => new Color(name));

  /** O(bodies + joints). */
  constructor(physics: Physics) {
    const vertices = new Vertices();
    const { rigidBodies, joints } = physics.model;
    const shown = rigidBodies.slice(0, physics.bodyCount);
    const bodies = shown.map(({ shape, size, mode }, body): BodyRange => {
      const start = vertices.count;
      vertices.add(body, wireframe(shape, size));
      return { start, end: vertices.count, isPhysical: mode !== FOLLOWS, state: UNKNOWN };
    });
    const firstJointVertex = vertices.count;
    const rests = shown.map(({ position, rotation }) => restMatrix(position, rotation));
    for (const { bodyA, bodyB, position, rotation } of joints) {
      const [a, b] = [rests[bodyA], rests[bodyB]];
      if (a && b) vertices.addJoint(bodyA, bodyB, a, b, restMatrix(position, rotation));
    }
    super(geometryOf(vertices.count), materialOf());
    this.physics = physics;
    this.#bodies = bodies;
    this.#owners = Uint16Array.from(vertices.owners);
    this.#positions = Float32Array.from(vertices.positions);
    this.#firstJointVertex = firstJointVertex;
    this.frustumCulled = false;
    this.renderOrder = LAST;
    this.setJointColor('magenta');
    this.update();
  }

  /**
   * Changes the colors of bodies that forces move, that follow their bones, and whose physics is switched
   * off.
   */
  setColors(forced: ColorRepresentation, following: ColorRepresentation, off: ColorRepresentation): this {
    [forced, following, off].forEach((color, state) => this.#colors[state].set(color));
    for (const body of this.#bodies) body.state = UNKNOWN;
    return this;
  }

  /** Changes the color of the lines between the bodies of a joint. */
  setJointColor(color: ColorRepresentation): this {
    const colors = this.geometry.getAttribute('color') as BufferAttribute;
    const lines = new Color(color);
    const axes = AXIS_COLORS.map((name) => new Color(name));
    for (let vertex = this.#firstJointVertex; vertex < colors.count; vertex += JOINT_VERTICES) {
      for (let i = 0; i < JOINT_VERTICES; i++) {
        const { r, g, b } = axes[i >> 1] ?? lines;
        colors.setXYZ(vertex + i, r, g, b);
      }
    }
    colors.needsUpdate = true;
    return this;
  }

  /**
   * Moves everything to where the bodies are now. While they settle after a jump, they are elsewhere, and
   * nothing is drawn. Call it once a frame, after `model.update()`. Allocates nothing.
   */
  update(): void {
    // An empty draw range would be drawn: browsers warn of that with WebGPU.
    this.material.visible = !this.physics.isSettling;
    const { position: attribute } = this.geometry.attributes;
    const array = attribute.array as Float32Array;
    let shown = -1;
    for (let vertex = 0; vertex < this.#owners.length; vertex++) {
      if (this.#owners[vertex] !== shown) {
        shown = this.#owners[vertex];
        this.physics.readBody(shown, bodyPosition, bodyRotation);
        bodyMatrix.compose(bodyPlace.fromArray(bodyPosition), bodyTurn.fromArray(bodyRotation), ONE);
      }
      transform(bodyMatrix.elements, this.#positions, array, 3 * vertex);
    }
    attribute.needsUpdate = true;
    for (let body = 0; body < this.#bodies.length; body++) this.#updateColor(body);
    this.#leavePlacement();
  }

  /** Frees the lines and the material on the GPU. */
  override dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
    super.dispose();
  }

  #updateColor(body: number): void {
    const range = this.#bodies[body];
    const rest = range.isPhysical ? SWITCHED_OFF : FOLLOWING;
    const state = this.physics.isDynamic(body) ? FORCED : rest;
    if (state === range.state) return;
    range.state = state;
    const { r, g, b } = this.#colors[state];
    const { color } = this.geometry.attributes;
    for (let vertex = range.start; vertex < range.end; vertex++) color.setXYZ(vertex, r, g, b);
    color.needsUpdate = true;
  }

  /** Bodies that feel the moves of the whole model are in another space than `model.root`. */
  #leavePlacement(): void {
    const { placement } = this.physics;
    if (placement) {
      this.quaternion.fromArray(placement.rotation).invert();
      this.position.fromArray(placement.position).negate().applyQuaternion(this.quaternion);
    } else {
      this.quaternion.identity();
      this.position.set(0, 0, 0);
    }
  }
}

/** Three axes, and three lines from body to body. */
const JOINT_VERTICES = 12;

/** Vertices that move with bodies. */
class Vertices {
  readonly owners: number[] = [];
  readonly positions: number[] = [];

  get count(): number {
    return this.owners.length;
  }

  /** Adds vertices in the space of their body. */
  add(body: number, positions: readonly number[]): void {
    for (let i = 0; i < positions.length; i += 3) this.owners.push(body);
    for (const value of positions) this.positions.push(value);
  }

  /** Adds a joint between two bodies, all three of them at rest in the model's space. */
  addJoint(bodyA: number, bodyB: number, a: Matrix4, b: Matrix4, joint: Matrix4): void {
    const inA = a.clone().invert().multiply(joint);
    const inB = b.clone().invert().multiply(joint);
    const anchorA = new Vector3().setFromMatrixPosition(inA).toArray();
    const anchorB = new Vector3().setFromMatrixPosition(inB).toArray();
    for (const [axis, length] of [AXIS_LENGTH, AXIS_LENGTH, -AXIS_LENGTH].entries()) {
      // the file's z points the other way
      const end = new Vector3().setComponent(axis, length).applyMatrix4(inA);
      this.add(bodyA, [...anchorA, ...end]);
    }
    this.add(bodyA, [0, 0, 0, ...anchorA, ...anchorA]);
    this.add(bodyB, [...anchorB, ...anchorB, 0, 0, 0]);
  }
}

/** A position at rest as the file says it, in three's space; numbers that are not finite count as 0. */
function restMatrix(position: Vector, rotation: Vector): Matrix4 {
  const [x, y, z] = position.map(finite);
  const [rx, ry, rz] = rotation.map(finite);
  const turn = new Quaternion().setFromEuler(new Euler(-rx, -ry, rz, 'YXZ'));
  return new Matrix4().compose(new Vector3(x, y, -z), turn, ONE);
}

function geometryOf(vertices: number): BufferGeometry {
  const attribute = (): BufferAttribute =>
    new BufferAttribute(new Float32Array(3 * vertices), 3).setUsage(DynamicDrawUsage);
  return new BufferGeometry().setAttribute('position', attribute()).setAttribute('color', attribute());
}

function materialOf(): LineBasicMaterial {
  return new LineBasicMaterial({
    vertexColors: true,
    depthTest: false,
    depthWrite: false,
    toneMapped: false,
    transparent: true,
  });
}

/** Moves the point at an index of `positions` by a matrix, to the same index of `out`. */
function transform(m: readonly number[], positions: Float32Array, out: Float32Array, i: number): void {
  const x = positions[i];
  const y = positions[i + 1];
  const z = positions[i + 2];
  for (let axis = 0; axis < 3; axis++) {
    out[i + axis] = m[axis] * x + m[4 + axis] * y + m[8 + axis] * z + m[12 + axis];
  }
}

const ONE = /* @__PURE__ */ new Vector3(1, 1, 1);
const bodyPosition: number[] = [0, 0, 0];
const bodyRotation: number[] = [0, 0, 0, 1];
const bodyPlace = /* @__PURE__ */ new Vector3();
const bodyTurn = /* @__PURE__ */ new Quaternion();
const bodyMatrix = /* @__PURE__ */ new Matrix4();

import {
  BufferGeometry,
  Float32BufferAttribute,
  Group,
  Line,
  LineBasicMaterial,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  RingGeometry,
  Vector3,
} from 'three';
import type { Placement } from './placement.js';
import { Pointer } from './pointer.js';

/** Meters along the floor: who points farther moves her, else puts her to where the pointer is. */
const TAP = 0.1;
/** Of the axes of a thumbstick: less is no wish. */
const DEAD_ZONE = 0.15;
/** Radians, and powers of e, in a second. */
const [TURN_SPEED, SIZE_SPEED] = [2, 1];

/**
 * What the viewer does with controllers, hands, or fingers on a screen: a tap puts her onto the floor, one
 * that is held moves her; two that are held turn and size her, as a thumbstick does.
 */
export class Hands {
  /** Rays, and the ring on the floor. */
  readonly root: Group = new Group();
  readonly #placement: Placement;
  readonly #pointers: Pointer[] = [];
  readonly #ring = createRing();
  readonly #ray = createRay();
  /** What a phone finds in the middle of its picture. */
  #hitTest: XRHitTestSource | undefined;
  readonly #spot = new Vector3();
  #hasSpot = false;
  /** From one of two that are held to the other, as the viewer sees them: its length and its angle. */
  #pairLength = 0;
  #pairAngle = 0;

  /** `space`: of the room. */
  constructor(session: XRSession, space: () => XRReferenceSpace | null, placement: Placement) {
    this.#placement = placement;
    this.root.add(this.#ring);
    this.#add(session.inputSources);
    session.addEventListener('inputsourceschange', ({ added, removed }) => {
      for (const source of removed) this.#remove(source);
      this.#add(added);
    });
    const listen = (type: 'selectstart' | 'select' | 'selectend', act: (pointer: Pointer) => void): void => {
      session.addEventListener(type, ({ inputSource, frame }) => {
        const pointer = this.#pointers.find(({ source }) => source === inputSource);
        const room = space();
        if (!pointer || !room) return;
        pointer.follow(frame, room, placement.position.y);
        act(pointer);
      });
    };
    listen('selectstart', (pointer) => (pointer.isHeld = true));
    listen('select', (pointer) => this.#tap(pointer));
    listen('selectend', (pointer) => (pointer.isHeld = false));
    void this.#findFloor(session);
  }

  /** Follows the hands. `head`: the viewer's, in the room. */
  update(frame: XRFrame, space: XRReferenceSpace, head: Matrix4, deltaSeconds: number): void {
    const pointers = this.#pointers;
    let [first, second]: (Pointer | undefined)[] = NONE;
    for (let i = 0; i < pointers.length; i++) {
      const pointer = pointers[i];
      pointer.follow(frame, space, this.#placement.position.y);
      this.#push(pointer.source.gamepad?.axes, deltaSeconds);
      if (!pointer.isHeld) continue;
      if (!first) first = pointer;
      else second ??= pointer;
    }
    if (first && second) this.#turn(first, second, head);
    else this.#pairLength = 0;
    if (first && !second && !first.wasPaired) this.#placement.moveBy(first.step.x, first.step.z);
    this.#showRing(frame, space);
  }

  dispose(): void {
    this.#hitTest?.cancel();
    for (const { geometry, material } of [this.#ring, this.#ray]) {
      geometry.dispose();
      material.dispose();
    }
  }

  #add(sources: Iterable<XRInputSource>): void {
    for (const source of sources) {
      const pointer = new Pointer(source, this.#ray);
      this.#pointers.push(pointer);
      if (pointer.ray) this.root.add(pointer.ray);
    }
  }

  #remove(removed: XRInputSource): void {
    const index = this.#pointers.findIndex(({ source }) => source === removed);
    if (index >= 0) this.#pointers.splice(index, 1)[0].ray?.removeFromParent();
  }

  /** Without hit tests the floor is where the device says that it is. */
  async #findFloor(session: XRSession): Promise<void> {
    if (!session.requestHitTestSource || !session.enabledFeatures?.includes('hit-test')) return;
    try {
      const space = await session.requestReferenceSpace('viewer');
      this.#hitTest = await session.requestHitTestSource({ space });
    } catch {
      // the session has ended, or the device finds nothing
    }
  }

  #tap(pointer: Pointer): void {
    if (pointer.way > TAP || pointer.wasPaired) return;
    if (this.#hasSpot && !pointer.isTracked) this.#placement.moveTo(this.#spot);
    else if (pointer.meetsFloor) this.#placement.moveTo(pointer.floor);
  }

  /** A thumbstick: the last two axes of four. */
  #push(axes: readonly number[] | undefined, deltaSeconds: number): void {
    if (!axes || axes.length < 4) return;
    const [x, y] = [axes[2], axes[3]];
    if (Math.abs(x) > DEAD_ZONE) this.#placement.turn(x * TURN_SPEED * deltaSeconds);
    if (Math.abs(y) > DEAD_ZONE) this.#placement.resize(Math.exp(-y * SIZE_SPEED * deltaSeconds));
  }

  /** Two that are held: she turns as the line between them does, and grows with it. */
  #turn(a: Pointer, b: Pointer, head: Matrix4): void {
    a.wasPaired = b.wasPaired = true;
    toHead.copy(head).invert();
    from.addVectors(a.origin, a.direction).applyMatrix4(toHead);
    to.addVectors(b.origin, b.direction).applyMatrix4(toHead);
    const x = to.x / -to.z - from.x / -from.z;
    const y = to.y / -to.z - from.y / -from.z;
    const [length, angle] = [Math.hypot(x, y), Math.atan2(y, x)];
    if (this.#pairLength > 0 && length > 0) {
      this.#placement.resize(length / this.#pairLength);
      this.#placement.turn(Math.atan2(Math.sin(angle - this.#pairAngle), Math.cos(angle - this.#pairAngle)));
    }
    this.#pairLength = length;
    this.#pairAngle = angle;
  }

  /** The ring is where a tap would put her: where a controller points to, or what a phone has found. */
  #showRing(frame: XRFrame, space: XRReferenceSpace): void {
    const tracked = this.#pointers.find(({ isTracked, meetsFloor }) => isTracked && meetsFloor);
    this.#findSpot(frame, space);
    this.#ring.visible = tracked !== undefined || this.#hasSpot;
    if (this.#ring.visible) this.#ring.position.copy(tracked?.floor ?? this.#spot);
  }

  /** Until the viewer has chosen a place. */
  #findSpot(frame: XRFrame, space: XRReferenceSpace): void {
    this.#hasSpot = false;
    if (!this.#hitTest || this.#placement.isChosen) return;
    const pose = frame.getHitTestResults(this.#hitTest)[0]?.getPose(space);
    if (!pose) return;
    this.#hasSpot = true;
    const { x, y, z } = pose.transform.position;
    this.#spot.set(x, y, z);
  }
}

const NONE = [undefined, undefined];
const toHead = /* @__PURE__ */ new Matrix4();
const from = /* @__PURE__ */ new Vector3();
const to = /* @__PURE__ */ new Vector3();

function createRing(): Mesh<RingGeometry, MeshBasicMaterial> {
  const geometry = new RingGeometry(0.12, 0.15, 32).rotateX(-Math.PI / 2).translate(0, 0.005, 0);
  const ring = new Mesh(geometry, new MeshBasicMaterial({ transparent: true, opacity: 0.8 }));
  ring.visible = false;
  return ring;
}

/** A meter along −z. */
function createRay(): Line<BufferGeometry, LineBasicMaterial> {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute([0, 0, 0, 0, 0, -1], 3));
  return new Line(geometry, new LineBasicMaterial({ transparent: true, opacity: 0.6 }));
}

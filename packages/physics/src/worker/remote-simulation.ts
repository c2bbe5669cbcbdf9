import {
  type Anchored,
  type BodySimulation,
  FOLLOWS,
  MAX_BODIES,
  type PhysicsModel,
} from '../body-simulation.js';
import { carryPose } from '../carry.js';
import { copyPose, copyPoses, createPoses, type Poses } from '../pose-matrix.js';
import { SUBSTEP } from '../substep-clock.js';
import {
  addRecord,
  clearRecords,
  countRecords,
  createFrame,
  faultsOf,
  generationOf,
  PLACE,
  readAnswer,
  setGeneration,
  STEP,
  thinRecords,
} from './frame-records.js';

/** What a simulation needs of a `Worker`. */
export interface WorkerPort {
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(type: 'error', listener: (event: { message?: string }) => void): void;
  postMessage(message: unknown): void;
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  terminate(): void;
}

/** The substeps of earlier frames that may wait for a busy worker. Those of one frame may be more. */
const MAX_WAITING = 60;

/**
 * A simulation that runs in a worker. It collects the substeps of a frame and sends them; the poses that come
 * back are shown with the next frame, carried along by the bones that the bodies hang on, so that hair stays
 * on a head that moves on.
 *
 * One frame is with the worker at a time. Further frames wait and are sent together. Of more than a second of
 * them, every second substep is left out.
 */
export class RemoteSimulation implements BodySimulation {
  readonly count: number;
  readonly targets: Poses;
  readonly poses: Poses;
  faults = 0;
  /** How many substeps were left out because the worker was too slow. */
  droppedSubsteps = 0;
  readonly world: BodySimulation['world'];
  readonly #port: WorkerPort;
  readonly #isDynamic: Uint8Array;
  /** The substeps that wait, and the buffer that comes back from the worker. */
  #waiting: Float64Array<ArrayBuffer>;
  #returned: Float64Array<ArrayBuffer> | undefined;
  #waitingBefore = 0;
  #isAnswerCurrent = false;
  #isBusy = false;
  #isEnded = false;
  /** The frames so far that were sent and answered, and the one whose answer bodies wait for. */
  #sent = 0;
  #answered = 0;
  #expected = 0;
  /** The jumps so far. An answer from before a jump is not shown. */
  #generation = 0;
  /** The last poses that came back… */
  readonly #answer: Poses;
  /** …and where their anchors were: then, in the frame with the worker, in the frames that wait, and now. */
  readonly #anchors: Poses;
  readonly #sentAnchors: Poses;
  readonly #waitingAnchors: Poses;
  readonly #currentAnchors: Poses;

  /** `first`: the first answer of the worker. */
  constructor(port: WorkerPort, first: ArrayBuffer, { rigidBodies }: PhysicsModel) {
    const bodies = rigidBodies.slice(0, MAX_BODIES);
    const poses = (): Poses => createPoses(bodies.length);
    this.count = bodies.length;
    this.#isDynamic = Uint8Array.from(bodies, ({ mode }) => (mode === FOLLOWS ? 0 : 1));
    [this.targets, this.poses, this.#answer] = [poses(), poses(), poses()];
    [this.#anchors, this.#sentAnchors, this.#waitingAnchors, this.#currentAnchors] = [
      poses(),
      poses(),
      poses(),
      poses(),
    ];
    this.#returned = new Float64Array(first);
    readAnswer(this.#returned, this.poses);
    this.#waiting = createFrame(this.count, 2);
    this.world = {
      gravity: new Float32Array(3),
      hasGround: true,
      substep: SUBSTEP,
      dispose: () => this.end(),
    };
    this.#port = port;
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  readonly isDynamic = (body: number): boolean => this.#isDynamic[body] === 1;

  setDynamic(body: number, dynamic: boolean): void {
    this.#isDynamic[body] = dynamic ? 1 : 0;
  }

  placeAll(): void {
    clearRecords(this.#waiting); // what was before does not matter any more
    this.#waitingBefore = 0;
    this.#generation++;
    this.#waiting = addRecord(this.#waiting, PLACE, this, 1);
  }

  step(pace = 1): void {
    this.#waiting = addRecord(this.#waiting, STEP, this, pace);
  }

  showTargets(): void {
    copyPoses(this.targets, this.#answer);
    this.#isAnswerCurrent = true;
  }

  expectAnswer(): void {
    this.#expected = this.#sent + (countRecords(this.#waiting) > 0 ? 1 : 0);
  }

  get isBehind(): boolean {
    return !this.#isEnded && this.#answered < this.#expected;
  }

  finishFrame(bodies: Anchored): void {
    bodies.writeAnchors(this.#currentAnchors);
    if (this.#isAnswerCurrent) copyPoses(this.#currentAnchors, this.#anchors);
    this.#isAnswerCurrent = false;
    if (countRecords(this.#waiting) > 0) {
      copyPoses(this.#currentAnchors, this.#waitingAnchors);
      if (!this.#isBusy) this.#send();
      else if (this.#waitingBefore > MAX_WAITING)
        this.droppedSubsteps += thinRecords(this.#waiting, this.count);
      this.#waitingBefore = countRecords(this.#waiting);
    }
    this.#show();
  }

  #send(): void {
    if (this.#isEnded) return clearRecords(this.#waiting);
    const frame = this.#waiting;
    setGeneration(frame, this.#generation);
    copyPoses(this.#waitingAnchors, this.#sentAnchors);
    this.#waiting = this.#returned ?? createFrame(this.count, 2);
    this.#returned = undefined;
    clearRecords(this.#waiting);
    this.#waitingBefore = 0;
    this.#isBusy = true;
    this.#sent++;
    transfer[0] = frame.buffer;
    this.#port.postMessage(frame.buffer, transfer);
  }

  /** Takes an answer of the worker. */
  receive(buffer: ArrayBuffer): void {
    const frame = new Float64Array(buffer);
    this.#isBusy = false;
    this.#answered++;
    this.#returned = frame;
    this.faults = faultsOf(frame);
    if (generationOf(frame) === this.#generation) {
      readAnswer(frame, this.#answer);
      copyPoses(this.#sentAnchors, this.#anchors);
    }
    if (countRecords(this.#waiting) > 0) this.#send();
  }

  /** Shows the last answer, carried along with the anchors. */
  #show(): void {
    const { poses } = this;
    for (let body = 0; body < this.count; body++) {
      const isFree = this.#isDynamic[body] === 1;
      copyPose(isFree ? this.#answer : this.targets, poses, body);
      if (isFree && !isSame(this.#anchors, this.#currentAnchors, body))
        carryPose(poses, body, this.#anchors, this.#currentAnchors, body, poses);
    }
  }

  /** Ends the worker. Poses stay as they are. */
  end(): void {
    this.#isEnded = true;
    this.#isBusy = false;
    this.#port.terminate();
  }
}

const transfer: ArrayBuffer[] = [];

function isSame(a: Poses, b: Poses, body: number): boolean {
  for (let i = 3 * body; i < 3 * body + 3; i++) if (a.positions[i] !== b.positions[i]) return false;
  for (let i = 4 * body; i < 4 * body + 4; i++) if (a.rotations[i] !== b.rotations[i]) return false;
  return true;
}

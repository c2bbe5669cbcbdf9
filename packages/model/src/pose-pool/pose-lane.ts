import { dataOfMotion, type PlayedMotion } from '@odori/runtime/internal/player';
import type { Motion } from '@odori/runtime/motion';
import type { ModelMessage, PoolMessage, WorkerMessage, WorkerPort } from './messages.js';

/** So many frames more without than with a pose in time, for each model, and a worker is too slow. */
const MOST_LATE = 60;

/** What a lane tells a model of its worker. */
interface LaneModel {
  /** The frames in which its pose did not come in time, one after another. */
  readonly framesLate: number;
  /** The worker has the model. */
  opened(): void;
  /** A frame has come back. */
  receive(buffer: ArrayBuffer): void;
}

/** One worker of a pool, with the models that it poses. */
export class PoseLane {
  /** Whether frames lie in memory that both threads have. */
  readonly isShared: boolean;
  readonly #port: WorkerPort;
  /** Told once, when the worker is lost. */
  readonly #onLost: (reason: string) => void;
  readonly #models = new Map<number, LaneModel>();
  /** The motions that the worker has, by the numbers that they have there. */
  readonly #motions = new Map<Motion, number>();
  #opened = 0;
  #late = 0;
  #isLost = false;

  constructor(port: WorkerPort, isShared: boolean, onLost: (reason: string) => void) {
    this.#port = port;
    this.isShared = isShared;
    this.#onLost = onLost;
    port.addEventListener('message', ({ data }) => this.#receive(data as WorkerMessage));
    port.addEventListener('error', (event) => {
      event.preventDefault(); // this thread goes on, so this is no error of the page
      const reason = event.message || 'its script did not load; does the Content-Security-Policy allow it?';
      this.#lose(reason);
    });
  }

  /** The worker does not answer any more: its models are posed on this thread. */
  get isLost(): boolean {
    return this.#isLost;
  }

  get modelCount(): number {
    return this.#models.size;
  }

  /** The most frames by which a pose is late. */
  get framesLate(): number {
    let most = 0;
    for (const model of this.#models.values()) most = Math.max(most, model.framesLate);
    return most;
  }

  /** Sends a model; gives the number that it has in the worker. */
  open(model: LaneModel, message: ModelMessage): number {
    const open = ++this.#opened;
    this.#models.set(open, model);
    this.#post({ open, ...message });
    return open;
  }

  close(model: number): void {
    if (this.#models.delete(model)) this.#post({ close: model });
  }

  /** Sends a motion; its data only once. O(keys) then. */
  play(model: number, { motion, ...played }: PlayedMotion, fadeSeconds: number): void {
    const known = this.#motions.get(motion);
    const number = known ?? this.#motions.size;
    this.#motions.set(motion, number);
    const data = known === undefined ? dataOfMotion(motion) : undefined;
    this.#post({ play: model, motion: number, data, played, fadeSeconds });
  }

  /** Sends a frame: its buffer, or in shared memory the number of its model. */
  send(frame: ArrayBuffer | number): void {
    if (this.#isLost) return;
    if (typeof frame === 'number') return this.#port.postMessage(frame);
    transfer[0] = frame;
    this.#port.postMessage(frame, transfer);
  }

  /** Counts a frame of a model. */
  count(isLate: boolean): void {
    this.#late = isLate ? this.#late + 1 : Math.max(this.#late - 1, 0);
    if (this.#late > MOST_LATE * this.#models.size) this.#lose('it needs longer than the frames of the page');
  }

  dispose(): void {
    this.#isLost = true;
    this.#port.terminate();
  }

  #post(message: PoolMessage): void {
    if (!this.#isLost) this.#port.postMessage(message);
  }

  #receive(message: WorkerMessage): void {
    if (message instanceof ArrayBuffer) this.#modelOf(message)?.receive(message);
    else if ('opened' in message) this.#models.get(message.opened)?.opened();
    else this.#lose(message.failed);
  }

  #modelOf(frame: ArrayBuffer): LaneModel | undefined {
    return this.#models.get(new Float64Array(frame, 0, 1)[0]);
  }

  #lose(reason: string): void {
    if (this.#isLost) return;
    this.dispose();
    this.#onLost(reason);
  }
}

const transfer: ArrayBuffer[] = [];

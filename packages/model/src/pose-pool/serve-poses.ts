import { motionOfData } from '@odori/runtime/internal/player';
import type { Motion } from '@odori/runtime/motion';
import { markOf, numbersOf, type OpenMessage, type PlayMessage, type PoolMessage } from './messages.js';
import type { WorkerMessage } from './messages.js';
import { PoseFrame } from './pose-frame.js';
import { createServedModel, type ServedModel } from './served-model.js';

/** A model of a worker, and the memory for its frames that both threads have. */
interface Place {
  readonly model: ServedModel;
  readonly memory: SharedArrayBuffer | undefined;
  readonly frame: PoseFrame;
}

/**
 * The worker's side of a pool: models first, then their motions and frames. `answer` hands a buffer over.
 *
 * @example
 * const serve = servePoses((message, transfer) => postMessage(message, transfer));
 * addEventListener('message', ({ data }) => serve(data));
 */
export function servePoses(
  answer: (message: WorkerMessage, transfer: ArrayBuffer[]) => void,
): (message: PoolMessage) => void {
  const server = new PoseServer(answer);
  return (message) => server.receive(message);
}

class PoseServer {
  readonly #answer: (message: WorkerMessage, transfer: ArrayBuffer[]) => void;
  readonly #places = new Map<number, Place>();
  readonly #opening = new Set<number>();
  readonly #motions = new Map<number, Motion>();
  /** The frame of a buffer that was sent. */
  readonly #sent = new PoseFrame(new Float64Array(0));

  constructor(answer: (message: WorkerMessage, transfer: ArrayBuffer[]) => void) {
    this.#answer = answer;
  }

  receive(message: PoolMessage): void {
    if (typeof message === 'number') this.#poseShared(message);
    else if (message instanceof ArrayBuffer) this.#poseSent(message);
    else if ('open' in message) void this.#open(message);
    else if ('play' in message) this.#play(message);
    else this.#close(message.close);
  }

  async #open(message: OpenMessage): Promise<void> {
    const { open, memory } = message;
    this.#opening.add(open);
    try {
      const model = await createServedModel(message);
      if (!this.#opening.delete(open)) return; // closed in between
      const numbers = memory ? numbersOf(memory) : new Float64Array(0);
      this.#places.set(open, { model, memory, frame: new PoseFrame(numbers) });
      this.#answer({ opened: open }, []);
    } catch (error) {
      this.#answer({ failed: String(error) }, []);
    }
  }

  #close(model: number): void {
    this.#opening.delete(model);
    this.#places.delete(model);
  }

  #play({ play, motion, data, played, fadeSeconds }: PlayMessage): void {
    if (data) this.#motions.set(motion, motionOfData(data));
    this.#places.get(play)?.model.play({ ...played, motion: this.#motions.get(motion)! }, fadeSeconds);
  }

  #poseShared(model: number): void {
    const place = this.#places.get(model);
    if (!place) return; // closed in between
    place.model.pose(place.frame);
    Atomics.store(markOf(place.memory!), 0, 1);
  }

  #poseSent(buffer: ArrayBuffer): void {
    const frame = this.#sent;
    frame.numbers = new Float64Array(buffer);
    const place = this.#places.get(frame.model);
    if (!place) return;
    place.model.pose(frame);
    this.#answer(buffer, [buffer]);
  }
}

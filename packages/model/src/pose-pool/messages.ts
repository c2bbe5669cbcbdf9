import type { PhysicsModel } from '@odori/physics';
import type { RigDefinition, RigOptions } from '@odori/runtime/rig';
import type { MotionData, PlayedMotion } from '@odori/runtime/internal/player';

/** A model for a worker, by the number that it gets. */
export interface OpenMessage extends ModelMessage {
  readonly open: number;
}

/** What a worker needs of a model. */
export interface ModelMessage {
  readonly definition: RigDefinition;
  readonly rigOptions: RigOptions;
  /** Undefined for a model without physics. */
  readonly bodies: PhysicsModel | undefined;
  /** Memory for its frames that both threads have; undefined: frames are sent to and fro. */
  readonly memory: SharedArrayBuffer | undefined;
}

/** A motion for a model that is open; `motion` comes with the first message that plays it. */
export interface PlayMessage {
  readonly play: number;
  readonly motion: number;
  readonly data: MotionData | undefined;
  readonly played: Omit<PlayedMotion, 'motion'>;
  readonly fadeSeconds: number;
}

export interface CloseMessage {
  readonly close: number;
}

/** What a worker gets. A frame is a buffer, or in shared memory the number of its model. */
export type PoolMessage = OpenMessage | PlayMessage | CloseMessage | ArrayBuffer | number;

/** What a worker answers: a model is open, something failed, or a frame is posed, unless memory is shared. */
export type WorkerMessage = { readonly opened: number } | { readonly failed: string } | ArrayBuffer;

/** What a pool needs of a `Worker`. */
export interface WorkerPort {
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(type: 'error', listener: (event: Event & { message?: string }) => void): void;
  postMessage(message: PoolMessage): void;
  postMessage(message: PoolMessage, transfer: ArrayBuffer[]): void;
  terminate(): void;
}

/** In shared memory, after the numbers of a frame: 1 = the frame is posed. */
export function markOf(memory: SharedArrayBuffer): Int32Array {
  return new Int32Array(memory, memory.byteLength - 8, 1);
}

/** The numbers of a frame in shared memory. */
export function numbersOf(memory: SharedArrayBuffer): Float64Array<SharedArrayBuffer> {
  return new Float64Array(memory, 0, memory.byteLength / 8 - 1);
}

export function createMemory(length: number): SharedArrayBuffer {
  return new SharedArrayBuffer(8 * (length + 1));
}

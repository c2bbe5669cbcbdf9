/** Counts draws of a WebGL context, uploaded bytes, and the uploads that come between draws. */
export class UploadCounter {
  draws = 0;
  bytes = 0;
  /** Uploads after the first draw of a picture and before its last one. */
  between = 0;
  /** Uploads since the last draw. */
  #waiting = 0;
  #isDrawing = false;
  readonly #gl: WebGL2RenderingContext;
  readonly #wrapped: string[] = [];

  /** Wraps the functions of the context until {@link stop}. */
  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    const draw = (): void => {
      this.draws++;
      if (this.#isDrawing) this.between += this.#waiting;
      this.#isDrawing = true;
      this.#waiting = 0;
    };
    const upload = (bytes: number): void => {
      this.#waiting++;
      this.bytes += bytes;
    };
    for (const name of ['drawElements', 'drawElementsInstanced', 'drawArrays'] as const)
      this.#wrap(name, draw);
    for (const name of ['bufferData', 'bufferSubData'] as const) {
      this.#wrap(name, (_target, place, from, start = 0, length) => {
        const data = (name === 'bufferData' ? place : from) as Float32Array;
        upload(data.BYTES_PER_ELEMENT * ((length as number) || data.length - (start as number)));
      });
    }
    for (const name of ['texSubImage2D', 'texImage2D'] as const) {
      this.#wrap(name, (...values) => upload((values.at(-1) as ArrayBufferView | null)?.byteLength ?? 0));
    }
  }

  reset(): void {
    this.draws = this.bytes = this.between = 0;
  }

  /** What is uploaded from now on comes before the first draw. */
  startPicture(): void {
    this.#isDrawing = false;
    this.#waiting = 0;
  }

  stop(): void {
    for (const name of this.#wrapped) Reflect.deleteProperty(this.#gl, name); // the prototype has it
  }

  #wrap(name: keyof WebGL2RenderingContext, note: (...values: unknown[]) => void): void {
    const original = this.#gl[name] as (...values: unknown[]) => unknown;
    this.#wrapped.push(name);
    Object.defineProperty(this.#gl, name, {
      configurable: true,
      value: (...values: unknown[]) => {
        note(...values);
        return original.apply(this.#gl, values);
      },
    });
  }
}

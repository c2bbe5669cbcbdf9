/** Counts the GPU memory of a page: the uploaded bytes of every buffer and texture of every WebGL context. */
export class GpuLedger {
  readonly #buffers = new Map<WebGLBuffer, number>();
  readonly #textures = new Map<WebGLTexture, number>();
  readonly #restore: (() => void)[] = [];

  /** Wraps the functions of all WebGL contexts that are created from now on. */
  constructor() {
    const { prototype } = WebGL2RenderingContext;
    const buffers = this.#buffers;
    const textures = this.#textures;
    this.#wrap(prototype, 'bufferData', (gl, [target, data]) => {
      const binding =
        target === gl.ELEMENT_ARRAY_BUFFER ? gl.ELEMENT_ARRAY_BUFFER_BINDING : gl.ARRAY_BUFFER_BINDING;
      const bytes = typeof data === 'number' ? data : (data as ArrayBufferView).byteLength;
      buffers.set(gl.getParameter(binding) as WebGLBuffer, bytes);
    });
    this.#wrap(prototype, 'deleteBuffer', (_gl, [buffer]) => buffers.delete(buffer as WebGLBuffer));
    this.#wrap(prototype, 'texStorage2D', (gl, [, levels, format, width, height]) => {
      const texel = format === gl.RGBA32F ? 16 : 4;
      const whole = texel * (width as number) * (height as number);
      const bytes = (levels as number) > 1 ? (whole * 4) / 3 : whole;
      textures.set(gl.getParameter(gl.TEXTURE_BINDING_2D) as WebGLTexture, bytes);
    });
    this.#wrap(prototype, 'deleteTexture', (_gl, [texture]) => textures.delete(texture as WebGLTexture));
  }

  get bytes(): number {
    return [...this.#buffers.values(), ...this.#textures.values()].reduce((sum, bytes) => sum + bytes, 0);
  }

  /** The number of buffers and textures. */
  get count(): number {
    return this.#buffers.size + this.#textures.size;
  }

  stop(): void {
    this.#restore.forEach((restore) => restore());
  }

  #wrap(
    prototype: WebGL2RenderingContext,
    name: 'bufferData' | 'deleteBuffer' | 'texStorage2D' | 'deleteTexture',
    note: (gl: WebGL2RenderingContext, parameters: unknown[]) => void,
  ): void {
    const original = prototype[name] as (...parameters: unknown[]) => void;
    const wrapped = function (this: WebGL2RenderingContext, ...parameters: unknown[]): void {
      note(this, parameters);
      original.apply(this, parameters);
    };
    Object.assign(prototype, { [name]: wrapped });
    this.#restore.push(() => Object.assign(prototype, { [name]: original }));
  }
}

import { CompressedTexture, LinearFilter, NoColorSpace, REVISION, type WebGLRenderer } from 'three';
import { KTX2Loader } from 'three/addons/loaders/KTX2Loader.js';

/**
 * A KTX2 with Basis pixels as blocks that the graphics card knows, in all its sizes. Colors are not
 * converted.
 *
 * `maxWidth`: wider pictures are left out, but for the smallest one. `folder`: where three's transcoder lies;
 * undefined: where three's own module says.
 *
 * @throws TypeError for a kind that is not supported, and where the transcoder cannot be loaded.
 */
export async function decodeKtx2(
  file: ArrayBuffer,
  maxWidth: number,
  folder: string | undefined,
): Promise<CompressedTexture> {
  checkHeader(file);
  const transcoder = takeTranscoder(folder);
  try {
    return fitting(await transcoder.decode(file), maxWidth);
  } finally {
    giveBack(transcoder);
  }
}

/** Of the header, up to the list of its pictures. */
const HEADER_BYTES = 80;

/** One picture of Basis pixels, whose blocks are whole: WebGPU accepts no others. */
function checkHeader(file: ArrayBuffer): void {
  if (file.byteLength < HEADER_BYTES) throw new TypeError('the image is broken: it ends in its header');
  const view = new DataView(file);
  const [format, , width, height, depth, layers, faces, levels] = Array.from({ length: 8 }, (_, i) =>
    view.getUint32(12 + 4 * i, true),
  );
  if (format !== 0 || depth > 0 || layers > 1 || faces !== 1)
    throw new TypeError('this kind of KTX2 image is not supported: only single pictures of Basis pixels are');
  if (width % 4 !== 0 || height % 4 !== 0)
    throw new TypeError(`a KTX2 image needs sides of 4, 8, 12 … pixels, not ${width} × ${height}`);
  if (levels > 1 + Math.log2(Math.max(width, height)))
    throw new TypeError(`the image is broken: its header declares ${levels} sizes`);
}

/** Only the newest three knows where its own transcoder is. */
const KNOWS_FOLDER = 187;

/** three's loader, while it has work: it holds workers and WebAssembly. */
class Transcoder {
  readonly folder: string | undefined;
  users = 0;
  readonly #loader: KTX2Loader;

  constructor(folder: string | undefined) {
    if (folder === undefined && Number.parseInt(REVISION) < KNOWS_FOLDER) throw notLoaded();
    this.folder = folder;
    this.#loader = new KTX2Loader();
    if (folder !== undefined) this.#loader.setTranscoderPath(folder.replace(/\/?$/, '/'));
    this.#findFormats();
  }

  /** The blocks that the card knows. No renderer is asked: models are loaded before one sees them. */
  #findFormats(): void {
    const context = new OffscreenCanvas(1, 1).getContext('webgl2');
    const get = (name: string): unknown => context?.getExtension(name) ?? null;
    const extensions = { get, has: (name: string) => get(name) !== null };
    this.#loader.detectSupport({ extensions } as unknown as WebGLRenderer);
    context?.getExtension('WEBGL_lose_context')?.loseContext();
  }

  async decode(file: ArrayBuffer): Promise<CompressedTexture> {
    await this.#load();
    return new Promise((resolve, reject) => {
      this.#loader.parse(
        file,
        (texture) => resolve(texture),
        (cause) => reject(new TypeError('the image is broken', { cause })),
      );
    });
  }

  /** A page of the server in place of the code would leave the worker silent for ever. */
  async #load(): Promise<void> {
    const loader = this.#loader as unknown as { init(): Promise<void>; transcoderBinary: ArrayBuffer | null };
    await loader.init().catch((error: unknown) => {
      throw notLoaded(error);
    });
    const code = new Uint8Array(loader.transcoderBinary ?? new ArrayBuffer(0), 0);
    if (WASM.some((byte, i) => code[i] !== byte)) throw notLoaded();
  }

  dispose(): void {
    this.#loader.dispose();
  }
}

/** The first bytes of WebAssembly: `\0asm`. */
const WASM = [0, 0x61, 0x73, 0x6d];

function notLoaded(cause?: unknown): TypeError {
  return new TypeError(
    'the transcoder of KTX2 images cannot be loaded: serve the folder three/examples/jsm/libs/basis, and give its address as `ktx2Transcoder`',
    { cause },
  );
}

let current: Transcoder | undefined;

function takeTranscoder(folder: string | undefined): Transcoder {
  if (current?.folder !== folder || !current) current = new Transcoder(folder);
  current.users++;
  return current;
}

function giveBack(transcoder: Transcoder): void {
  if (--transcoder.users > 0) return;
  transcoder.dispose();
  if (current === transcoder) current = undefined;
}

function fitting(texture: CompressedTexture, maxWidth: number): CompressedTexture {
  const all = texture.mipmaps;
  const first = all.findIndex(({ width }) => width <= maxWidth);
  const mipmaps = all.slice(first < 0 ? -1 : first);
  const { width, height } = mipmaps[0];
  const fitted = new CompressedTexture(mipmaps, width, height, texture.format, texture.type);
  fitted.colorSpace = NoColorSpace;
  fitted.magFilter = LinearFilter;
  if (mipmaps.length === 1) fitted.minFilter = LinearFilter;
  return fitted;
}

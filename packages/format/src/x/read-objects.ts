import { type ObjectHead, readHead, readReference } from './object-head.js';
import { readMaterial } from './read-material.js';
import { MeshReader } from './read-mesh.js';
import type { X, XMesh } from './x.js';
import type { XTokens } from './x-tokens.js';

/** What a file says after its header. */
export type XBody = Pick<X, 'frames' | 'meshes' | 'materials' | 'ignored'>;

/**
 * Reads all data objects. Frames nest in a list, not in calls: however deep, they take no stack. O(length).
 */
export class ObjectReader {
  readonly body: XBody = { frames: [], meshes: [], materials: [], ignored: [] };
  readonly #tokens: XTokens;
  readonly #meshReader: MeshReader;
  /** The first mesh of each name. */
  readonly #meshes = new Map<string, XMesh>();
  /** The frame that is open; −1: none. */
  #frame = -1;

  constructor(tokens: XTokens) {
    this.#tokens = tokens;
    this.#meshReader = new MeshReader(tokens, this.body.materials, this.ignore);
  }

  readAll(): void {
    while (this.#readNext());
    if (this.#frame >= 0) this.#tokens.expect('close', 'Frame');
  }

  /** Materials may follow the meshes that refer to them. */
  resolveMaterials(): void {
    this.#meshReader.resolveMaterials();
  }

  /** Moves past a data object that documents do not hold. */
  readonly ignore = ({ template, kind }: ObjectHead): void => {
    const { ignored } = this.body;
    if (kind !== 'template' && ignored.length < MAX_IGNORED && !ignored.includes(template)) {
      this.#tokens.spendText(template, 'ignored objects');
      ignored.push(template);
    }
    this.#tokens.skipObject(template);
  };

  /** False at the end of the file. */
  #readNext(): boolean {
    const tokens = this.#tokens;
    switch (tokens.peek()) {
      case 'end':
        return false;
      case 'close':
        this.#closeFrame();
        return true;
      case 'open':
        tokens.skip();
        this.#copyMesh(readReference(tokens, 'Frame'));
        return true;
      default:
        this.#readObject(readHead(tokens));
        return true;
    }
  }

  #readObject(head: ObjectHead): void {
    const { frames, materials } = this.body;
    if (head.kind === 'frame') this.#openFrame(head.name);
    else if (head.kind === 'mesh') this.#addMesh(this.#meshReader.read(head.name, this.#frame));
    else if (head.kind === 'material') materials.push(readMaterial(this.#tokens, head.name, this.ignore));
    else if (head.kind === 'frametransformmatrix' && this.#frame >= 0)
      this.#readTransform(frames[this.#frame]);
    else this.ignore(head);
  }

  #openFrame(name: string): void {
    this.#tokens.spend(FRAME_MEMORY, 'frames');
    this.#tokens.spendText(name, 'frames');
    this.#frame = this.body.frames.push({ name, parent: this.#frame }) - 1;
  }

  #closeFrame(): void {
    const tokens = this.#tokens;
    const frame = this.body.frames[this.#frame];
    if (!frame) throw tokens.fail('bad-syntax', 'objects', 'a "}" without its "{"');
    this.#frame = frame.parent;
    tokens.skip();
  }

  #readTransform(frame: XBody['frames'][number]): void {
    const tokens = this.#tokens;
    frame.transform = tokens.floats(16, 'FrameTransformMatrix');
    tokens.skipObject('FrameTransformMatrix');
  }

  #addMesh(mesh: XMesh): void {
    this.body.meshes.push(mesh);
    if (mesh.name !== '' && !this.#meshes.has(mesh.name)) this.#meshes.set(mesh.name, mesh);
  }

  /**
   * A frame may show a mesh that stands elsewhere. Both have the same columns, which count twice
   * nevertheless: who draws the meshes has each of them.
   */
  #copyMesh(name: string): void {
    const mesh = this.#meshes.get(name);
    if (!mesh) {
      const problem = `refers to the mesh ${JSON.stringify(name)}, which is not before it`;
      this.#tokens.warn('bad-index', 'Frame', problem);
      return;
    }
    this.#tokens.spend(MESH_COPY_MEMORY + columnBytes(mesh), 'meshes');
    this.body.meshes.push({ ...mesh, frame: this.#frame });
  }
}

const FRAME_MEMORY = 100;
/** What the columns of a mesh take. */
function columnBytes(mesh: XMesh): number {
  const { positions, faceStarts, corners, normals, uvs, colors, faceMaterials } = mesh;
  const columns = [positions, faceStarts, corners, normals?.vectors, normals?.corners, uvs].concat(
    colors?.vertices,
    colors?.values,
    faceMaterials,
  );
  return columns.reduce((sum, column) => sum + (column?.byteLength ?? 0), 0);
}

const MESH_COPY_MEMORY = 150;
/** More templates than that are not listed: looking for each in the list takes time. */
const MAX_IGNORED = 64;

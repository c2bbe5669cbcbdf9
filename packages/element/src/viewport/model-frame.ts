import type { MmdModel } from '@odori/model';
import { Box3, type Material, MathUtils, type PerspectiveCamera, Vector3 } from 'three';
import type { VrmModel } from '../vrm/vrm-model.js';
import type { PlayerModel } from './stage.js';

const FOV = 30; // degrees
/** Narrower pictures show as much of a body from side to side as a picture of this aspect ratio. */
const MIN_ASPECT = 0.8;
/** Height of the view per height of the highest bone: leaves space for hair and below the soles. */
const BODY_MARGIN = 1.3;
/** Size of the view per size of what is drawn. */
const MARGIN = 1.1;
/** Vertices of larger models are sampled: all of them would take too long on the page. */
const MAX_VERTICES = 8192;
/** The nearest and the furthest thing that is drawn at least, in distances of the camera. */
const [NEAREST, FURTHEST] = [0.02, 4];

/**
 * What a camera without a track shows: a model from the front. A body is framed by its highest bone, whatever
 * its arms do, and so is nothing else: props, stages and robots are larger than their bones.
 */
export class ModelFrame {
  readonly fov: number = FOV;
  /** The middle, in the scene. */
  readonly center: Vector3;
  /** Half of what is to be in sight. */
  readonly #half: Vector3;
  readonly #isBody: boolean;

  private constructor(center: Vector3, half: Vector3, isBody: boolean) {
    this.center = center;
    this.#half = half;
    this.#isBody = isBody;
  }

  /**
   * Of one model, or of a group. Undefined without anything to see. O(bones + vertices, at most 8192 of a
   * model).
   */
  static of(...models: readonly PlayerModel[]): ModelFrame | undefined {
    const frames = models.map((model) => ModelFrame.#ofOne(model)).filter((frame) => frame !== undefined);
    if (frames.length <= 1) return frames[0];
    const box = new Box3();
    for (const frame of frames) {
      box.expandByPoint(frame.center.clone().sub(frame.#half));
      box.expandByPoint(frame.center.clone().add(frame.#half));
    }
    return new ModelFrame(box.getCenter(new Vector3()), box.getSize(new Vector3()).divideScalar(2), false);
  }

  static #ofOne(model: PlayerModel): ModelFrame | undefined {
    const body = bodyFrame(model);
    if (isAvatar(model)) return body;
    const drawn = drawnBox(model);
    if (body?.contains(drawn)) return body;
    const size = drawn.getSize(new Vector3());
    if (!(size.length() > 0 && size.length() < Infinity)) return body;
    return new ModelFrame(drawn.getCenter(new Vector3()), size.multiplyScalar(MARGIN / 2), false);
  }

  static ofBody(feet: Vector3, height: number): ModelFrame {
    const half = (BODY_MARGIN * height) / 2;
    const center = new Vector3(feet.x, feet.y + height / 2, feet.z);
    return new ModelFrame(center, new Vector3(MIN_ASPECT * half, half, 0), true);
  }

  /** Is a box in sight? */
  contains({ min, max }: Box3): boolean {
    const { center } = this;
    const half = this.#half;
    return (
      Math.max(center.x - min.x, max.x - center.x) <= half.x &&
      Math.max(center.y - min.y, max.y - center.y) <= half.y
    );
  }

  /** From the camera to the middle. */
  distance(aspect: number): number {
    const { x, y, z } = this.#half;
    return z + (this.#isBody ? y : Math.max(y, x / aspect)) / Math.tan(MathUtils.degToRad(FOV) / 2);
  }

  /** The zoom of a camera at {@link distance}, for a narrow picture. */
  zoom(aspect: number): number {
    return this.#isBody ? narrowZoom(aspect) : 1;
  }

  /** Lets a camera at {@link distance} see all. */
  fitDepth(camera: PerspectiveCamera, near: number, far: number, aspect: number): void {
    const distance = this.distance(aspect);
    camera.near = Math.min(near, NEAREST * distance);
    camera.far = Math.max(far, FURTHEST * distance);
  }
}

/** The zoom that shows as much from side to side as a picture of the narrowest aspect ratio. */
export function narrowZoom(aspect: number): number {
  return Math.min(1, aspect / MIN_ASPECT);
}

function bodyFrame(model: PlayerModel): ModelFrame | undefined {
  const { rig, root } = model;
  if (!isAvatar(model) && !HEADS.some((name) => rig.boneIndex(name) >= 0)) return undefined;
  const height = (isAvatar(model) ? model.height : heightOf(rig.worldPositions)) * root.scale.y;
  return height > 0 && height < Infinity ? ModelFrame.ofBody(root.position, height) : undefined;
}

/** The class of avatars is loaded with the first one. */
function isAvatar(model: PlayerModel): model is VrmModel {
  return 'vrm' in model;
}

const HEADS = ['頭', 'head', 'Head'];

/** Height of the highest bone, in the model's space. */
function heightOf(positions: Float64Array): number {
  let height = 0;
  for (let y = 1; y < positions.length; y += 3) height = Math.max(height, positions[y]);
  return height;
}

/** The box, in the scene, around what a model draws in its pose, without materials that are invisible. */
function drawnBox({ mesh, root }: MmdModel): Box3 {
  const { geometry } = mesh;
  const materials = [mesh.material].flat() as readonly Material[];
  const groups = geometry.groups.filter(({ materialIndex = 0 }) => materials[materialIndex]?.visible);
  const step = Math.ceil(groups.reduce((sum, { count }) => sum + count, 0) / MAX_VERTICES);
  root.updateWorldMatrix(true, false);
  const box = new Box3();
  const vertex = new Vector3();
  for (const { start, count } of groups) {
    for (let i = start; i < start + count; i += step) {
      mesh.getVertexPosition(geometry.index!.getX(i), vertex);
      box.expandByPoint(vertex.applyMatrix4(root.matrixWorld));
    }
  }
  return box;
}

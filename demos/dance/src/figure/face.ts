import {
  type Bone,
  type BufferGeometry,
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  Object3D,
  Vector2,
} from 'three';
import { boneIndex, restPosition } from './bone-table.js';
import { ellipseDecal, strokeDecal } from './decal.js';
import { faceDepth } from './head-shape.js';
import { FACE } from './palette.js';

/** The eye of one side and what it can do. */
export interface EyeParts {
  open: Object3D;
  lash: Object3D;
  closed: Object3D;
  smiling: Object3D;
  brow: Object3D;
}

export interface FaceParts {
  /** Left, right. */
  eyes: readonly EyeParts[];
  mouth: Object3D;
  smile: Object3D;
  blush: readonly Object3D[];
}

const EYE = new Vector2(0.68, 17.8);
/** Of a brow above its eye. */
export const BROW_HEIGHT = 0.78;
const MOUTH = new Vector2(0, 17.0);

/** The face, hung on the head. */
export function createFace(bones: readonly Bone[]): FaceParts {
  const face = new Object3D();
  face.position.copy(restPosition('頭')).negate();
  bones[boneIndex('頭')].add(face);
  return {
    eyes: [1, -1].map((side) => createEye(face, side)),
    mouth: createMouth(face),
    smile: decal(face, MOUTH, smileLine(), FACE.line),
    blush: [1, -1].map((side) => {
      const place = new Vector2(1.02 * side, 17.4);
      const cheek = decal(face, place, ellipseDecal(place, 0.3, 0.17, 0.015), FACE.blush);
      cheek.material.transparent = true;
      cheek.material.opacity = 0.4;
      return cheek;
    }),
  };
}

/** The light falls on both eyes from the same side. */
const EYE_LAYERS: readonly (readonly [
  x: number,
  y: number,
  width: number,
  height: number,
  lift: number,
  color: string,
])[] = [
  [0, 0, 0.37, 0.5, 0.02, FACE.iris],
  [0, -0.22, 0.27, 0.2, 0.035, FACE.irisGlow],
  [0, 0.03, 0.17, 0.24, 0.045, FACE.lash],
  [0.12, 0.23, 0.13, 0.16, 0.06, FACE.white],
  [-0.13, -0.2, 0.07, 0.07, 0.06, FACE.white],
];

function createEye(face: Object3D, side: number): EyeParts {
  const place = new Vector2(EYE.x * side, EYE.y);
  const open = new Object3D();
  open.position.set(place.x, place.y, faceDepth(place.x, place.y));
  face.add(open);
  for (const [x, y, width, height, lift, color] of EYE_LAYERS) {
    const middle = new Vector2(place.x + x, place.y + y);
    const layer = new Mesh(ellipseDecal(middle, width, height, lift), paint(color));
    layer.position.set(x, y, faceDepth(middle.x, middle.y) - open.position.z);
    open.add(layer);
  }
  const arch = (height: number) => (share: number) =>
    [(share - 0.5) * 0.98, height * (1 - (2 * share - 1) ** 2)] as const;
  const brow = new Vector2(place.x, EYE.y + BROW_HEIGHT);
  return {
    open,
    lash: decal(
      face,
      new Vector2(place.x, EYE.y + 0.28),
      strokeDecal(place, arch(0.28), 0.17, 0.07),
      FACE.lash,
    ),
    closed: decal(face, place, strokeDecal(place, arch(-0.2), 0.12, 0.06), FACE.lash),
    smiling: decal(face, place, strokeDecal(place, arch(0.34), 0.13, 0.06), FACE.lash),
    brow: decal(face, brow, strokeDecal(brow, arch(0.12), 0.09, 0.16), FACE.brow),
  };
}

function createMouth(face: Object3D): Object3D {
  const mouth = decal(face, MOUTH, ellipseDecal(MOUTH, 0.3, 0.06, 0.03, 0.42), FACE.mouth);
  const tongue = new Mesh(ellipseDecal(MOUTH, 0.17, 0.09, 0.05), paint(FACE.tongue));
  tongue.position.set(0, -0.25, 0);
  mouth.add(tongue);
  return mouth;
}

function smileLine(): BufferGeometry {
  const path = (share: number) => [(share - 0.5) * 0.5, -0.11 * (1 - (2 * share - 1) ** 2)] as const;
  return strokeDecal(MOUTH, path, 0.075, 0.03);
}

function decal(
  face: Object3D,
  place: Vector2,
  geometry: BufferGeometry,
  color: string,
): Mesh<BufferGeometry, MeshBasicMaterial> {
  const mesh = new Mesh(geometry, paint(color));
  mesh.position.set(place.x, place.y, faceDepth(place.x, place.y));
  face.add(mesh);
  return mesh;
}

function paint(color: string): MeshBasicMaterial {
  return new MeshBasicMaterial({ color, side: DoubleSide });
}

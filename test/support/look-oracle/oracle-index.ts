/** A picture that MMD drew, as the index of the folder `look2` says. */
export interface OraclePicture {
  readonly file: string;
  /** Beside the index, or from the root of this repository. */
  readonly model?: string;
  /** The folder of the picture, its camera and its accessory: for those that are not beside the index. */
  readonly folder?: string;
  /** A `.x` file, and whether its shadow (影) is on. */
  readonly accessory?: string;
  readonly shadow?: boolean;
  readonly motion?: string | null;
  /** A VMD with tracks for the camera, the light and the self shadow. */
  readonly camera: string;
  readonly meta?: string;
  readonly frame: number;
  /** 0 or absent: off. */
  readonly ss?: number;
}

/** A part of a synthetic model: here, what the comparison needs of it. MMD's space. */
export interface OraclePart {
  readonly name: string;
  readonly kind: string;
  /** The middle. */
  readonly c: readonly [number, number, number];
  readonly w: number;
  readonly h: number;
}

/** What a picture shows, in pixels: its size, and that of the editor's gizmo at the lower right. */
export interface OracleView {
  readonly width: number;
  readonly height: number;
  readonly gizmo: readonly [width: number, height: number];
}

const FOLDER = '/oracle/look2/';
const LOOK_VIEW: OracleView = { width: 1272, height: 714, gizmo: [152, 139] };
const SCENE_VIEW: OracleView = { width: 901, height: 506, gizmo: [110, 120] };
const DANCER = 'packages/sample/files/';
/**
 * The dancer and her dance as they were when MMD drew them: of the dance, the keyframes around these
 * pictures.
 */
const DANCER_OF_THE_PICTURES = '/test/support/look-oracle/dancer/';

/** Accessories, and lights from ahead of the camera or behind it: they have no index. */
const SCENES: readonly OraclePicture[] = [
  ...['off_0', 'off_10', 'off_20', 'shadow_20'].map((name) => ({
    file: `acc_${name}.png`,
    folder: '/oracle/mmd-scene/acc/',
    accessory: 'acc.x',
    shadow: name.startsWith('shadow'),
    camera: 'cam_acc.vmd',
    frame: Number(name.split('_')[1]),
  })),
  ...[0, 10, 20, 30, 40, 50].map((frame) => ({
    file: `steep_${frame}.png`,
    folder: '/oracle/mmd-scene/steep/',
    model: 'recv/recv.pmx',
    motion: 'recv.vmd',
    camera: 'cam_steep.vmd',
    frame,
    ss: frame === 20 || frame === 50 ? 2 : 1,
  })),
];

/** The pictures that can be repeated: those with physics are not. Undefined without the corpus. */
export async function fetchPictures(): Promise<OraclePicture[] | undefined> {
  const response = await fetch(`${FOLDER}index.json`);
  if (!response.ok) return undefined;
  const { pictures } = (await response.json()) as { pictures: OraclePicture[] };
  return [...pictures.filter(({ frame }) => frame !== undefined), ...SCENES];
}

/** The set of a picture: `terms_10.png` is in `terms`. */
export function setOf({ file }: OraclePicture): string {
  return /^(.*)_\d+\.png$/.exec(file)![1];
}

export function isDancer({ model = '' }: OraclePicture): boolean {
  return model.startsWith(DANCER);
}

export function viewOf({ folder }: OraclePicture): OracleView {
  return folder === undefined ? LOOK_VIEW : SCENE_VIEW;
}

/** The addresses of a picture's files; '' for a model that it does not show. */
export function addressesOf(picture: OraclePicture): {
  picture: string;
  model: string;
  accessory: string;
  motion: string | undefined;
  camera: string;
  meta: string | undefined;
} {
  const { model = '', accessory = '', folder = FOLDER } = picture;
  const motions = isDancer(picture) ? DANCER_OF_THE_PICTURES : FOLDER;
  const [set] = model.split('/');
  return {
    picture: folder + picture.file,
    model: isDancer(picture) ? model.replace(DANCER, DANCER_OF_THE_PICTURES) : model && FOLDER + model,
    accessory: accessory && folder + accessory,
    motion: picture.motion ? motions + picture.motion : undefined,
    camera: (picture.folder ?? motions) + picture.camera,
    meta: isDancer(picture) || picture.folder ? undefined : `${FOLDER}${set}.meta.json`,
  };
}

/** The parts of a synthetic model; none for the dancer and for scenes. */
export async function fetchParts(picture: OraclePicture): Promise<OraclePart[]> {
  const { meta } = addressesOf(picture);
  if (meta === undefined) return [];
  return (await (await fetch(meta)).json()) as OraclePart[];
}

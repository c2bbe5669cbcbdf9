/** A picture that MMD drew, as the index of the folder `look2` says. */
export interface OraclePicture {
  readonly file: string;
  /** Beside the index, or from the root of this repository. */
  readonly model: string;
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

const FOLDER = '/oracle/look2/';
const DANCER = 'demos/assets/files/';
/**
 * The dancer and her dance as they were when MMD drew them: of the dance, the keyframes around these
 * pictures.
 */
const DANCER_OF_THE_PICTURES = '/test/support/look-oracle/dancer/';

/** The pictures that can be repeated: those with physics are not. Undefined without the corpus. */
export async function fetchPictures(): Promise<OraclePicture[] | undefined> {
  const response = await fetch(`${FOLDER}index.json`);
  if (!response.ok) return undefined;
  const { pictures } = (await response.json()) as { pictures: OraclePicture[] };
  return pictures.filter(({ frame }) => frame !== undefined);
}

/** The set of a picture: `terms_10.png` is in `terms`. */
export function setOf({ file }: OraclePicture): string {
  return /^(.*)_\d+\.png$/.exec(file)![1];
}

export function isDancer({ model }: OraclePicture): boolean {
  return model.startsWith(DANCER);
}

/** The addresses of a picture's files. */
export function addressesOf(picture: OraclePicture): {
  picture: string;
  model: string;
  motion: string | undefined;
  camera: string;
  meta: string | undefined;
} {
  const motions = isDancer(picture) ? DANCER_OF_THE_PICTURES : FOLDER;
  const set = picture.model.split('/')[0];
  return {
    picture: FOLDER + picture.file,
    model: isDancer(picture) ? picture.model.replace(DANCER, DANCER_OF_THE_PICTURES) : FOLDER + picture.model,
    motion: picture.motion ? motions + picture.motion : undefined,
    camera: motions + picture.camera,
    meta: isDancer(picture) ? undefined : `${FOLDER}${set}.meta.json`,
  };
}

/** The parts of a synthetic model; none for the dancer. */
export async function fetchParts(picture: OraclePicture): Promise<OraclePart[]> {
  const { meta } = addressesOf(picture);
  if (meta === undefined) return [];
  return (await (await fetch(meta)).json()) as OraclePart[];
}

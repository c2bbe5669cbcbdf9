import { readGlb } from '../../glb/glb.js';
import { listOf, objectOf } from './json-value.js';

/** What a VRM file says of itself: who made it, and what its author allows. */
export interface VrmMeta {
  readonly name: string;
  readonly authors: readonly string[];
  /** The address of the license, or its name such as `CC0`. Empty if the file does not say. */
  readonly license: string;
  /**
   * All other entries by their names in the file, such as `avatarPermission` and `commercialUsage`. Pictures
   * are left out.
   */
  readonly others: ReadonlyMap<string, string | boolean>;
}

/**
 * Who made a VRM avatar, and what its author allows. undefined for a GLB that is no VRM.
 *
 * VRM 0.x and 1.0 have different entries. The bytes are untrusted: entries of a wrong type are left out.
 * Reads the JSON of the file. O(bytes of the JSON).
 *
 * @throws GlbError if the bytes are not a GLB file.
 * @see https://github.com/vrm-c/vrm-specification/blob/master/specification/VRMC_vrm-1.0/meta.md
 * @example
 * const meta = readVrmMeta(await readFile('dancer.vrm'));
 * meta.license; // → 'https://vrm.dev/licenses/1.0/'
 * meta.others.get('avatarPermission'); // → 'everyone'
 */
export function readVrmMeta(bytes: Uint8Array): VrmMeta | undefined {
  const { VRMC_vrm: vrm1, VRM: vrm0 } = objectOf(readGlb(bytes).json['extensions']);
  if (vrm1 !== undefined) return readMeta1(objectOf(objectOf(vrm1)['meta']));
  return vrm0 === undefined ? undefined : readMeta0(objectOf(objectOf(vrm0)['meta']));
}

type Untrusted = Readonly<Record<string, unknown>>;

function readMeta1(meta: Untrusted): VrmMeta {
  const { name, authors, licenseUrl, thumbnailImage: _, ...others } = meta;
  return {
    name: textOf(name),
    authors: listOf(authors)
      .map(textOf)
      .filter((author) => author !== ''),
    license: textOf(licenseUrl),
    others: othersOf(others),
  };
}

/** In VRM 0.x, a license of the kind `Other` has its address in an entry of its own. */
function readMeta0(meta: Untrusted): VrmMeta {
  const { title, author, licenseName, otherLicenseUrl, texture: _, ...others } = meta;
  const license = textOf(licenseName);
  return {
    name: textOf(title),
    authors: [textOf(author)].filter((each) => each !== ''),
    license: /^(Other)?$/.test(license) ? textOf(otherLicenseUrl) || license : license,
    others: othersOf(others),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function othersOf(entries: Untrusted): Map<string, string | boolean> {
  const others = new Map<string, string | boolean>();
  for (const [name, value] of Object.entries(entries)) {
    const values = Array.isArray(value) ? value.filter((each) => typeof each === 'string').join(', ') : value;
    if (typeof values === 'boolean' || (typeof values === 'string' && values !== ''))
      others.set(name, values);
  }
  return others;
}

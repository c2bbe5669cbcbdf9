import type { WarningList } from '../errors.js';
import { findNameEncoding, readNameIn } from '../text/name-encoding.js';
import type { MmdName } from '../text/name.js';
import type { FoundSections } from './sections.js';
import type { Vmd } from './vmd.js';

/** What of a document has names. */
type NamedParts = Pick<Vmd, 'modelName' | 'bones' | 'morphs' | 'properties'>;

/**
 * Reads all names anew if they are not CP932, and warns of that instead of bytes that CP932 does not define.
 * The bytes stay, so that the file can be written as it was. O(names).
 */
export function rereadNames(
  parts: NamedParts,
  places: FoundSections['sections'],
  warnings: WarningList,
): NamedParts {
  const { modelName, bones, morphs, properties } = parts;
  const names = [bones, morphs, properties].flatMap((section) => section.names);
  const encoding = findNameEncoding(names);
  if (encoding === undefined) return parts;
  const first = [places.bones, places.morphs, places.properties].find(({ count }) => count > 0)!;
  const problem = `the names are ${encoding.toUpperCase()}, not CP932: MMD finds no bones and morphs by them`;
  warnings.withdraw('bad-text');
  const found = { offset: first.starts[0], where: '', problem };
  warnings.add('names-not-cp932', first.layout.section, () => found, names.length);
  const reread = <S extends { names: MmdName[] }>(section: S): S => ({
    ...section,
    names: section.names.map((name) => readNameIn(name, encoding)),
  });
  return {
    modelName: readNameIn(modelName, encoding),
    bones: reread(bones),
    morphs: reread(morphs),
    properties: reread(properties),
  };
}

import { detectFormat, MmdFormatError } from '@odori/format';
import { parseVac, parseX, type X } from '@odori/format/x';
import { describeFormat, detectStandIn, foreignProblem } from '@odori/format/internal';
import { LoadError } from '@odori/runtime';
import { fileBytes } from '@odori/runtime/internal/three';
import type { FileSource } from '../files/file-source.js';
import type { AccessoryKit } from '../surface/surface-kit.js';
import { AccessoryParts } from './accessory-parts.js';
import { type AccessoryOptions, MmdAccessory } from './mmd-accessory.js';

/** Loads the code of accessories. */
export type LoadAccessoryMaker = () => Promise<AccessoryMaker>;

/**
 * The code of accessories, with the materials of a kit. Pages load it with the first accessory: only dynamic
 * imports may lead here.
 */
export class AccessoryMaker {
  readonly #kit: AccessoryKit;

  constructor(kit: AccessoryKit) {
    this.#kit = kit;
  }

  /** Makes an accessory. Resolves when its textures have loaded. */
  async make(x: X, options: AccessoryOptions): Promise<MmdAccessory> {
    const accessory = new MmdAccessory(new AccessoryParts(this.#kit, x, options), options.vac);
    accessory.shadows = options.shadows ?? 'mmd';
    accessory.lightStrength = options.lightStrength ?? 'mmd';
    await accessory.ready;
    return accessory;
  }

  /**
   * Makes an accessory from the bytes of a `.x` file, or of a VAC: then the `.x` file is opened beside it.
   *
   * @throws LoadError (as rejection) if the bytes are not an accessory, or broken, or if the file of a VAC is
   * missing.
   */
  async open(bytes: Uint8Array, name: string, options: AccessoryOptions): Promise<MmdAccessory> {
    const format = detectFormat(bytes);
    if (format && format !== 'x' && format !== 'vac') {
      const found = describeFormat(format);
      throw new LoadError(name, `this is ${found}, not an accessory`, { code: 'not-an-accessory', found });
    }
    const foreign = format ? undefined : detectStandIn(bytes);
    const foreignText = foreignProblem(foreign, 'an accessory (X, VAC)');
    if (foreignText !== undefined)
      throw new LoadError(name, foreignText, { code: 'not-an-accessory', found: foreign?.description });
    if (format !== 'vac')
      return this.make(
        attempt(() => parseX(bytes), name, format === 'x'),
        options,
      );
    const vac = attempt(() => parseVac(bytes), name, true);
    const file = await options.files?.open(vac.file);
    if (!file) throw new LoadError(name, `its file ${vac.file} was not found beside it`, { code: 'missing' });
    const x = await fileBytes(file);
    return this.make(
      attempt(() => parseX(x), vac.file, detectFormat(x) === 'x'),
      { ...options, files: besideFile(vac.file, options.files!), vac },
    );
  }
}

/** The files beside a file, which may be in another folder than the page's. */
function besideFile(path: string, files: FileSource): FileSource {
  const folder = path.slice(0, 1 + Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')));
  if (folder === '') return files;
  return { open: async (name) => (await files.open(folder + name)) ?? files.open(name) };
}

function attempt<T>(parse: () => T, name: string, isKnown: boolean): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof MmdFormatError)) throw error;
    const problem = isKnown ? 'the file is broken' : 'this is not an accessory (X, VAC)';
    const code = isKnown ? 'broken' : 'not-an-accessory';
    throw new LoadError(name, `${problem}: ${error.message}`, { code, cause: error });
  }
}

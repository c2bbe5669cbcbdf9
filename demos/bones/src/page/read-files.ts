import {
  detectFormat,
  parsePmd,
  parsePmx,
  parseVmd,
  parseVpd,
  pmdToPmx,
  type Pmx,
  type Vmd,
  type Vpd,
} from '@odori/format';
import { fileProblem } from '../../../shared/problem-text.js';

/** A document and the name of its file. */
export interface OpenedFile<T> {
  name: string;
  document: T;
}

/** The contents of the files that the user has dropped or chosen. */
interface OpenedFiles {
  /** The first model, if there are several. */
  model: OpenedFile<Pmx> | undefined;
  motions: OpenedFile<Vmd | Vpd>[];
  /** A sentence for each file that could not be used. */
  problems: string[];
}

/** Files that often come with a model. */
const COMPANION = /\.(?:bmp|png|jpe?g|tga|dds|gif|sph|spa|txt|html?|pdf|ini|x|vac|db)$/i;

/** Reads models, motions and poses. Ignores textures and texts beside them. Never rejects. */
export async function readFiles(files: readonly File[]): Promise<OpenedFiles> {
  const opened: OpenedFiles = { model: undefined, motions: [], problems: [] };
  for (const file of files) {
    if (files.length > 1 && COMPANION.test(file.name)) continue;
    try {
      addDocument(opened, file.name, new Uint8Array(await file.arrayBuffer()));
    } catch (error) {
      opened.problems.push(fileProblem(file.name, error));
    }
  }
  return opened;
}

function addDocument(opened: OpenedFiles, name: string, bytes: Uint8Array): void {
  switch (detectFormat(bytes) ?? formatOfName(name)) {
    case 'pmx':
      opened.model ??= { name, document: checkedModel(parsePmx(bytes)) };
      return;
    case 'pmd':
      opened.model ??= { name, document: checkedModel(pmdToPmx(parsePmd(bytes))) };
      return;
    case 'vpd':
      opened.motions.push({ name, document: parseVpd(bytes) });
      return;
    case 'vmd':
      opened.motions.push({ name, document: parseVmd(bytes) });
      return;
    default:
      throw new Error('this page can open models (PMX, PMD), motions (VMD) and poses (VPD).');
  }
}

function formatOfName(name: string): string {
  return /\.(pmx|pmd|vpd|pmm)$/i.exec(name)?.[1].toLowerCase() ?? 'vmd';
}

function checkedModel(pmx: Pmx): Pmx {
  if (pmx.bones.length === 0) throw new Error('this model has no bones.');
  return pmx;
}

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
import { visibleText } from '../../../shared/file-text.js';
import { problemText } from '../../../shared/problem-text.js';

/** A document and the file that it came from. */
export interface Taken<T> {
  name: string;
  document: T;
}

/** What was in the files that somebody dropped or chose. */
export interface Intake {
  /** The first one, if there are several. */
  model: Taken<Pmx> | undefined;
  motions: Taken<Vmd | Vpd>[];
  /** One sentence for each file that could not be taken. */
  problems: string[];
}

/** What lies beside a model in its folder. */
const COMPANION = /\.(?:bmp|png|jpe?g|tga|dds|gif|sph|spa|txt|html?|pdf|ini|x|vac|db)$/i;

/** Reads models, motions and poses; textures and readmes are passed over. Never throws. */
export async function readFiles(files: readonly File[]): Promise<Intake> {
  const intake: Intake = { model: undefined, motions: [], problems: [] };
  for (const file of files) {
    if (files.length > 1 && COMPANION.test(file.name)) continue;
    try {
      takeDocument(intake, file.name, new Uint8Array(await file.arrayBuffer()));
    } catch (error) {
      intake.problems.push(`${visibleText(file.name)}: ${problemText(error)}`);
    }
  }
  return intake;
}

function takeDocument(intake: Intake, name: string, bytes: Uint8Array): void {
  switch (detectFormat(bytes) ?? formatOfName(name)) {
    case 'pmx':
      intake.model ??= { name, document: checkedModel(parsePmx(bytes)) };
      return;
    case 'pmd':
      intake.model ??= { name, document: checkedModel(pmdToPmx(parsePmd(bytes))) };
      return;
    case 'vpd':
      intake.motions.push({ name, document: parseVpd(bytes) });
      return;
    case 'vmd':
      intake.motions.push({ name, document: parseVmd(bytes) });
      return;
    default:
      throw new Error('models (PMX, PMD), motions (VMD) and poses (VPD) can be shown here.');
  }
}

function formatOfName(name: string): string {
  return /\.(pmx|pmd|vpd|pmm)$/i.exec(name)?.[1].toLowerCase() ?? 'vmd';
}

function checkedModel(pmx: Pmx): Pmx {
  if (pmx.bones.length === 0) throw new Error('this model has no bones.');
  return pmx;
}

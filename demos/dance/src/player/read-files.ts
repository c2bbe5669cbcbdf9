import { detectFormat, parseVmd, parseVpd, type Vmd, type Vpd } from '@odori/format';
import { visibleText } from '../../../home/src/visible-text.js';
import { openSong } from './open-song.js';
import { problemText } from './problem-text.js';

/** What was in the files that somebody dropped or chose. */
export interface Intake {
  /** Files that move the figure. */
  dances: (Vmd | Vpd)[];
  /** Files that move only the camera. */
  cameras: Vmd[];
  audio: HTMLAudioElement | undefined;
  /** Names of what was taken. */
  names: string[];
  /** One sentence for each file that could not be taken. */
  problems: string[];
}

/** Reads motions, poses and a song. Never throws. */
export async function readFiles(files: readonly File[]): Promise<Intake> {
  const intake: Intake = { dances: [], cameras: [], audio: undefined, names: [], problems: [] };
  for (const file of files) {
    try {
      await readInto(intake, file);
      intake.names.push(file.name);
    } catch (error) {
      intake.problems.push(`${visibleText(file.name)}: ${problemText(error)}`);
    }
  }
  return intake;
}

async function readInto(intake: Intake, file: File): Promise<void> {
  if (isAudio(file)) {
    intake.audio = await openSong(file);
    return;
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const format = detectFormat(bytes) ?? (/\.vpd$/i.test(file.name) ? 'vpd' : 'vmd');
  if (format === 'vpd') intake.dances.push(parseVpd(bytes));
  else if (format === 'vmd') takeMotion(intake, parseVmd(bytes));
  else
    throw new Error('this is a model or a project; motions (VMD), poses (VPD) and audio can be played here.');
}

function takeMotion(intake: Intake, vmd: Vmd): void {
  const movesOnlyCamera = vmd.cameras.count > 0 && vmd.bones.count + vmd.morphs.count === 0;
  if (movesOnlyCamera) intake.cameras.push(vmd);
  else intake.dances.push(vmd);
}

function isAudio({ type, name }: File): boolean {
  return type.startsWith('audio/') || /\.(?:mp3|ogg|oga|opus|m4a|aac|flac|wav|weba)$/i.test(name);
}

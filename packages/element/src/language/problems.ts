import type { LoadError } from '@odori/runtime';
import { type CatalogText, type CatalogValues, fillText } from '@odori/runtime/internal/catalog';

/** What the player has to say, beside the errors of files. */
export type ProblemCode =
  | 'bad-position'
  | 'bad-turn'
  | 'graphics-lost'
  | 'missing-parts'
  | 'missing-textures'
  | 'motion-truncated'
  | 'no-automatic-camera'
  | 'no-avatar'
  | 'no-effects'
  | 'no-fit'
  | 'no-idle-life'
  | 'no-physics'
  | 'no-project'
  | 'no-touch'
  | 'no-webgl'
  | 'no-xr'
  | 'one-motion'
  | 'song-broke'
  | 'song-no-beat'
  | 'song-unheard'
  | 'song-unplayable'
  | 'still-ik'
  | 'too-many-children'
  | 'unknown-effect'
  | 'xr-failed'
  | 'xr-refused'
  | 'xr-unavailable';

/** In English. */
export const PROBLEMS: Readonly<Record<ProblemCode, CatalogText>> = {
  'no-webgl': 'This browser cannot show the dance: WebGL 2 is not available.',
  'graphics-lost': 'The browser has reset WebGL. If the picture stays away, reload the page.',
  'no-physics': 'Physics could not be loaded: hair and clothes move only by keyframes.',
  'no-idle-life': 'The idle life could not be loaded: she neither breathes nor blinks by herself.',
  'no-automatic-camera': 'The automatic camera could not be loaded: the picture shows the whole model.',
  'no-effects': 'The code of the effects cannot be loaded. The picture has none.',
  'no-fit': 'The code that fits dances to songs could not be loaded: the motion plays as it is.',
  'song-no-beat': 'No beat was found in the song: the motion plays as it is. Another song may have one.',
  'song-unheard':
    'The page may not read the song, or it is longer than 10 minutes: the motion plays as it is.',
  'unknown-effect':
    'effects="{text}": there is no effect "{word}". Write bloom, dof, or both with a space between them',
  'no-xr': 'The code for VR and AR could not be loaded.',
  'xr-unavailable': '{name} is not available on this device now.',
  'xr-refused': 'The browser did not allow {name}.',
  'xr-failed': '{name} did not start: {reason}',
  'still-ik':
    'IK holds the legs, as in MMD. The motion moves them, but not {bones}, as motion capture does: ik="off" lets them follow their own keyframes.',
  'bad-position': 'position="{value}" is not three numbers, for example "-4 0 0"',
  'bad-turn': 'turn="{value}" is not a number of degrees, for example "15"',
  'one-motion': '<{tag}> plays one motion, {motion}; join the files of one motion by |',
  'too-many-children': 'a player shows at most {most} children: <{tag}> is left out',
  'no-touch': 'Bodies of several dancers do not touch: {reason}',
  'song-unplayable': 'the browser cannot load or play this song{detail}',
  'song-broke': 'the song broke off{detail}; the dance goes on without it',
  'motion-truncated': 'the file ends too early; the keyframes before its end are played',
  'missing-textures': {
    one: 'A texture could not be loaded: {names}',
    other: '{count} textures could not be loaded: {names}',
  },
  'missing-parts': 'The project lacks what could not be loaded: {names}',
  'no-project': 'there is no project (.pmm) in it',
  'no-avatar': 'this file has no VRM avatar',
};

/** Something to say in the picture: a code with its values, or an error. */
export type Problem = {
  /** The name of the file that it is about. */
  readonly file?: string;
} & (
  | { readonly code: ProblemCode; readonly values?: CatalogValues }
  | { readonly error: unknown; readonly code?: never }
);

/** A problem as a sentence for the page, which begins with the name of the file. */
export type TellProblem = (problem: Problem) => string;

/** In English. */
export const tellInEnglish: TellProblem = (problem) => {
  const { file } = problem;
  if (problem.code === undefined && isLoadError(problem.error)) return problem.error.message;
  const text =
    problem.code === undefined
      ? messageOf(problem.error)
      : fillText(PROBLEMS[problem.code], problem.values ?? {}, 'en');
  return file === undefined ? text : `${file}: ${text}`;
};

/** Files of a build have classes of their own, so that `instanceof` does not know all of them. */
export function isLoadError(error: unknown): error is LoadError {
  return error instanceof Error && error.name === 'LoadError';
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** An error with something to say in the picture. Its message is English. */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(tellInEnglish(problem), problem.code === undefined ? { cause: problem.error } : undefined);
    this.problem = problem;
  }
}

/** What an error has to say; `file`: of an error that does not say it. */
export function problemOf(error: unknown, file?: string): Problem {
  const { problem = { error } } = error as Partial<ProblemError>;
  return file === undefined ? problem : { file, ...problem };
}

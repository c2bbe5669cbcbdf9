import { parseChoice } from '../arguments.js';
import { UsageError } from '../errors.js';
import type { PlayerAttributes } from './view-page.js';
import { say } from '../language/message.js';

/** The options of all commands that show files: how they look, and where their textures may be. */
export const SHOW_OPTIONS = {
  root: { type: 'string' },
  stage: { type: 'string' },
  'camera-fit': { type: 'string' },
  look: { type: 'string' },
  physics: { type: 'string' },
  offset: { type: 'string' },
} as const;

type ShowOption = Exclude<keyof typeof SHOW_OPTIONS, 'root'>;

/**
 * The attributes of the player that these options set.
 *
 * @throws {@link UsageError} if a value is none of the possible ones.
 */
export function readShowAttributes({
  stage,
  'camera-fit': fit,
  look,
  physics,
  offset,
}: Readonly<Partial<Record<ShowOption, string | undefined>>>): PlayerAttributes {
  return {
    stage: choose('stage', stage, ['floor', 'grid', 'none']),
    'camera-fit': choose('camera-fit', fit, ['auto', 'height', 'none']),
    look: choose('look', look, ['shaded', 'plain', 'scene']),
    physics: choose('physics', physics, ['on', 'off']),
    offset: offset === undefined ? undefined : String(parseSeconds('offset', offset)),
  };
}

function choose(option: string, text: string | undefined, words: readonly string[]): string | undefined {
  return text === undefined ? undefined : parseChoice(option, text, words);
}

function parseSeconds(option: string, text: string): number {
  const seconds = Number(text);
  if (text.trim() !== '' && Number.isFinite(seconds)) return seconds;
  throw new UsageError(say('not-seconds', { option, value: JSON.stringify(text) }));
}

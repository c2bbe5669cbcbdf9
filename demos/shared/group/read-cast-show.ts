import type { OdoriPlayerElement } from '@odori/element';
import { element } from '../dom.js';
import type { ParsedModels } from '../open/parse-models.js';
import type { SortedFiles } from '../open/sort-files.js';
import { problemText } from '../problem-text.js';
import { askDances } from './ask-dances.js';
import { type CastShow, openCast } from './cast-show.js';
import { dancerPictures } from './dancer-pictures.js';
import { readCast } from './read-cast.js';

/**
 * Reads files that show several dancers; undefined if that fails. If nothing says who dances what, the user
 * is asked. What is wrong with the files is added to `problems`. Never rejects.
 */
export async function readCastShow(
  player: OdoriPlayerElement,
  sorted: SortedFiles,
  models: ParsedModels,
  problems: HTMLElement[],
): Promise<CastShow | undefined> {
  try {
    const cast = await readCast(sorted, models);
    const show = await openCast(player, cast, cast.assignment.ofModel);
    problems.push(...sorted.problems.map((text) => element('span', {}, text)), ...cast.problems);
    if (cast.assignment.isCertain) return show;
    const dances = await askWho(show);
    if (!dances) return show;
    show.leave();
    return await openCast(player, cast, dances);
  } catch (error) {
    problems.push(element('span', {}, problemText(error)));
    return undefined;
  }
}

/** Asks who dances what; undefined: all stays as it is. */
export async function askWho(show: CastShow): Promise<CastShow['dances'] | undefined> {
  const { dancers, dances, scene, cast } = show;
  const pictures = dancerPictures(scene.models.slice(0, dancers.length));
  const asked = dancers.map((name, i) => ({ name, picture: pictures[i], dance: dances[i] }));
  const answer = await askDances(asked, cast.assignment.dances);
  return answer && dances.map((dance, i) => (i < answer.length ? answer[i] : dance));
}

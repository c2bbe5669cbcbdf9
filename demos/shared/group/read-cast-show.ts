import type { OdoriPlayerElement } from '@odori/element';
import { element } from '../dom.js';
import { parseModels } from '../open/parse-models.js';
import type { SortedFiles } from '../open/sort-files.js';
import { askDances } from './ask-dances.js';
import { CastShow } from './cast-show.js';
import { dancerPictures } from './dancer-pictures.js';
import { type Arrangement, readCast } from './read-cast.js';

/**
 * Reads files that show several dancers. What is wrong with the files is added to `problems`. Never rejects
 * because of a file.
 */
export async function readCastShow(
  player: OdoriPlayerElement,
  sorted: SortedFiles,
  problems: HTMLElement[],
  arrangement?: Arrangement,
): Promise<CastShow> {
  const cast = await readCast(sorted, await parseModels(sorted), arrangement);
  problems.push(...sorted.problems.map((text) => element('span', {}, text)), ...cast.problems);
  return new CastShow(player, cast);
}

/** Asks who dances what, of a cast that is shown; undefined: all stays as it is. */
export async function askWho(show: CastShow): Promise<CastShow['dances'] | undefined> {
  const { dancers, dances, models, cast } = show;
  const pictures = dancerPictures(models);
  const asked = dancers.map((name, i) => ({ name, picture: pictures[i], dance: dances[i] }));
  const answer = await askDances(asked, cast.assignment.dances);
  return answer && dances.map((dance, i) => (i < answer.length ? answer[i] : dance));
}

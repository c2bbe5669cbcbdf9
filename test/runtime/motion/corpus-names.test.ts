import { createVmd, parsePmd, parsePmx, parseVmd, pmdToPmx, type Pmx, serializeVmd } from '@odori/format';
import { encodeName } from '@odori/format/internal';
import { matchTracks, Motion } from '@odori/runtime/motion';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CORPUS, hasCorpus, readCorpus } from '#test/support/corpus.js';

/** A file that is no whole model, on purpose. */
const BROKEN = 'pmx/joint_orient_test.pmx';

/** All models of the corpus, in any folder. */
const models = !hasCorpus
  ? []
  : ['pmx', 'pmd'].flatMap((format) =>
      readdirSync(join(CORPUS, format), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.toLowerCase().endsWith(`.${format}`))
        .map((path) => `${format}/${path}`)
        .filter((path) => path !== BROKEN),
    );

function modelOf(path: string): Pmx {
  const bytes = readCorpus(path);
  return path.endsWith('.pmd') ? pmdToPmx(parsePmd(bytes)) : parsePmx(bytes);
}

/** The field of a name in a VMD. */
const fieldOf = (name: string): string => encodeName(name).bytes.subarray(0, 15).join();

describe.skipIf(!hasCorpus)('the names of every model of the corpus, written as a VMD and read again', () => {
  test('there are models', () => {
    expect(models.length).toBeGreaterThan(0);
  });

  test.each(models)(
    '%s: none are joined, and only those with the same 15 bytes are lost and reported',
    (path) => {
      const { bones, morphs } = modelOf(path);
      const kinds = {
        bones: [...new Set(bones.map(({ name }) => name))],
        morphs: [...new Set(morphs.map(({ name }) => name))],
      };
      const vmd = createVmd({
        bones: kinds.bones.map((name, i) => ({ name, frame: i })),
        morphs: kinds.morphs.map((name, i) => ({ name, frame: i, weight: 1 })),
      });
      const motion = Motion.from(parseVmd(serializeVmd(vmd)));
      for (const kind of ['bones', 'morphs'] as const) {
        const names = kinds[kind];
        const fields = names.map(fieldOf);
        const isShared = (field: string): boolean => fields.indexOf(field) !== fields.lastIndexOf(field);
        const match = matchTracks(motion[kind] as Motion['bones'], names);
        const reported = match.ambiguous.flatMap(({ targets }) => targets);
        names.forEach((name, i) => {
          const frames = match.tracks[i] && [...match.tracks[i].frames];
          if (!isShared(fields[i])) expect(frames, name).toEqual([i]);
          // A whole name is found although another one becomes the same bytes; else neither is, and it is
          // reported.
          else if (frames) expect(encodeName(name).bytes.length, name).toBeLessThanOrEqual(15);
          else expect([...reported, ...names.filter((_, j) => match.tracks[j])], name).toContain(name);
        });
        expect(motion[kind].size).toBe(new Set(fields).size);
      }
    },
  );
});

import type { OdoriPlayerElement } from '@odori/element';
import { expect, test } from 'vitest';
import { drop } from '#test/support/give-files.js';
import { openDemo } from '#test/support/open-demo.js';
import { withoutDrawing } from '#test/support/open-page.js';
import { vmdFile } from '#test/support/opened-files.js';
import { wavOf } from '#test/support/wav-bytes.js';

/** Clicks, 100 a minute. */
const SONG = new File(
  [wavOf(24, (time) => Math.sin(5000 * (time % 0.6)) * Math.exp(-100 * (time % 0.6)))],
  'clicks.wav',
  { type: 'audio/wav' },
);

test('a song alone is danced to, on its beats; a dance that is opened keeps its own timing', async () => {
  const page = await openDemo('dance', undefined, withoutDrawing);
  const player = page.part('view') as OdoriPlayerElement;
  const text = (): string => page.part('card-content').textContent;
  drop(page, SONG);
  await expect.poll(() => player.loadedMotion?.duration, { timeout: 60_000 }).toBeCloseTo(24, 1);
  expect(player.fit).toBe('song');
  await expect.poll(text).toContain('Lantern Night, in time with the song');
  drop(page, vmdFile('nod.vmd'));
  await expect.poll(() => player.fit).toBe('none');
  await expect.poll(text).toContain('nod.vmd');
  // the length of a song that comes with a dance is known later than that of the dance
  drop(page, vmdFile('bow.vmd'), new File([wavOf(7, () => 0)], 'silence.wav', { type: 'audio/wav' }));
  await expect.poll(text).toContain('bow.vmd');
  await expect.poll(text).toContain('0:07.0');
  page.close();
});

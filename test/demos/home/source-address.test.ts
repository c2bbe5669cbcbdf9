import { expect, test } from 'vitest';
import { sourceAddress } from '#demos/home/src/source-address.js';

test('a folder of a repository on a website', () => {
  const address = 'https://host/us/odori/tree/HEAD/demos/look/src';
  for (const origin of ['https://host/us/odori', 'git+https://host/us/odori.git', 'https://host/us/odori/']) {
    expect(sourceAddress(origin, 'demos/look/src'), origin).toBe(address);
  }
});

test('none where there is no website', () => {
  for (const origin of [undefined, '', 'git@host:us/odori.git', 'us/odori']) {
    expect(sourceAddress(origin, 'demos/look/src')).toBeUndefined();
  }
});

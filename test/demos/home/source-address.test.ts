import { expect, test } from 'vitest';
import { sourceAddress } from '#demos/home/src/source-address.js';

test('the address of a folder in a repository', () => {
  const address = 'https://host/us/odori/tree/HEAD/demos/look/src';
  for (const origin of ['https://host/us/odori', 'git+https://host/us/odori.git', 'https://host/us/odori/']) {
    expect(sourceAddress(origin, 'demos/look/src'), origin).toBe(address);
  }
});

test('an unknown repository gives no address', () => {
  for (const origin of [undefined, '', 'git@host:us/odori.git', 'us/odori']) {
    expect(sourceAddress(origin, 'demos/look/src')).toBeUndefined();
  }
});

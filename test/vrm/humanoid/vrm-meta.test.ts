import { readVrmMeta } from '@odori/vrm/humanoid';
import { expect, test } from 'vitest';
import { glbBytes } from '#test/vrm/glb-bytes.js';

const meta1 = (meta: unknown): Uint8Array => glbBytes({ extensions: { VRMC_vrm: { meta } } });
const meta0 = (meta: unknown): Uint8Array => glbBytes({ extensions: { VRM: { meta } } });

test('the meta of VRM 1.0 gives name, authors, license, and all other texts and switches', () => {
  const meta = readVrmMeta(
    meta1({
      name: 'Aoi',
      authors: ['Hana', 7, 'Yuki'],
      licenseUrl: 'https://vrm.dev/licenses/1.0/',
      avatarPermission: 'everyone',
      allowRedistribution: true,
      references: ['a', 'b'],
      thumbnailImage: 3,
      unknown: { deep: 1 },
    }),
  );
  expect(meta).toEqual({
    name: 'Aoi',
    authors: ['Hana', 'Yuki'],
    license: 'https://vrm.dev/licenses/1.0/',
    others: new Map<string, unknown>([
      ['avatarPermission', 'everyone'],
      ['allowRedistribution', true],
      ['references', 'a, b'],
    ]),
  });
});

test('the license of VRM 0.x is its name, or the address of another license', () => {
  expect(readVrmMeta(meta0({ title: 'Old', author: 'Hana', licenseName: 'CC0' }))).toMatchObject({
    name: 'Old',
    authors: ['Hana'],
    license: 'CC0',
  });
  const other = { licenseName: 'Other', otherLicenseUrl: 'https://example.com/terms' };
  expect(readVrmMeta(meta0(other))!.license).toBe('https://example.com/terms');
  expect(readVrmMeta(meta0({ licenseName: 'Other' }))!.license).toBe('Other');
});

test('a damaged meta gives empty fields, and a GLB without a VRM extension gives none', () => {
  const empty = { name: '', authors: [], license: '', others: new Map() };
  expect(readVrmMeta(meta1(['x']))).toEqual(empty);
  expect(readVrmMeta(meta0(null))).toEqual(empty);
  expect(readVrmMeta(meta1({ name: 3, authors: 'Hana', licenseUrl: null }))).toEqual(empty);
  expect(readVrmMeta(glbBytes({ asset: {} }))).toBeUndefined();
});

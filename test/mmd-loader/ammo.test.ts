import { afterEach, expect, test, vi } from 'vitest';
import { Ammo } from '#src/mmd-loader/stand-in-ammo.js';

const globals = globalThis as { Ammo?: unknown };

afterEach(() => {
  delete globals.Ammo;
  vi.resetModules();
});

test('Ammo() resolves to itself, so that a page may write it over its own variable', async () => {
  expect(await Ammo()).toBe(Ammo);
});

test('@odori/mmd-loader/ammo makes it global', async () => {
  await import('#src/mmd-loader/ammo.js');
  expect(globals.Ammo).toBe((await import('#src/mmd-loader/stand-in-ammo.js')).Ammo);
  expect((await import('#src/mmd-loader/ammo.js')).default).toBe(globals.Ammo);
});

test('a global Ammo that is there already stays', async () => {
  const real = (): void => {};
  globals.Ammo = real;
  await import('#src/mmd-loader/ammo.js');
  expect(globals.Ammo).toBe(real);
});

/**
 * Stands in for `Ammo()` of ammo.js, for which old pages wait before they begin. Resolves at once and loads
 * nothing: Odori's physics needs no Ammo.js. It resolves to itself, because pages write `Ammo = await
 * Ammo()`.
 *
 * @example
 * import { Ammo, MMDLoader } from '@odori/mmd-loader';
 * Ammo().then(init);
 */
export function Ammo(): Promise<typeof Ammo> {
  return Promise.resolve(Ammo);
}

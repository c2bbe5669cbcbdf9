import { type Pmm, serializePmm } from '@odori/format';
import { encodeName } from '@odori/format/internal';

/** A project as bytes, with its names encoded. */
export function pmmFile(pmm: Pmm): Uint8Array<ArrayBuffer> {
  const models = pmm.models.map((model) => ({
    ...model,
    name: encodeName(model.name.text),
    nameEn: encodeName(model.nameEn.text),
    path: encodeName(model.path.text),
    boneNames: model.boneNames.map(({ text }) => encodeName(text)),
    morphNames: model.morphNames.map(({ text }) => encodeName(text)),
  }));
  const accessories = pmm.accessories.map((accessory) => ({
    ...accessory,
    name: encodeName(accessory.name.text),
    path: encodeName(accessory.path.text),
  }));
  const media = { ...pmm.media, wave: encodeName(pmm.media.wave.text) };
  const accessoryOrder = accessories.map(({ name }) => name);
  return Uint8Array.from(serializePmm({ ...pmm, models, accessories, accessoryOrder, media }));
}

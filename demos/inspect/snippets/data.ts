import { detectFormat, parsePmx, parseVmd } from '@odori/format';

const bytes = new Uint8Array(await (await fetch('dance.vmd')).arrayBuffer());
console.log(detectFormat(bytes)); // 'vmd'
const dance = parseVmd(bytes);
console.log(dance.modelName.text, dance.bones.count, dance.warnings);

const file = await (await fetch('dancer.pmx')).arrayBuffer();
const model = parsePmx(new Uint8Array(file));
console.log(model.name, model.nameEn, model.comment);
console.log(model.bones.map(({ name, nameEn }) => `${name} ${nameEn}`));

import { type ObjectHead, readHead, skipReference } from './object-head.js';
import type { XMaterial } from './x.js';
import type { XTokens } from './x-tokens.js';

const SECTION = 'Material';

/** Reads a material from its first number on. `ignore` moves past an object that documents do not hold. */
export function readMaterial(tokens: XTokens, name: string, ignore: (head: ObjectHead) => void): XMaterial {
  tokens.spend(MATERIAL_MEMORY, SECTION);
  tokens.spendText(name, SECTION);
  const [r, g, b, a, power, specularR, specularG, specularB, emissiveR, emissiveG, emissiveB] =
    numbers(tokens);
  const material: XMaterial = {
    name,
    diffuse: [r, g, b, a],
    power,
    specular: [specularR, specularG, specularB],
    emissive: [emissiveR, emissiveG, emissiveB],
    texture: '',
  };
  for (let kind = tokens.peek(); kind !== 'close'; kind = tokens.peek()) {
    if (kind === 'open') {
      skipReference(tokens, SECTION);
      continue;
    }
    const head = readHead(tokens);
    if (head.kind === 'texturefilename') material.texture = readTexture(tokens);
    else ignore(head);
  }
  tokens.skip();
  return material;
}

function numbers(tokens: XTokens): number[] {
  tokens.peek();
  const { at } = tokens;
  const values = Array.from({ length: 11 }, () => tokens.number(SECTION));
  if (!values.every(Number.isFinite)) tokens.warn('not-finite', SECTION, 'has a NaN or an infinity', at);
  return values;
}

/** Some exporters leave the brackets of a material without a texture empty. */
function readTexture(tokens: XTokens): string {
  if (tokens.peek() !== 'close') tokens.expect('text', 'TextureFilename');
  const texture = tokens.peek() === 'text' ? tokens.takeText() : '';
  tokens.spendText(texture, SECTION);
  tokens.skipObject('TextureFilename');
  return texture;
}

/** An object with three lists of numbers. */
const MATERIAL_MEMORY = 400;

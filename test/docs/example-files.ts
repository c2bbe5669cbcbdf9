import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import {
  createPmm,
  createPmmModel,
  createVmd,
  parsePmx,
  parseVmd,
  serializePmm,
  serializePmx,
  serializeVmd,
} from '@odori/format';
import { createX, serializeX } from '@odori/format/x';
import { Motion } from '@odori/runtime';
import type { HumanBoneName } from '@odori/runtime/joints';
import { bakeVrmAnimation, serializeVrma, type VrmAnimation } from '@odori/vrm/vrma';
import { ModelBuilder } from '#test/support/model-builder.js';
import { wholeBytes } from '#test/support/pmd-bytes.js';
import { wavBytes } from '#test/support/wav-bytes.js';
import { zipBytes } from '#test/support/zip-bytes.js';
import { smallVrm } from '#test/vrm/small-vrm.js';
import { humanoidGlb, mixamoName } from '#test/vrm/humanoid-glb.js';
import { ROOT } from './doc-pages.js';

const SAMPLE = join(ROOT, 'packages/sample/files');

/** Small files, by name or by extension. */
const SMALL_FILES: Readonly<Record<string, () => Uint8Array>> = {
  '.pmx': smallDancer,
  '.zip': () =>
    zipBytes([
      { name: 'miku/miku.pmx', content: smallDancer() },
      { name: 'miku/tex/顔.png', content: ofSample('textures/iris.png') },
    ]),
  'textures.zip': () => zipBytes([{ name: Buffer.from('ccf9cdbc2fc1b32e706e67', 'hex') }]), // 贴图/脸.png in GBK
  '.png': () => ofSample('textures/iris.png'),
  '.vrm': () => smallVrm(),
  '.vmd': () => stillMotion(6),
  'dance.vmd': () => stillMotion(64 * 30),
  '.vpd': () => ofSample('pose-wave.vpd'),
  '.pmd': () => wholeBytes().build(),
  '.pmm': () => {
    const names = ['鏡音レン', '友達']; // Kagamine Len, friend
    const models = names.map((name, number) =>
      createPmmModel({
        number,
        name,
        path: `Model\\${['len', 'miku'][number]}.pmx`,
        boneNames: ['センター'],
      }),
    );
    return serializePmm(createPmm({ models }));
  },
  '.vrma': () => serializeVrma(nod()),
  '.glb': () => humanoidGlb(nod(), { nameOf: nameOfMixamo }),
  '.x': () => serializeX(createX({ materials: [{ texture: 'floor.bmp' }] })),
  // for the right wrist
  '.vac': () => Buffer.from('negi\r\nnegi.x\r\n1\r\n0,0,0\r\n0,0,0\r\n\x89E\x8e\xe8\x8e\xf1\r\n', 'latin1'),
  '.ogg': () => wavBytes(1),
  '.m4a': () => wavBytes(1),
};

/** The bones and some bodies of the dancer, a smile, and a board of 20 × 20 units that can be seen. */
function smallDancer(): Uint8Array {
  const { bones, rigidBodies } = parsePmx(ofSample('dancer.pmx'));
  const builder = new ModelBuilder();
  builder.bones.splice(0, 1, ...bones);
  builder.material({ texture: builder.texture('tex\\顔.png') });
  builder.quad({ center: [0, 10, 0], width: 20, height: 20 });
  const [morphs, weights] = [new Int32Array(), new Float32Array()];
  builder.morphs.push({ name: '笑い', nameEn: 'smile', panel: 2, type: 'group', morphs, weights });
  return serializePmx({ ...builder.build(), rigidBodies: rigidBodies.slice(0, 8) });
}

function stillMotion(frames: number): Uint8Array {
  return serializeVmd(createVmd({ bones: [0, frames].map((frame) => ({ name: 'センター', frame })) }));
}

function nod(): VrmAnimation {
  return bakeVrmAnimation(Motion.from(parseVmd(ofSample('gesture-nod.vmd'))), 'standard');
}

/** With fingers, of which the tests of avatars have no need. */
function nameOfMixamo(bone: HumanBoneName): string {
  const [, side, finger, part] = /^(left|right)(Thumb|Index|Middle|Ring|Little)(.+)$/.exec(bone) ?? [];
  if (side === undefined) return mixamoName(bone);
  const parts = finger === 'Thumb' ? ['Metacarpal', 'Proximal'] : ['Proximal', 'Intermediate'];
  const hand = side === 'left' ? 'LeftHand' : 'RightHand';
  return `mixamorig:${hand}${finger === 'Little' ? 'Pinky' : finger}${[...parts, 'Distal'].indexOf(part) + 1}`;
}

const ofSample = (path: string): Uint8Array => new Uint8Array(readFileSync(join(SAMPLE, path)));

/** A file of the sample, or a small one of its kind. */
export function sampleFile(path: string): Uint8Array {
  return existsSync(join(SAMPLE, path)) ? ofSample(path) : smallFile(path)!;
}

/** A small file of that kind, as a page loads it by a URL; undefined if it is missing. */
export function smallFile(path: string): Uint8Array | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name.startsWith('missing')) return undefined;
  const kind = name in SMALL_FILES ? name : extname(name);
  if (!made.has(kind)) made.set(kind, SMALL_FILES[kind]?.());
  return made.get(kind);
}

const made = new Map<string, Uint8Array | undefined>();

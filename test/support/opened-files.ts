import {
  type BoneKey,
  createVmd,
  createVpd,
  serializeBvmd,
  serializeVmd,
  serializeVpd,
  type VmdContent,
  vmdToBvmd,
} from '@odori/format';
import { zipSync } from 'fflate';
import { pmmFile } from '#test/model/scene/pmm-file.js';
import { smallPmm } from '#test/model/scene/small-pmm.js';
import { dancerBuilder, ModelBuilder } from './model-builder.js';
import { wavBytes } from './wav-bytes.js';
import type { VpdContent } from '#src/format/vpd/vpd.js';

/** Files that users open, made here. */

const TURN = [0, Math.SQRT1_2, 0, Math.SQRT1_2] as const;
/** 頭 (head) turns by 90° within 9 frames. */
const NOD: readonly BoneKey[] = [
  { name: '頭', frame: 0 },
  { name: '頭', frame: 9, rotation: TURN },
];

export function vmdFile(name: string, content: VmdContent = { bones: NOD }): File {
  return new File([Uint8Array.from(serializeVmd(createVmd(content)))], name);
}

export function bvmdFile(name: string): File {
  return new File([Uint8Array.from(serializeBvmd(vmdToBvmd(createVmd({ bones: NOD }))))], name);
}

export function vpdFile(
  name: string,
  content: VpdContent = { bones: [{ name: '頭', rotation: TURN }] },
): File {
  return new File([Uint8Array.from(serializeVpd(createVpd(content)))], name);
}

/** A square that counts as a dancer. */
export function modelFile(name: string, texture?: string): File {
  const builder = dancerBuilder();
  const textured = texture === undefined ? {} : { texture: builder.texture(texture) };
  builder.material({ diffuse: [0, 0, 0, 1], ...textured });
  builder.quad({ center: [0, 10, 0], width: 8, height: 8 });
  return new File([Uint8Array.from(builder.bytes())], name);
}

/** A wall, which counts as a stage. */
export function stageFile(name: string): File {
  const builder = new ModelBuilder();
  builder.material({ diffuse: [1, 1, 1, 1] });
  builder.quad({ center: [0, 20, 30], width: 60, height: 40 });
  return new File([Uint8Array.from(builder.bytes())], name);
}

export function projectFile(name: string): File {
  const models = [
    { name: '踊り子', path: 'Model\\dancer.pmx', bones: { センター: [{ frame: 0 }, { frame: 60 }] } },
  ];
  return new File([pmmFile(smallPmm({ models }))], name);
}

export function songFile(name: string): File {
  return new File([wavBytes(1)], name);
}

/** A file that begins with these bytes, each one a character. */
export function fileOf(start: string, name: string): File {
  return new File([Uint8Array.from(start.padEnd(200, '\x01'), (character) => character.charCodeAt(0))], name);
}

export const PNG = '\x89PNG\r\n\x1a\n';
export const RAR = 'Rar!\x1a\x07\x01\0';

export async function zipFile(name: string, ...files: File[]): Promise<File> {
  return new File([await zipped(files)], name);
}

async function zipped(files: readonly File[]): Promise<Uint8Array<ArrayBuffer>> {
  const contents = files.map(async (file) => [file.name, new Uint8Array(await file.arrayBuffer())] as const);
  return Uint8Array.from(zipSync(Object.fromEntries(await Promise.all(contents))));
}

/** A zip whose files are marked as encrypted with AES. */
export async function encryptedZip(name: string, ...files: File[]): Promise<File> {
  const bytes = await zipped(files);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < bytes.length - 12; at++) {
    const signature = view.getUint32(at, true);
    if (signature === 0x04034b50) view.setUint16(at + 8, 99, true); // the method in the header of a file
    if (signature === 0x02014b50) view.setUint16(at + 10, 99, true); // and in the directory
  }
  return new File([bytes], name);
}

/** The first part of a file. */
export function cut(file: File, fraction: number): File {
  return new File([file.slice(0, Math.floor(file.size * fraction))], file.name);
}

/** One of the files of the demos, such as `dance.vmd`. */
export async function demoFile(name: string): Promise<File> {
  const response = await fetch(`/packages/sample/files/${name}`);
  return new File([await response.arrayBuffer()], name);
}

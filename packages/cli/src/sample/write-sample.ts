import { FOOT_CONTACTS, NUMBERS_PER_JOINT } from '@odori/runtime/internal';
import { formatCsv } from '../text/tables.js';
import { toNpy, toNpz } from './npy.js';
import type { SampledMotion } from './sample-motions.js';
import type { SampleFormat, SampleSettings } from './sample-settings.js';

type Cell = string | number;

const NUMBERS = ['x', 'y', 'z', 'qx', 'qy', 'qz', 'qw'];

/** The content of the file that a sampled motion becomes. */
export function writeSample(
  sampled: SampledMotion,
  settings: SampleSettings,
): Uint8Array | Promise<Uint8Array> {
  return WRITERS[settings.format](sampled, settings);
}

const WRITERS: Readonly<
  Record<SampleFormat, (sampled: SampledMotion, settings: SampleSettings) => Uint8Array | Promise<Uint8Array>>
> = {
  csv: toCsv,
  json: toJson,
  npy: (sampled) => toNpy(posesOf(sampled)),
  npz: (sampled) => toNpz(arraysOf(sampled)),
  parquet: toParquet,
};

/** Bytes, and pose by pose: the text of a long dance is longer than the longest string. */
function toCsv(sampled: SampledMotion): Uint8Array {
  const heading = ['seconds', 'frame', 'bone', ...NUMBERS, ...(sampled.contacts ? FOOT_CONTACTS : [])];
  const poses = sampled.times.map((_, i) => Buffer.from(formatCsv([], rowsOf(sampled, i)).slice(1)));
  return Buffer.concat([Buffer.from(formatCsv(heading, [])), ...poses]);
}

function rowsOf(sampled: SampledMotion, i: number): Cell[][] {
  const { frame, seconds } = sampled.times[i];
  const contacts = contactsOf(sampled, i);
  return sampled.joints.map(({ name }, joint) => {
    const at = NUMBERS_PER_JOINT * (sampled.joints.length * i + joint);
    return [seconds, frame, name, ...sampled.poses.subarray(at, at + NUMBERS_PER_JOINT), ...contacts];
  });
}

function contactsOf({ contacts }: SampledMotion, i: number): number[] {
  return [...(contacts?.subarray(FOOT_CONTACTS.length * i, FOOT_CONTACTS.length * (i + 1)) ?? [])];
}

function toJson(sampled: SampledMotion, { space, coordinates }: SampleSettings): Uint8Array {
  const { times, visible, morphNames, weights } = sampled;
  const poses = times.map((time, i) =>
    JSON.stringify({
      ...time,
      visible: visible[i],
      bones: rowsOf(sampled, i).map(([, , bone, ...numbers]) => ({
        bone,
        position: numbers.slice(0, 3),
        rotation: numbers.slice(3, NUMBERS_PER_JOINT),
      })),
      morphs: morphNames.map((morph, m) => ({ morph, weight: weights[morphNames.length * i + m] })),
      ...(sampled.contacts && {
        contacts: Object.fromEntries(
          contactsOf(sampled, i).map((on, foot) => [FOOT_CONTACTS[foot], on === 1]),
        ),
      }),
      space,
      coordinates,
    }),
  );
  const pieces = poses.map((pose, i) => Buffer.from(i === 0 ? pose : `,${pose}`));
  return Buffer.concat([Buffer.from('['), ...pieces, Buffer.from(']\n')]);
}

function posesOf({ times, joints, poses }: SampledMotion) {
  return { shape: [times.length, joints.length, NUMBERS_PER_JOINT], data: Float32Array.from(poses) };
}

function arraysOf(sampled: SampledMotion) {
  const { times, joints, contacts } = sampled;
  return {
    poses: posesOf(sampled),
    seconds: { shape: [times.length], data: Float64Array.from(times, ({ seconds }) => seconds) },
    bones: { texts: joints.map(({ name }) => name) },
    ...(contacts && { contacts: { shape: [times.length, FOOT_CONTACTS.length], data: contacts } }),
  };
}

async function toParquet(sampled: SampledMotion): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  const { times, joints, poses, contacts } = sampled;
  const rows = times.length * joints.length;
  const ofTimes = (value: (i: number) => number): Float64Array =>
    Float64Array.from({ length: rows }, (_, row) => value(Math.floor(row / joints.length)));
  const columnData = [
    { name: 'seconds', type: 'DOUBLE' as const, data: ofTimes((i) => times[i].seconds) },
    { name: 'frame', type: 'DOUBLE' as const, data: ofTimes((i) => times[i].frame) },
    {
      name: 'bone',
      type: 'STRING' as const,
      data: Array.from({ length: rows }, (_, row) => joints[row % joints.length].name),
    },
    ...NUMBERS.map((name, number) => ({
      name,
      type: 'FLOAT' as const,
      data: Float32Array.from({ length: rows }, (_, row) => poses[NUMBERS_PER_JOINT * row + number]),
    })),
    ...(contacts ? FOOT_CONTACTS : []).map((name, foot) => ({
      name,
      type: 'BOOLEAN' as const,
      data: Array.from({ length: rows }, (_, row) => {
        const i = Math.floor(row / joints.length);
        return contacts![FOOT_CONTACTS.length * i + foot] === 1;
      }),
    })),
  ];
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}

import { bindMotion, Rig } from '@odori/runtime/rig';
import { parseArguments, parseChoice, parseTimes, type Time } from '../arguments.js';
import type { Command, Console } from '../command.js';
import { describeMissingBones } from '../documents/descriptions.js';
import { chooseBones, readModel } from '../documents/read-model.js';
import { readMotion } from '../documents/read-motion.js';
import { Refusal } from '../documents/refusal.js';
import { UsageError } from '../errors.js';
import { formatCsv } from '../text/tables.js';
import { type BoneSample, type PoseSpace, samplePose } from './sample-pose.js';

const HELP = `odori sample MOTION… --model PMX --at TIMES: print bone positions and rotations after IK, at any time

Several motions are merged, for example dance and face; if two have a keyframe for the same bone and frame, the later
file wins. Lengths are in MMD units (about 8 cm). Physics is not simulated.

  --model FILE             a PMX or PMD (required)
  --at 1.5s,100f           times in seconds (s) or frames (f; 30 per second, fractions allowed) (required)
  --space world|local      world: position and rotation in the space of the model (default);
                           local: translation from rest and rotation relative to the parent, as in a keyframe
  --coordinates mmd|three  MMD's left-handed space (default) or three.js's right-handed one
  --bones NAME,NAME        only these bones, by Japanese or English name
  --csv                    a line for each time and bone: x y z and the quaternion x y z w (default)
  --json                   an array with one entry for each time, with morph weights
  --quiet                  do not print warnings
  --refuse CODE,…          fail for files with these warnings, such as not-finite (odori inspect shows the codes)
  --allow CODE,…           accept files with these warnings; --allow truncated reads what is left of a cut file

  odori sample dance.vmd --model dancer.pmx --at 1.5s,2.25s,100f > bones.csv
  odori sample dance.vmd face.vmd --model dancer.pmx --at 90f --bones 左足首,右足首 --space world --json
`;

const OPTIONS = {
  model: { type: 'string' },
  at: { type: 'string' },
  space: { type: 'string' },
  coordinates: { type: 'string' },
  bones: { type: 'string' },
  csv: { type: 'boolean' },
  json: { type: 'boolean' },
  quiet: { type: 'boolean' },
  refuse: { type: 'string' },
  allow: { type: 'string' },
} as const;

/** The values of the command line. */
interface SampleOptions extends PoseSpace {
  readonly motions: readonly string[];
  readonly model: string;
  readonly times: readonly Time[];
  /** Names, separated by commas. */
  readonly bones: string | undefined;
  readonly isJson: boolean;
  readonly quiet: boolean;
  readonly refusal: Refusal;
}

/** The pose at one time. */
interface PoseSample extends Time {
  readonly visible: boolean;
  readonly bones: readonly BoneSample[];
  readonly morphs: readonly { readonly morph: string; readonly weight: number }[];
}

export const SAMPLE: Command = {
  help: HELP,
  async run(args, console) {
    const options = readOptions(args);
    const poses = await samplePoses(options, console);
    await console.write(options.isJson ? toJson(poses, options) : toCsv(poses));
    return 0;
  },
};

function readOptions(args: readonly string[]): SampleOptions {
  const { values, positionals } = parseArguments(args, OPTIONS);
  const { model, at, bones, csv, json, quiet } = values;
  if (positionals.length === 0)
    throw new UsageError('missing motion: odori sample MOTION… --model PMX --at TIMES');
  if (model === undefined) throw new UsageError('missing --model, for example --model dancer.pmx');
  if (at === undefined) throw new UsageError('missing --at, for example --at 1.5s,100f');
  if (csv && json) throw new UsageError('--csv and --json exclude each other');
  return {
    motions: positionals,
    model,
    times: parseTimes('at', at),
    space: parseChoice('space', values.space ?? 'world', ['local', 'world']),
    coordinates: parseChoice('coordinates', values.coordinates ?? 'mmd', ['mmd', 'three']),
    bones,
    isJson: json === true,
    quiet: quiet === true,
    refusal: new Refusal(values),
  };
}

async function samplePoses(options: SampleOptions, console: Console): Promise<PoseSample[]> {
  const log = (line: string): void => {
    if (!options.quiet) console.log(line);
  };
  const model = await readModel(options.model, console, options.refusal);
  const bones = chooseBones(model, options.bones, options.model);
  const { motion } = await readMotion(options.motions, console, options.refusal, log);
  const rig = new Rig(model.definition);
  const binding = bindMotion(motion, rig);
  const missing = describeMissingBones(motion, binding);
  if (missing !== undefined) log(`odori: ${options.model}: warning: ${missing}`);
  return options.times.map((time) => {
    binding.sample(time.frame);
    rig.solve();
    rig.solveAfterPhysics();
    return { ...time, ...takePose(rig, bones, options) };
  });
}

function takePose(rig: Rig, bones: readonly number[], space: PoseSpace): Omit<PoseSample, keyof Time> {
  return {
    visible: rig.pose.visible,
    bones: samplePose(rig, bones, space),
    morphs: rig.definition.morphNames.map((morph, i) => ({ morph, weight: rig.morphWeights[i] })),
  };
}

function toJson(poses: readonly PoseSample[], { space, coordinates }: PoseSpace): string {
  return `${JSON.stringify(poses.map((pose) => ({ ...pose, space, coordinates })))}\n`;
}

function toCsv(poses: readonly PoseSample[]): string {
  const rows = poses.flatMap(({ seconds, frame, bones }) =>
    bones.map(({ bone, position, rotation }) => [seconds, frame, bone, ...position, ...rotation]),
  );
  return formatCsv(['seconds', 'frame', 'bone', 'x', 'y', 'z', 'qx', 'qy', 'qz', 'qw'], rows);
}

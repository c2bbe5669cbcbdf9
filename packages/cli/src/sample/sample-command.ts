import { bindMotion, Rig } from '@odori/runtime/rig';
import { parseChoice, parseTimes, type Time } from '../arguments/numbers.js';
import { parseArguments } from '../arguments/parse-arguments.js';
import type { Command } from '../command.js';
import type { Console } from '../console.js';
import { describeMisfit } from '../documents/describe-misfit.js';
import { formatCsv } from '../documents/format-csv.js';
import { readModel } from '../documents/read-model.js';
import { readMotion } from '../documents/read-motion.js';
import { UsageError } from '../problem.js';
import { chooseBones } from './choose-bones.js';
import { type BoneSample, type PoseSpace, samplePose } from './sample-pose.js';

const HELP = `odori sample MOTION… --model PMX --at TIMES: bones after IK, at any time

Several motions are put together, as dance and face; a later one's keys count. MMD units; physics is not simulated.

  --model FILE             a PMX or a PMD
  --at 1.5s,100f           seconds, or frames (30 a second, fractions too)
  --space local|world      beside the parent, as a key would say it, or in the model (world)
  --coordinates mmd|three  left-handed as in the files (mmd), or three's right-handed
  --bones NAME,NAME        only these, by their Japanese or English names
  --csv                    a line for each time and bone, x y z and the quaternion x y z w (default)
  --json                   an array with an entry for each time, with morph weights
  --quiet                  no warnings

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
} as const;

/** What `odori sample` is told. */
interface SampleOptions extends PoseSpace {
  readonly motions: readonly string[];
  readonly model: string;
  readonly times: readonly Time[];
  /** Names with commas between. */
  readonly bones: string | undefined;
  readonly isJson: boolean;
  readonly quiet: boolean;
}

/** Everything at one time. */
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
  if (positionals.length === 0) throw new UsageError('which motion?');
  if (model === undefined) throw new UsageError('which --model?');
  if (at === undefined) throw new UsageError('--at which times?');
  if (csv && json) throw new UsageError('--csv or --json?');
  return {
    motions: positionals,
    model,
    times: parseTimes('at', at),
    space: parseChoice('space', values.space ?? 'world', ['local', 'world']),
    coordinates: parseChoice('coordinates', values.coordinates ?? 'mmd', ['mmd', 'three']),
    bones,
    isJson: json === true,
    quiet: quiet === true,
  };
}

async function samplePoses(options: SampleOptions, console: Console): Promise<PoseSample[]> {
  const tell = (line: string): void => {
    if (!options.quiet) console.tell(line);
  };
  const model = await readModel(options.model, console);
  const bones = chooseBones(model, options.bones, options.model);
  const { motion } = await readMotion(options.motions, console, tell);
  const rig = new Rig(model.definition);
  const binding = bindMotion(motion, rig);
  const misfit = describeMisfit(motion, binding.missing);
  if (misfit !== undefined) tell(`odori: ${options.model}: warning: ${misfit}`);
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

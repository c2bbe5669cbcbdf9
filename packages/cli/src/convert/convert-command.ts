import { resolve } from 'node:path';
import { parseArguments } from '../arguments.js';
import type { Command, Console, ExitCode } from '../command.js';
import { UsageError } from '../errors.js';
import { expandInputs, sharedFolder, STANDARD } from '../files/inputs.js';
import { PathMap } from '../files/path-map.js';
import { convertDance } from './convert-dance.js';
import { convertFile } from './convert-file.js';
import { OPTIONS, type ReadOptions, readOptions, type Values } from './convert-options.js';
import { readModelFiles } from './named-models.js';
import { runBatch } from './run-batch.js';

const HELP = `odori convert IN… OUT: convert motions, poses, projects and models

The content of IN decides what it is. The extension of OUT, or --format, decides what it becomes:
  VMD, JSON, BVMD, VPD → .vmd .json .bvmd, or .vpd: the pose at the frame of --frame
                         A BVMD with a dance and a camera becomes two VMDs, OUT.vmd and OUT-camera.vmd, because MMD does
                         not load both from one file. With --model camera, only the camera.
  VRMA, GLB            → the same: a VRM animation, or that of a humanoid (Mixamo, Unity, …) in a GLB, becomes a dance of
                         MMD, with the feet on leg IK
  PMM                  → one motion for each model and one for camera, light and shadow, in the folder OUT. CSV files
                         beside them hold what a VMD cannot: paths and orders of the models, external parents, the
                         bones that the camera follows, accessories and gravity. With --model, only one motion.
  PMD                  → .pmx
  PMX or PMD, and its dance → .glb: one file that any glTF viewer plays, with bones, morphs and textures. Textures come from
                         the folder of the model and those beside it; those that are neither PNG nor JPEG are left out. What the model's
                         author allows is printed.
Several inputs need a folder as OUT; it keeps their folders below the deepest one that holds them all (for a glob: the
part before its first wildcard). Globs in quotes (* ? **) are expanded.

  -o, --output OUT     a file, a folder, or - for stdout; otherwise the last argument is OUT
  -f, --format FORMAT  vmd, json, bvmd, vpd, pmx or glb; required for stdout, and for a VMD into a folder
      --force          overwrite existing files
      --strict         exit with 1 on any warning, except for keyframes out of order, which MMD itself writes
      --quiet          do not print warnings or a summary
      --refuse CODE,…  fail for files with these warnings, such as not-finite; odori inspect shows the codes
      --allow CODE,…   accept files with these warnings: --allow truncated converts what is left of a file that is cut off

  Motions:
      --from F, --to F       keep only these frames (30 per second); the result starts at frame 0
      --mirror               swap left and right
      --offset F             start F frames later, or earlier if F is negative
      --frame F              for .vpd: the frame of the pose, fractions allowed. The pose has what the keyframes give,
                             before IK
      --model NAME           set the model name of the motion. For a PMM: extract only this model, by Japanese or
                             English name or by number, or "camera"; OUT may then be a file
      --pmd FILE             a model of a PMM of version 1, which contains no bone names: a PMD, or a PMX made from it.
                             For several models, repeat the option, or put a glob in quotes
      --vmd-version 1|2      the version of the VMD (default: the version of IN, otherwise 2)

  JSON:
      --coordinates mmd|three  MMD's left-handed space (default) or three.js's right-handed one; the JSON says which
      --group none|name        keyframes in the order of the file (default), or grouped by name
      --start-frame F          add F to every frame; reading the JSON subtracts it again
      --target-id N            a number for programs that keep several models
      --json                   write the tables of a PMM as one JSON file instead of CSV

  GLB:
      --physics              simulate hair and clothes, and write their movements
      --root FOLDER          the folder that textures may be in (default: the parent of the model's folder)
      --mtoon                shade as an anime drawing, in viewers that know VRM's MToon; others show plain colors

  odori convert dance.vmd dance.json --coordinates three
  odori convert scene.pmm dances/
  odori convert scene.pmm camera.vmd --model camera
  odori convert 'poses/*.vpd' -o motions
  odori convert dance.vmd pose.vpd --frame 120
  odori convert dance.vmd -f bvmd - > dance.bvmd
  odori convert dance.vmd refrain.vmd --from 900 --to 1500 --mirror
  odori convert dancer.pmx dance.vmd dance.glb --physics
  odori convert clip.vrma dance.vmd
  odori convert mixamo.glb dance.vmd
`;

export const CONVERT: Command = {
  help: HELP,
  async run(args, console): Promise<ExitCode> {
    const { values, positionals } = parseArguments(args, OPTIONS);
    const output = values.output ?? positionals.pop();
    if (output === undefined || positionals.length === 0)
      throw new UsageError('missing input or output: odori convert IN… OUT');
    const inputs = await expandInputs(positionals, console.cwd);
    const readValues = await readOptions(values, output, console.cwd);
    const { format } = readValues.output;
    if (format === 'glb') return convertToGlb(inputs, readValues, values, console);
    if (!readValues.output.isFolder && inputs.length > 1) {
      throw new UsageError(`${inputs.length} inputs cannot go into the file ${output}: name a folder`);
    }
    const options = {
      ...readValues,
      output: { ...readValues.output, format },
      tree: await sharedFolder(positionals, console.cwd),
      models: await readModelFiles(values.pmd ?? [], console),
    };
    const batch = { inputs: await mapInputs(inputs, console.cwd), written: new PathMap<string>() };
    return runBatch(
      inputs,
      { console, quiet: values.quiet === true, strict: values.strict === true },
      (input, warn) => convertFile(input, options, console, batch, warn),
    );
  },
};

/** The inputs are one dance. */
function convertToGlb(
  inputs: readonly string[],
  { output, force, refusal }: ReadOptions,
  values: Values,
  console: Console,
): Promise<ExitCode> {
  if (output.isFolder) throw new UsageError(`a GLB needs the name of a file, and ${output.path} is a folder`);
  return convertDance(
    inputs,
    {
      output: output.path,
      materials: values.mtoon === true ? 'mtoon' : 'unlit',
      physics: values.physics === true,
      root: values.root,
      force,
      refusal,
      strict: values.strict === true,
      quiet: values.quiet === true,
    },
    console,
  );
}

async function mapInputs(inputs: readonly string[], cwd: string): Promise<PathMap<string>> {
  const map = new PathMap<string>();
  for (const input of inputs) if (input !== STANDARD) await map.set(resolve(cwd, input), input);
  return map;
}

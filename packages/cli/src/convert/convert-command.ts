import { parsePmd, type Pmd } from '@odori/format';
import { resolve } from 'node:path';
import { parseArguments } from '../arguments/parse-arguments.js';
import type { Command } from '../command.js';
import type { Console } from '../console.js';
import { expandInputs } from '../files/expand-inputs.js';
import { PlaceMap } from '../files/place-map.js';
import { readInput, STANDARD } from '../files/read-input.js';
import { inFile, UsageError } from '../problem.js';
import type { ExitCode } from '../run-odori.js';
import { convertFile } from './convert-file.js';
import { OPTIONS, readOptions } from './convert-options.js';
import { runBatch } from './run-batch.js';

const HELP = `odori convert IN… OUT: motions, poses, projects and models into other formats

What IN is, its bytes say; what it becomes, the extension of OUT says:
  VMD, JSON, BVMD, VPD → .vmd .json .bvmd      PMD → .pmx
  PMM → a motion for each model and one for camera, light and shadow, into the folder OUT; what a VMD cannot hold
        (external parents, the bones that the camera follows, accessories, gravity) as CSV beside them,
        unless --model takes only one
Several inputs go into a folder: OUT, or -o. Quoted globs (* ? **) are resolved.

  -o, --output OUT     a file, a folder, or - for stdout
  -f, --format FORMAT  vmd, json, bvmd or pmx; needed for a folder if IN is a VMD, and for stdout
      --force          overwrite files
      --strict         exit with 1 if there is any warning; keys out of order, as MMD writes them, are none
      --quiet          no warnings, no summary

  Motions:
      --from F, --to F       only these frames (30 a second); what is left begins at 0
      --mirror               left becomes right
      --offset F             later by so many frames; earlier if below 0
      --model NAME           the model that the motion is for; of a PMM, the only one to take, by name, Japanese
                             or English, by number, or camera: then OUT may be a file
      --pmd FILE             of a PMM of version 1: its models, for it has no names of bones; may be repeated,
                             or a glob
      --vmd-version 1|2      of the VMD; that of IN if it is one

  JSON:
      --coordinates mmd|three  the file's numbers (left-handed) or three's (right-handed); the file says which
      --group none|name        keys in the file's order, or by bone
      --start-frame F          added to every frame; taken off again on the way back
      --target-id N            for programs that keep several models
      --json                   what a VMD cannot hold of a PMM as JSON, not CSV

  odori convert dance.vmd dance.json --coordinates three
  odori convert scene.pmm dances/
  odori convert scene.pmm camera.vmd --model camera
  odori convert 'poses/*.vpd' -o motions
  odori convert dance.vmd -f bvmd - > dance.bvmd
  odori convert dance.vmd refrain.vmd --from 900 --to 1500 --mirror
`;

export const CONVERT: Command = {
  help: HELP,
  async run(args, console): Promise<ExitCode> {
    const { values, positionals } = parseArguments(args, OPTIONS);
    const output = values.output ?? positionals.pop();
    if (output === undefined || positionals.length === 0) throw new UsageError('from what to what?');
    const inputs = await expandInputs(positionals, console.cwd);
    const told = await readOptions(values, output, console.cwd);
    if (!told.output.isFolder && inputs.length > 1) {
      throw new UsageError(`${inputs.length} inputs do not fit into ${output}: name a folder`);
    }
    const options = { ...told, models: await readPmds(values.pmd ?? [], console) };
    const batch = { inputs: await placesOf(inputs, console.cwd), written: new PlaceMap<string>() };
    return runBatch(
      inputs,
      { console, quiet: values.quiet === true, strict: values.strict === true },
      (input, warn) => convertFile(input, options, console, batch, warn),
    );
  },
};

async function placesOf(inputs: readonly string[], cwd: string): Promise<PlaceMap<string>> {
  const places = new PlaceMap<string>();
  for (const input of inputs) if (input !== STANDARD) await places.set(resolve(cwd, input), input);
  return places;
}

async function readPmds(inputs: readonly string[], console: Console): Promise<Pmd[]> {
  const paths = await expandInputs(inputs, console.cwd);
  const read = (path: string): Promise<Pmd> =>
    inFile(path, async () => parsePmd(await readInput(path, console)));
  return Promise.all(paths.map(read));
}

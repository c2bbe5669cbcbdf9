import { parsePmx, serializeVmd, type Vmd } from '@odori/format';
import { simulateDance } from '@odori/physics/bake';
import type { PoseSource } from '@odori/runtime/bake';
import { Motion } from '@odori/runtime/motion';
import { createRigDefinition } from '@odori/runtime/rig';
import { createDanceGlb } from '@odori/vrm/glb';
import { readHumanoid } from '@odori/vrm/humanoid';
import { bakeVrmAnimation, motionOfVrmAnimation, parseVrma, serializeVrma } from '@odori/vrm/vrma';

/** A conversion that takes seconds: a worker does it. */
export type Job =
  /** A dance of an MMD model (`source`: PMX) for an avatar (VRM or GLB): gives a VRMA. */
  | { readonly kind: 'vrma'; readonly dance: Vmd; readonly source: Uint8Array; readonly avatar: Uint8Array }
  /** A VRMA for an MMD model (`target`: PMX), or for MMD's standard skeleton: gives a VMD. */
  | { readonly kind: 'vmd'; readonly animation: Uint8Array; readonly target?: Uint8Array }
  /** An MMD model (PMX) with its dance. `textures`: by the paths in the model. Gives a GLB. */
  | {
      readonly kind: 'glb';
      readonly dance: Vmd;
      readonly model: Uint8Array;
      readonly textures: ReadonlyMap<string, Uint8Array>;
    };

/** What a job does now. */
export interface Step {
  /** A key of the catalog: workers do not know the language of the page. */
  readonly text: string;
  /** How much of this step is done, from 0 to 1; undefined: unknown. */
  readonly fraction?: number;
}

/** Does a job, and gives the bytes of the file. Rejects with a sentence if a file is broken. */
export async function runJob(job: Job, onStep: (step: Step) => void): Promise<Uint8Array> {
  if (job.kind === 'vrma') {
    onStep({ text: 'Solving every frame for this avatar…' });
    const source = createRigDefinition(parsePmx(job.source, { geometry: false }));
    return serializeVrma(bakeVrmAnimation(Motion.from(job.dance), readHumanoid(job.avatar), { source }));
  }
  if (job.kind === 'vmd') {
    onStep({ text: 'Finding keyframes with the feet on leg IK…' });
    const target = job.target && createRigDefinition(parsePmx(job.target, { geometry: false }));
    const { vmd } = motionOfVrmAnimation(parseVrma(job.animation), target && { target });
    return serializeVmd(vmd);
  }
  onStep({ text: 'Step 1 of 2: letting hair and skirt swing…' });
  const pmx = parsePmx(job.model);
  const dance = simulateDance(Motion.from(job.dance), pmx);
  const { bytes } = await createDanceGlb(pmx, reported(dance, onStep), { textures: job.textures });
  return bytes;
}

/** Says how far the frames of a dance are, in steps of a hundredth. */
function reported(dance: PoseSource, onStep: (step: Step) => void): PoseSource {
  const { lastFrame } = dance.motion;
  let shown = -1;
  return {
    ...dance,
    solve(frame) {
      dance.solve(frame);
      const percent = Math.floor((100 * frame) / Math.max(lastFrame, 1));
      if (percent <= shown) return;
      shown = percent;
      onStep({ text: 'Step 2 of 2: writing its keyframes…', fraction: percent / 100 });
    },
  };
}

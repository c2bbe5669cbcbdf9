import {
  type Curve,
  createPmm,
  createPmmAccessory,
  createVmd,
  type Pmm,
  type PmmAccessory,
  pmmTracks,
  type Vmd,
} from '@odori/format';
import { cameraKeys } from '../../shared/group/compose-project.js';
import { projectModel, type ProjectModel } from '../../shared/group/project-model.js';
import { LANTERN_FOOT } from './example-accessories.js';

/** The stage, by which its accessory is found. */
export const STAGE_PATH = 'UserFile\\Accessory\\stage.x';

/**
 * A project as MMD would save it: dancing models on a stage, a lantern beside them, a camera, a light and a
 * background. Its ground shadows are darker than those of a new project, because gray ones would be brighter
 * than the stage, and let the stage shine through.
 */
export function exampleProject(models: readonly ProjectModel[], { lights }: Vmd): Pmm {
  const project = createPmm({
    models: models.map(projectModel),
    accessories: [lantern(), stage()],
    media: {
      backgroundOn: 1,
      background: 'UserFile\\BackGround\\dusk.png',
      waveOn: 1,
      wave: 'UserFile\\Wave\\Lantern Night.wav',
    },
  });
  return {
    ...project,
    display: { ...project.display, groundShadowBrightness: 0.3, transparentGroundShadow: 1 },
    camera: { ...project.camera, keys: cameraKeys(walkAround()) },
    light: {
      ...project.light,
      keys: { ...pmmTracks([lights.frames]), colors: lights.colors, directions: lights.directions },
    },
  };
}

/** An accessory that stands on the stage, to the left of the dancers and nearer to the camera. */
function lantern(): PmmAccessory {
  const accessory = createPmmAccessory({
    name: '提灯 lantern',
    path: 'UserFile\\Accessory\\lantern.x',
  });
  const scale = 2.6;
  return {
    ...accessory,
    keys: {
      ...accessory.keys,
      positions: Float32Array.of(-12, LANTERN_FOOT * scale, -1),
      scales: Float32Array.of(scale),
    },
  };
}

/** An accessory under the dancers, who stand on it. */
function stage(): PmmAccessory {
  return createPmmAccessory({ number: 1, name: '舞台 stage', path: STAGE_PATH });
}

/** Slow at its ends, fast in the middle. */
const EASE: Curve = [64, 0, 64, 127];

/**
 * Walks from side to side before the dancers, nearer and back: the camera of the film would show only the
 * first of them.
 */
function walkAround(): Vmd['cameras'] {
  const places = [
    [0, -54, -0.14, 0.24],
    [450, -47, -0.05, 0.06],
    [900, -50, -0.12, -0.28],
    [1350, -46, -0.04, -0.04],
    [1920, -54, -0.14, 0.24],
  ];
  return createVmd({
    cameras: places.map(([frame, distance, tilt, aside]) => ({
      frame,
      distance,
      target: [0, 10.5, 1],
      rotation: [tilt, aside, 0],
      curves: EASE,
    })),
  }).cameras;
}

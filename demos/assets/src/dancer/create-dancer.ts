import { createPmx, type Pmx } from '@odori/format';
import type { Part } from '../mesh/part.js';
import { createArmCovers } from './arm-covers.js';
import { assemble } from './assemble.js';
import { createBody } from './body.js';
import { createBlush } from './blush.js';
import { createBoots } from './boots.js';
import { createBones, createDisplayFrames } from './create-bones.js';
import { createEyes, createLashesAndBrows } from './eyes.js';
import { createFace } from './face.js';
import { createMaterials, TEXTURE_NAMES } from './materials.js';
import { createHair } from './hair.js';
import { createHands } from './hands.js';
import { createJacket } from './jacket.js';
import { createMorphs } from './morphs.js';
import { createMouth } from './mouth.js';
import { createOrnaments } from './ornaments.js';
import { createPhysics } from './physics.js';
import { createSash } from './sash.js';
import { createSkirt } from './skirt.js';

/** The dancer: a girl at a summer festival. */
export function createDancer(): Pmx {
  const parts: Part[] = [
    ...createBody(),
    createFace(),
    ...createMouth(),
    ...createEyes(),
    ...createLashesAndBrows(),
    ...createBlush(),
    ...createArmCovers(),
    ...createHands(),
    ...createBoots(),
    ...createSkirt(),
    ...createSash(),
    ...createJacket(),
    ...createHair(),
    ...createOrnaments(),
  ];
  const { vertices, indices, counts, offsets, ranges } = assemble(parts);
  const morphs = createMorphs(offsets, ranges);
  return createPmx({
    name: '踊り子',
    nameEn: 'Odoriko',
    comment: 'Odori の踊り手。すべてオリジナル、CC0 1.0。',
    commentEn: 'The dancer of Odori. All original, dedicated to the public domain (CC0 1.0).',
    vertices,
    indices,
    textures: TEXTURE_NAMES.map((name) => `textures\\${name}.png`),
    materials: createMaterials(counts),
    bones: createBones(),
    morphs,
    displayFrames: createDisplayFrames(morphs.length),
    ...createPhysics(),
  });
}

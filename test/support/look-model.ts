import { createPmxBone, PMX_BONE, type PmxMaterial, type PmxMorph, type VmdContent } from '@odori/format';
import { BDEF1, BDEF2, BDEF4, QDEF, SDEF } from '@odori/format/internal';
import { ModelBuilder, type Pull } from './model-builder.js';
import { bmp, type TestImage } from './test-images.js';

const CASTS_AND_EDGE = 2 | 16;
const FLAGS = PMX_BONE.rotatable | PMX_BONE.movable | PMX_BONE.visible | PMX_BONE.enabled;

/** A model with every kind of material, weight and surface morph, for golden images. */
export function lookModel(): { bytes: Uint8Array; files: Record<string, Blob> } {
  const builder = new ModelBuilder();
  addToons(builder);
  addTextured(builder);
  addLimbs(builder);
  addLayers(builder);
  addMorphs(builder);
  for (let i = 0; i < builder.vertexCount; i++) builder.additionalUv(0.25, 0.25, 0, 0);
  return { bytes: builder.bytes(), files: FILES };
}

/** Bends the limbs by 90° at half height and sets the morphs to 1. */
export const LOOK_POSE: VmdContent = {
  bones: [0, 1, 2, 3, 4].map((i) => ({
    name: `肘${i}`,
    frame: 0,
    rotation: [0, 0, -Math.SQRT1_2, Math.SQRT1_2] as [number, number, number, number],
  })),
  morphs: ['丸', '色'].map((name) => ({ name, frame: 0, weight: 1 })),
};

const SKIN: Partial<PmxMaterial> = {
  diffuse: [0.8, 0.71, 0.62, 1],
  ambient: [0.5, 0.44, 0.39],
  specular: [0.3, 0.3, 0.3],
  specularPower: 8,
  flags: CASTS_AND_EDGE,
};

/** The ten shared toons, with edges of increasing width. */
function addToons(builder: ModelBuilder): void {
  for (let toon = 0; toon < 10; toon++) {
    builder.material({ ...SKIN, sharedToon: 1, toon, edgeSize: 0.5 + toon / 4 });
    builder.ball([-13.5 + 3 * toon, 17, 0], 1.3);
  }
}

/** A texture, a toon of its own, the three kinds of sphere map, no toon, a coloured edge, no edge. */
function addTextured(builder: ModelBuilder): void {
  const checks = builder.texture('tex\\checks.bmp');
  const steps = builder.texture('tex\\steps.bmp');
  const shine = builder.texture('shine.sph');
  const kinds: Partial<PmxMaterial>[] = [
    { texture: checks, sharedToon: 1, toon: 0 },
    { toon: steps },
    { sphereTexture: shine, sphereMode: 1 },
    { sphereTexture: shine, sphereMode: 2, ambient: [0.2, 0.1, 0.1] },
    { sphereTexture: checks, sphereMode: 3 },
    {},
    { edgeColor: [0.9, 0.1, 0.3, 1], edgeSize: 3 },
    { flags: 0 },
  ];
  kinds.forEach((kind, i) => {
    builder.material({ ...SKIN, ...kind });
    builder.ball([-12 + 3.4 * i, 13, 0], 1.4);
  });
}

/** A tube for each kind of weight, with a bone at half its height. */
function addLimbs(builder: ModelBuilder): void {
  builder.material({ ...SKIN, ambient: [0.2, 0.4, 0.4], sharedToon: 1, toon: 2, flags: CASTS_AND_EDGE | 1 });
  [BDEF1, BDEF2, BDEF4, SDEF, QDEF].forEach((type, i) => {
    const x = -12 + 5 * i;
    const elbow = builder.bones.push(
      createPmxBone({ name: `肘${i}`, parent: 0, position: [x, 5, 0], flags: FLAGS }),
    );
    builder.tube([x, 1, 0], 9, (height) => limbPull(type, elbow - 1, x, height));
  });
}

/** `height`: from 0 at the bottom to 1 at the top. */
function limbPull(type: number, elbow: number, x: number, height: number): Pull {
  const weight = Math.min(Math.max((height - 0.25) * 2, 0), 1); // of the bone above
  if (type === BDEF1) return { type, bones: [height < 0.5 ? 0 : elbow], weights: [1] };
  if (type === BDEF4 || type === QDEF) {
    return { type, bones: [0, elbow, 0, elbow], weights: [1 - weight, weight / 2, 0, weight / 2] };
  }
  return { type, bones: [elbow, 0], weights: [weight, 1 - weight], sdef: [x, 5, 0, x, 5, 0, x, 5, 0] };
}

/**
 * Three transparent panes, the last one between the two others, and a wide edge that gets thinner to the
 * left.
 */
function addLayers(builder: ModelBuilder): void {
  const panes = [
    [0.9, 0.2, 0.2],
    [0.2, 0.8, 0.2],
    [0.2, 0.3, 0.9],
  ] as const;
  panes.forEach(([r, g, b], i) => {
    builder.material({ ambient: [r, g, b], diffuse: [0, 0, 0, 0.5] });
    builder.quad({ center: [12.5 + i, 7.5 - i, [0, -2, -1][i]], width: 3, height: 4 });
  });
  builder.material({ ...SKIN, edgeSize: 6 });
  builder.ball([13.5, 2, 0], 1.5, ([x]) => Math.max(x, 0));
}

/** The first ball of the second row grows at its top, and two materials of that row become bluer. */
function addMorphs(builder: ModelBuilder): void {
  const head = { nameEn: '', panel: 4 };
  // the upper half of the first
  const vertices = Uint32Array.from({ length: 10 * 25 }, (_, i) => 10 * 17 * 25 + i);
  const offsets = Float32Array.from(vertices, () => 0.5).reduce<number[]>((all, y) => [...all, 0, y, 0], []);
  const values = Float32Array.from({ length: 28 }, (_, i) => (i === 10 ? 0.6 : 0)); // more blue
  const morphs: PmxMorph[] = [
    { ...head, name: '丸', type: 'vertex', vertices, offsets: Float32Array.from(offsets) },
    {
      ...head,
      name: '色',
      type: 'material',
      materials: Int32Array.of(10, 11), // the first two of the second row
      operations: Uint8Array.of(1, 1),
      values: Float32Array.from([...values, ...values]),
    },
  ];
  builder.morphs.push(...morphs);
}

type Rgb = readonly [number, number, number];

function image(width: number, height: number, colorAt: (x: number, y: number) => Rgb): TestImage {
  return {
    width,
    rows: Array.from({ length: height }, (_, y) =>
      Array.from({ length: width }, (__, x) => colorAt(x, y) as [number, number, number]),
    ),
  };
}

const FILES: Record<string, Blob> = {
  'tex/checks.bmp': bmp(image(8, 8, (x, y) => ((x + y) % 2 === 0 ? [255, 255, 255] : [60, 120, 200]))),
  'tex/steps.bmp': bmp(
    image(
      1,
      4,
      (_, y) =>
        [
          [255, 255, 255],
          [255, 220, 200],
          [200, 150, 150],
          [120, 80, 110],
        ][y] as unknown as Rgb,
    ),
  ),
  'shine.sph': bmp(
    image(16, 16, (x, y) => {
      const value = Math.max(0, Math.round(255 - 26 * Math.hypot(x - 5, y - 4)));
      return [value, value, value];
    }),
  ),
};

import { type Document, Logger, NodeIO, type Primitive } from '@gltf-transform/core';
import {
  createPmxBone,
  createVmd,
  parsePmx,
  parseVmd,
  type Pmx,
  PMX_BONE,
  PMX_MATERIAL,
  type Vmd,
} from '@odori/format';
import { addBoneKey, addMorphKey, addPropertyKey, BDEF2, BDEF4 } from '@odori/format/internal';
import { simulateDance } from '@odori/physics/bake';
import { Motion } from '@odori/runtime/motion';
import { bindMotion, createRigDefinition, Rig } from '@odori/runtime/rig';
import { createDanceGlb, type DanceGlb } from '@odori/vrm/glb';
import { MToonMaterial } from '@pixiv/three-vrm';
import { AnimationMixer, type Mesh, PropertyBinding, type SkinnedMesh, Vector3 } from 'three';
import { readGlb } from '#src/vrm/glb/glb.js';
import type { GltfJson } from '#src/vrm/glb/gltf.js';
import { readAsset } from '#test/support/dancer-files.js';
import { ModelBuilder } from '#test/support/model-builder.js';
import { checkGlb } from '#test/vrm/check-glb.js';
import { loadGltf } from '#test/vrm/load-vrm.js';
import { beforeAll, describe, expect, test } from 'vitest';

const UNIT = 0.08;

function jsonOf({ bytes }: DanceGlb): GltfJson {
  return readGlb(bytes).json;
}

/** The accessors that glTF-Transform finds. */
async function primitivesOf({ bytes }: DanceGlb): Promise<{ document: Document; primitives: Primitive[] }> {
  const silent = new Logger(Logger.Verbosity.SILENT); // it warns that it does not know unlit materials
  const document = await new NodeIO().setLogger(silent).readBinary(bytes);
  const primitives = document
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives());
  return { document, primitives };
}

/** A square in front of one bone, whose upper edge follows a second one. */
function squareModel(): ModelBuilder {
  const model = new ModelBuilder();
  model.bones.push(createPmxBone({ name: '上', parent: 0, position: [0, 10, -5] }));
  model.material({ name: '肌' });
  model.quad({ center: [0, 10, -2], width: 2, height: 4 });
  return model;
}

function motionOf(write: (vmd: Vmd) => void): Motion {
  const vmd = createVmd();
  write(vmd);
  return Motion.from(vmd);
}

test('a model is mirrored into three’s space, in metres, and its triangles face outwards', async () => {
  const { primitives } = await primitivesOf(await createDanceGlb(squareModel().build()));
  const [primitive] = primitives;
  const corner = primitive.getAttribute('POSITION')!.getElement(0, []);
  [-1 * UNIT, 12 * UNIT, 2 * UNIT].forEach((value, i) => expect(corner[i]).toBeCloseTo(value, 6));
  expect(primitive.getAttribute('NORMAL')!.getElement(0, [])).toEqual([0, 0, 1]); // towards the viewer
  expect(primitive.getAttribute('TEXCOORD_0')).toBeNull(); // nothing to show with it
  // Counter-clockwise seen from +z: upper left, lower right, upper right.
  expect([...primitive.getIndices()!.getArray()!]).toEqual([0, 2, 1, 0, 3, 2]);
});

test('nodes are the bones, at rest, below a node of the model’s name', async () => {
  const { nodes } = jsonOf(await createDanceGlb(squareModel().build()));
  expect(nodes!.slice(0, 3).map(({ name, children }) => [name, children])).toEqual([
    ['Test', [1]],
    ['センター', [2]],
    ['上', undefined],
  ]);
  [0, 0.8, 0.4].forEach((value, axis) => expect(nodes![2].translation![axis]).toBeCloseTo(value, 6));
});

test('weights add up to 1, each bone counts once, and missing bones count as none', async () => {
  const model = squareModel();
  model.vertex({ position: [0, 0, 0], pull: { type: BDEF2, bones: [1, 1], weights: [0.25, 0.75] } });
  model.vertex({ position: [1, 0, 0], pull: { type: BDEF4, bones: [0, 1, 1, 9], weights: [1, 1, 2, 7] } });
  model.vertex({ position: [0, 1, 0], pull: { type: BDEF2, bones: [7, 8], weights: [0.5, 0.5] } });
  model.triangle(4, 5, 6);
  const result = await createDanceGlb(model.build());
  await checkGlb(result.bytes);
  const { primitives, document } = await primitivesOf(result);
  const joints = document
    .getRoot()
    .listSkins()[0]
    .listJoints()
    .map((node) => node.getName());
  const pulls = [4, 5, 6].map((vertex) => {
    const bones = primitives[0].getAttribute('JOINTS_0')!.getElement(vertex, []);
    const weights = primitives[0].getAttribute('WEIGHTS_0')!.getElement(vertex, []);
    return weights.flatMap((weight, i) => (weight > 0 ? [[joints[bones[i]], weight]] : []));
  });
  expect(pulls).toEqual([
    [['上', 1]],
    [
      ['センター', 0.25],
      ['上', 0.75],
    ],
    [['Test', 1]], // the node that never moves
  ]);
});

test('triangles with missing vertices, materials without triangles, and numbers that are not finite do no harm', async () => {
  const model = squareModel();
  model.triangle(0, 1, 99);
  model.material({ name: 'empty' });
  const pmx = model.build();
  pmx.vertices.positions[0] = NaN;
  pmx.vertices.normals.fill(0, 0, 3);
  const result = await createDanceGlb(pmx);
  await checkGlb(result.bytes);
  const { primitives } = await primitivesOf(result);
  expect(primitives).toHaveLength(1);
  expect(primitives[0].getIndices()!.getCount()).toBe(6);
});

test('a model without triangles gives a skeleton', async () => {
  const pmx = new ModelBuilder().build();
  const result = await createDanceGlb(
    pmx,
    motionOf((vmd) => addBoneKey(vmd, { name: 'センター', frame: 3 })),
  );
  await checkGlb(result.bytes);
  expect(jsonOf(result).meshes).toBeUndefined();
});

describe('materials', () => {
  test('are unlit, with the color of MMD’s light, as linear numbers', async () => {
    const model = new ModelBuilder();
    model.material({ diffuse: [1, 0.5, 0, 1], ambient: [0, 0.2, 0.5] });
    model.quad({ center: [0, 0, 0], width: 1, height: 1 });
    const [material] = jsonOf(await createDanceGlb(model.build())).materials!;
    // 154/255 + 0 = 0.6039, 0.3020 + 0.2 = 0.5020, 0 + 0.5, by the curve of sRGB
    [0.3231, 0.2159, 0.214, 1].forEach((value, i) =>
      expect(material.pbrMetallicRoughness!.baseColorFactor![i]).toBeCloseTo(value, 3),
    );
    expect(material).toMatchObject({ alphaMode: 'OPAQUE', extensions: { KHR_materials_unlit: {} } });
  });

  test('are double-sided and transparent as in the model', async () => {
    const model = new ModelBuilder();
    model.material({ diffuse: [1, 1, 1, 0.5], flags: PMX_MATERIAL.doubleSided });
    model.quad({ center: [0, 0, 0], width: 1, height: 1 });
    const result = await createDanceGlb(model.build());
    expect(jsonOf(result).materials![0]).toMatchObject({ alphaMode: 'BLEND', doubleSided: true });
  });

  test('are lit by the viewer with `pbr`', async () => {
    const result = await createDanceGlb(squareModel().build(), undefined, { materials: 'pbr' });
    expect(jsonOf(result).materials![0].extensions).toBeUndefined();
    expect(jsonOf(result).extensionsUsed).toBeUndefined();
    await checkGlb(result.bytes);
  });

  test('have toon color, outline and added sphere with `mtoon`', async () => {
    const model = new ModelBuilder();
    const sphere = model.texture('s.png');
    const edge = {
      flags: PMX_MATERIAL.edge,
      edgeSize: 0.5,
      edgeColor: [1, 0, 0, 1] as [number, number, number, number],
    };
    model.material({ ...edge, sharedToon: 1, toon: 2, sphereTexture: sphere, sphereMode: 2 });
    model.quad({ center: [0, 0, 0], width: 1, height: 1 });
    const result = await createDanceGlb(model.build(), undefined, {
      materials: 'mtoon',
      textures: new Map([['s.png', png(2)]]),
    });
    // the validator does not know that MToon wants unlit beside it
    await checkGlb(result.bytes, 'MULTIPLE_EXTENSIONS');
    const { extensions } = jsonOf(result).materials![0];
    expect(extensions).toMatchObject({
      KHR_materials_unlit: {},
      VRMC_materials_mtoon: {
        specVersion: '1.0',
        matcapTexture: { index: 0 },
        outlineWidthMode: 'worldCoordinates',
        outlineColorFactor: [1, 0, 0],
      },
    });
    const { shadeColorFactor } = extensions!['VRMC_materials_mtoon'] as { shadeColorFactor: number[] };
    expect(shadeColorFactor[0]).toBeCloseTo(0.3231, 3); // toon03.bmp ends with 154 of 255
    const gltf = await loadGltf(result.bytes);
    const meshes: Mesh[] = [];
    gltf.scene.traverse((object) => {
      if ('isMesh' in object) meshes.push(object as Mesh);
    });
    const shown = meshes.flatMap(({ material }) => material);
    expect(shown.some((material) => material instanceof MToonMaterial && !material.isOutline)).toBe(true);
    expect(shown.some((material) => material instanceof MToonMaterial && material.isOutline)).toBe(true);
  });
});

/** A PNG of 2 × 2 pixels. Color type 2: RGB, 6: with alpha. */
function png(colorType: 2 | 6): Uint8Array {
  return Uint8Array.from(Buffer.from(PNGS[colorType], 'base64'));
}

/** Made with ImageMagick: red pixels, the second picture with half of their alpha. */
const PNGS = {
  2: 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVQI12P8z8DAwMDAxMDAwMDAAAANHQEDK+mmyAAAAABJRU5ErkJggg==',
  6: 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAFElEQVQI12P8z8BQz8DAwMDEAAUAGBcBgppegqQAAAAASUVORK5CYII=',
};

describe('textures', () => {
  const textured = (): ModelBuilder => {
    const model = new ModelBuilder();
    model.material({ texture: model.texture('tex\\face.png') });
    model.quad({ center: [0, 0, 0], width: 1, height: 1 });
    return model;
  };

  test('that are PNG go into the file byte by byte', async () => {
    const result = await createDanceGlb(textured().build(), undefined, {
      textures: (path) => (path === 'tex\\face.png' ? png(2) : undefined),
    });
    await checkGlb(result.bytes);
    const { document, primitives } = await primitivesOf(result);
    const [texture] = document.getRoot().listTextures();
    expect([...texture.getImage()!]).toEqual([...png(2)]);
    expect([texture.getName(), texture.getMimeType()]).toEqual(['face', 'image/png']);
    expect(primitives[0].getMaterial()!.getBaseColorTexture()).toBe(texture);
    expect(primitives[0].getMaterial()!.getAlphaMode()).toBe('OPAQUE');
    expect(primitives[0].getAttribute('TEXCOORD_0')!.getElement(2, [])).toEqual([1, 1]);
    expect(result.warnings).toEqual([]);
  });

  test.each([
    ['mask', 'MASK'],
    ['blend', 'BLEND'],
  ] as const)('with an alpha channel make a material %s, by choice', async (textureAlpha, alphaMode) => {
    const textures = new Map([['tex\\face.png', png(6)]]);
    const result = await createDanceGlb(textured().build(), undefined, { textures, textureAlpha });
    await checkGlb(result.bytes);
    expect(jsonOf(result).materials![0].alphaMode).toBe(alphaMode);
  });

  test('that are missing, or neither PNG nor JPEG, are left out with a warning', async () => {
    const missing = await createDanceGlb(textured().build(), undefined, { textures: new Map() });
    expect(missing.warnings).toEqual(['texture tex\\face.png is left out: its file is missing']);
    const bmp = new Map([['tex\\face.png', Uint8Array.of(0x42, 0x4d, 0, 0)]]);
    const odd = await createDanceGlb(textured().build(), undefined, { textures: bmp });
    expect(odd.warnings).toEqual(['texture tex\\face.png is left out: it is neither PNG nor JPEG']);
    await checkGlb(odd.bytes);
    const converted = await createDanceGlb(textured().build(), undefined, {
      textures: bmp,
      convertImage: (_bytes, path) => Promise.resolve(path === 'tex\\face.png' ? png(2) : undefined),
    });
    expect(converted.warnings).toEqual([]);
    expect(jsonOf(converted).images).toHaveLength(1);
  });
});

describe('a dance', () => {
  test('with IK, append and group morphs comes as keyframes of bones and morphs', async () => {
    const model = squareModel();
    model.bones[1].flags |= PMX_BONE.appendRotation;
    model.bones[1].append = { parent: 0, ratio: 0.5 };
    const head = { nameEn: '', panel: 1 };
    const offsets = Float32Array.of(0, 0, -5);
    model.morphs.push({ ...head, name: 'あ', type: 'vertex', vertices: Uint32Array.of(1), offsets });
    model.morphs.push({
      ...head,
      name: '全部',
      type: 'group',
      morphs: Int32Array.of(0),
      weights: Float32Array.of(0.5),
    });
    const pmx = model.build();
    pmx.vertices.boneIndices[0] = 1; // the upper left corner
    const motion = motionOf((vmd) => {
      addBoneKey(vmd, { name: 'センター', frame: 0 });
      addBoneKey(vmd, {
        name: 'センター',
        frame: 30,
        position: [0, 2, 0],
        rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2],
      });
      addMorphKey(vmd, { name: '全部', frame: 0, weight: 0 });
      addMorphKey(vmd, { name: '全部', frame: 15, weight: 1 });
    });
    const result = await createDanceGlb(pmx, motion);
    await checkGlb(result.bytes);
    const { nodes, meshes, animations } = jsonOf(result);
    const channels = animations![0].channels.map(
      ({ target }) => `${nodes![target.node!].name} ${target.path}`,
    );
    expect(channels).toEqual(['センター rotation', 'センター translation', '上 rotation', '肌 weights']);
    expect(meshes![0].extras).toEqual({ targetNames: ['あ'] });
    const gltf = await loadGltf(result.bytes);
    const mixer = new AnimationMixer(gltf.scene);
    mixer.clipAction(gltf.animations[0]).play();
    mixer.setTime(0.5);
    const mesh = gltf.scene.getObjectByName('肌') as SkinnedMesh;
    expect(mesh.morphTargetInfluences![0]).toBeCloseTo(0.5, 5); // the group gives half of its weight
    const upper = gltf.scene.getObjectByName('上')!;
    expect((2 * Math.acos(upper.quaternion.w) * 180) / Math.PI).toBeCloseTo(22.5, 1); // half of 45°
    expect(gltf.scene.getObjectByName('センター')!.position.y).toBeCloseTo(UNIT, 5);
  });

  test('jumps where it switches IK, instead of gliding for a frame', async () => {
    const model = new ModelBuilder();
    const bone = (name: string, y: number, parent: number, more = {}) =>
      createPmxBone({ name, parent, position: [0, y, 0], ...more });
    model.bones.push(bone('足', 10, 0), bone('ひざ', 5, 1), bone('足首', 0, 2));
    model.bones.push(
      bone('足ＩＫ', 0, 0, {
        flags: PMX_BONE.ik,
        ik: { effector: 3, loopCount: 40, limitAngle: 2, links: [{ bone: 2 }, { bone: 1 }] },
      }),
    );
    model.material();
    model.quad(
      { center: [0, 0, 0], width: 1, height: 1 },
      { type: BDEF2, bones: [2, 3], weights: [0.5, 0.5] },
    );
    const motion = motionOf((vmd) => {
      addBoneKey(vmd, { name: '足ＩＫ', frame: 0, position: [3, 2, 0] });
      addBoneKey(vmd, { name: '足ＩＫ', frame: 20, position: [3, 2, 0] });
      addPropertyKey(vmd, { frame: 0, ik: [{ name: '足ＩＫ', enabled: true }] });
      addPropertyKey(vmd, { frame: 10, ik: [{ name: '足ＩＫ', enabled: false }] });
    });
    const result = await createDanceGlb(model.build(), motion);
    await checkGlb(result.bytes);
    const gltf = await loadGltf(result.bytes);
    const mixer = new AnimationMixer(gltf.scene);
    mixer.clipAction(gltf.animations[0]).play();
    const knee = gltf.scene.getObjectByName('ひざ')!;
    const bendAt = (seconds: number): number => {
      mixer.setTime(seconds);
      return 2 * Math.acos(Math.min(Math.abs(knee.quaternion.w), 1));
    };
    const bent = bendAt(0.1);
    expect(bent).toBeGreaterThan(0.3);
    expect(bendAt(9.9 / 30)).toBeCloseTo(bent, 2); // nearly a frame before: still bent
    expect(bendAt(10.01 / 30)).toBeCloseTo(0, 2);
  });

  test('longer than 200,000 frames, for another model, or with a bad option is refused', async () => {
    const pmx = squareModel().build();
    const long = motionOf((vmd) => addBoneKey(vmd, { name: 'センター', frame: 200_000 }));
    await expect(createDanceGlb(pmx, long)).rejects.toThrow(
      'the motion has 200001 frames; bake at most 200000',
    );
    const rig = new Rig(createRigDefinition(new ModelBuilder().build()));
    const other = { motion: motionOf(() => {}), rig, solve() {} };
    await expect(createDanceGlb(pmx, other)).rejects.toThrow('the dance is for a model with 1 bones, not 2');
    await expect(createDanceGlb(pmx, undefined, { unit: 0 })).rejects.toThrow(
      'unit must be a finite number above 0',
    );
    const tolerance = { angle: NaN };
    await expect(createDanceGlb(pmx, undefined, { tolerance })).rejects.toThrow(
      'angle must be a finite number above 0',
    );
  });
});

describe('our dancer', () => {
  let pmx: Pmx;
  let motion: Motion;
  let result: DanceGlb;

  beforeAll(async () => {
    pmx = parsePmx(readAsset('dancer.pmx'));
    motion = Motion.from(parseVmd(readAsset('dance.vmd'))).slice(0, 120);
    result = await createDanceGlb(pmx, motion, { textures: (path) => readAsset(path.replaceAll('\\', '/')) });
  });

  test('passes the validator, with her textures and her terms', async () => {
    await checkGlb(result.bytes);
    expect(result.warnings).toEqual([]);
    expect(jsonOf(result).images!.length).toBeGreaterThan(3);
    expect(result.terms).toBe(pmx.comment);
    expect(jsonOf(result).asset!.extras).toEqual({ model: pmx.name, terms: pmx.comment });
  });

  test('is skinned by three’s GLTFLoader to within a millimetre of MMD’s pose', async () => {
    const gltf = await loadGltf(result.bytes);
    const mixer = new AnimationMixer(gltf.scene);
    mixer.clipAction(gltf.animations[0]).play();
    const rig = new Rig(createRigDefinition(pmx), { shearKnees: false });
    const binding = bindMotion(motion, rig);
    const meshes: SkinnedMesh[] = [];
    gltf.scene.traverse((object) => {
      if ('isSkinnedMesh' in object) meshes.push(object as SkinnedMesh);
    });
    const found = new Vector3();
    let compared = 0;
    for (const frame of [0, 31, 64, 97, 120]) {
      mixer.setTime(Math.min(frame / 30, 120 / 30 - 1e-4)); // at its very end, the clip begins again
      gltf.scene.updateMatrixWorld(true);
      binding.sample(frame);
      rig.solve();
      rig.solveAfterPhysics();
      for (const mesh of meshes) {
        mesh.skeleton.update();
        const vertices = verticesOf(pmx, mesh.name);
        for (let i = 0; i < vertices.length; i += 97) {
          const expected = skinned(pmx, rig, vertices[i]);
          mesh.getVertexPosition(i, found);
          expect(found.distanceTo(expected)).toBeLessThan(1e-3);
          compared++;
        }
      }
    }
    expect(compared).toBeGreaterThan(500);
  });

  test('can have the physics of her hair and skirt in it', async () => {
    const dance = simulateDance(motion.slice(0, 12), pmx);
    const withPhysics = await createDanceGlb(pmx, dance);
    await checkGlb(withPhysics.bytes);
    const gltf = await loadGltf(withPhysics.bytes);
    const mixer = new AnimationMixer(gltf.scene);
    mixer.clipAction(gltf.animations[0]).play();
    const bodies = new Set(pmx.rigidBodies.filter(({ mode }) => mode > 0).map(({ bone }) => bone));
    const rig = new Rig(createRigDefinition(pmx));
    const binding = bindMotion(motion, rig);
    let moved = 0;
    for (const frame of [5, 11]) {
      mixer.setTime(frame / 30);
      gltf.scene.updateMatrixWorld(true);
      dance.solve(frame);
      binding.sample(frame);
      rig.solve();
      rig.solveAfterPhysics();
      for (const bone of bodies) {
        const place = gltf.scene
          .getObjectByName(nameInThree(pmx.bones[bone].name))!
          .getWorldPosition(new Vector3());
        const [shown, keyed] = [dance.rig, rig].map(({ worldPositions }) =>
          new Vector3().fromArray(worldPositions, 3 * bone).multiplyScalar(UNIT),
        );
        expect(place.distanceTo(shown)).toBeLessThan(1e-3);
        if (place.distanceTo(keyed) > 1e-3) moved++;
      }
    }
    expect(moved).toBeGreaterThan(5); // by bodies alone
  });
});

/** GLTFLoader leaves out characters that stand for something in the paths of animations. */
function nameInThree(name: string): string {
  return PropertyBinding.sanitizeNodeName(name);
}

/** The vertices of a material, ascending, as a mesh of the file has them. */
function verticesOf({ materials, indices }: Pmx, name: string): number[] {
  let start = 0;
  for (const material of materials) {
    const end = start + material.indexCount;
    if (material.name === name) return [...new Set(indices.subarray(start, end))].sort((a, b) => a - b);
    start = end;
  }
  throw new Error(`no material ${name}`);
}

/** Where a vertex is in metres: its morphs, then the weighted sum of its bones’ matrices. */
function skinned({ vertices, morphs }: Pmx, rig: Rig, vertex: number): Vector3 {
  const place = [0, 1, 2].map((axis) => vertices.positions[3 * vertex + axis]);
  morphs.forEach((morph, index) => {
    if (morph.type !== 'vertex') return;
    morph.vertices.forEach((each, i) => {
      if (each !== vertex) return;
      for (let axis = 0; axis < 3; axis++)
        place[axis] += rig.morphWeights[index] * morph.offsets[3 * i + axis];
    });
  });
  const [x, y, z] = [place[0], place[1], -place[2]];
  const sum = new Vector3();
  for (let k = 0; k < 4; k++) {
    const weight = vertices.boneWeights[4 * vertex + k];
    const m = rig.skinMatrices.subarray(16 * vertices.boneIndices[4 * vertex + k]);
    if (weight === 0) continue;
    sum.x += weight * (m[0] * x + m[4] * y + m[8] * z + m[12]);
    sum.y += weight * (m[1] * x + m[5] * y + m[9] * z + m[13]);
    sum.z += weight * (m[2] * x + m[6] * y + m[10] * z + m[14]);
  }
  return sum.multiplyScalar(UNIT);
}

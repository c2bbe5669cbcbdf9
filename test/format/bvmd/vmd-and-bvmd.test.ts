import {
  type Bvmd,
  bvmdToVmd,
  createVmd,
  type FormatWarning,
  parseBvmd,
  parseVmd,
  serializeBvmd,
  serializeVmd,
  type Vmd,
  vmdToBvmd,
} from '@odori/format';
import { Motion } from '@odori/runtime/motion';
import { bindMotion, createRigDefinition, Rig } from '@odori/runtime/rig';
import { createPmxBone } from '@odori/format';
import { describe, expect, test } from 'vitest';
import { manySwitches } from '#test/support/many-switches.js';
import { thrownBy } from '#test/support/thrown-by.js';

test('keys are sorted by name and frame, and the last of several at one frame stays', () => {
  const { bones, morphs } = vmdToBvmd(
    createVmd({
      bones: [
        { name: '頭', frame: 9, rotation: [1, 0, 0, 0] },
        { name: '腰', frame: 0, position: [0, 1, 0] },
        { name: '頭', frame: 3 },
        { name: '頭', frame: 9, rotation: [0, 1, 0, 0], physics: false },
      ],
      morphs: [{ name: 'あ', frame: 2, weight: 0.5 }],
    }),
  );
  expect(bones.names.map(({ text }) => text)).toEqual(['頭', '腰']);
  expect([...bones.movable]).toEqual([0, 1]);
  expect([...bones.frames]).toEqual([3, 9, 0]);
  expect([...bones.nameIndex]).toEqual([0, 0, 1]);
  expect([...bones.rotations.subarray(4, 8)]).toEqual([0, 1, 0, 0]);
  expect([...bones.physics]).toEqual([1, 0, 1]);
  expect([...morphs.weights]).toEqual([0.5]);
});

test('an IK switch that a key does not have keeps its state from the key before', () => {
  const { properties } = vmdToBvmd(
    createVmd({
      properties: [
        { frame: 20, ik: [{ name: '右', enabled: false }] },
        { frame: 10, visible: false, ik: [{ name: '左', enabled: false }] },
      ],
    }),
  );
  expect([...properties.frames, ...properties.visible]).toEqual([10, 20, 0, 1]);
  expect(properties.names.map(({ text }) => text)).toEqual(['右', '左']);
  expect([...properties.ikEnabled]).toEqual([1, 0, 0, 0]); // before its first switch it is on
});

test('30,000 IK names and 30,000 property keys stay as small as in their VMD, and are refused as a file', () => {
  const vmd = manySwitches();
  const bvmd = vmdToBvmd(vmd);
  expect([bvmd.properties.count, bvmd.properties.ikEnabled.length]).toEqual([30_001, 30_001]);
  expect(bvmdToVmd(bvmd).properties.ikStarts).toEqual(vmd.properties.ikStarts);
  expect(thrownBy(() => serializeBvmd(bvmd))).toMatchObject({ code: 'too-large', section: 'properties' });
});

test('a file has the state of every IK bone at every key, also where a key of the document lacks it', () => {
  const vmd = createVmd({
    properties: [
      { frame: 10, ik: [{ name: '左', enabled: false }] },
      { frame: 20, ik: [{ name: '右', enabled: false }] },
      { frame: 30, ik: [{ name: '左', enabled: true }] },
      { frame: 40 },
    ],
  });
  const { properties } = parseBvmd(serializeBvmd({ ...vmdToBvmd(vmd), properties: vmd.properties }));
  expect([...properties.ikNameIndex]).toEqual([0, 1, 0, 1, 0, 1, 0, 1]);
  expect([...properties.ikEnabled]).toEqual([0, 1, 0, 0, 1, 0, 1, 0]);
});

test('values that a BVMD cannot hold are reported', () => {
  const heard: FormatWarning[] = [];
  const vmd = createVmd({
    cameras: [{ frame: 0, perspective: false }, { frame: 9 }],
    lights: [{ frame: 0 }],
    selfShadows: [{ frame: 0 }, { frame: 1 }],
  });
  const { cameras } = vmdToBvmd(vmd, { onWarning: (warning) => heard.push(warning) });
  expect([...cameras.perspective]).toEqual([1, 1]);
  expect(heard.map(({ message }) => message)).toEqual([
    '1 key of light is left out: a BVMD cannot store it',
    '2 keys of self shadow are left out: a BVMD cannot store them',
    '1 orthographic camera key becomes perspective: a BVMD cannot store it',
  ]);
});

test('a converted VMD has names in CP932, whole degrees and the name of a camera motion', () => {
  const heard: string[] = [];
  const bvmd = vmdToBvmd(createVmd({ cameras: [{ frame: 3, fov: 30 }] }));
  bvmd.cameras.fovs[0] = 30.4;
  const vmd = bvmdToVmd(bvmd, { onWarning: ({ message }) => heard.push(message) });
  expect(vmd.modelName.text).toBe('カメラ・照明');
  expect([...vmd.cameras.fovs]).toEqual([30]);
  expect(heard).toEqual(['1 angle of view is rounded to a whole degree']);
  const dance = bvmdToVmd(vmdToBvmd(createVmd({ bones: [{ name: '頭', frame: 3 }] })), {
    modelName: 'Dancer',
  });
  expect(dance.bones.names[0].bytes).toEqual(Uint8Array.of(0x93, 0xaa));
  expect(dance.modelName.text).toBe('Dancer');
  expect('movable' in dance.bones).toBe(false);
});

test('a conversion to BVMD and back gives the same keys', () => {
  const content = {
    bones: [
      { name: '頭', frame: 0 },
      { name: '頭', frame: 5, position: [1, 2, 3] as const, curves: [1, 2, 3, 4] as const, physics: false },
    ],
    morphs: [{ name: 'あ', frame: 4, weight: 0.5 }],
    properties: [{ frame: 0, visible: false, ik: [{ name: '右足ＩＫ', enabled: false }] }],
  };
  const vmd = createVmd(content);
  const back = bvmdToVmd(parseBvmd(serializeBvmd(vmdToBvmd(vmd))));
  expect(Buffer.compare(serializeVmd(back), serializeVmd(vmd))).toBe(0);
});

test('Motion.from accepts a BVMD', () => {
  const vmd = createVmd({
    bones: [
      { name: '頭', frame: 0 },
      { name: '頭', frame: 10, position: [0, 0, 2] },
    ],
    cameras: [{ frame: 0, fov: 30 }],
  });
  const bvmd = vmdToBvmd(vmd);
  bvmd.cameras.fovs[0] = 30.5;
  const motion = Motion.from(bvmd);
  expect(motion.lastFrame).toBe(10);
  expect([...motion.bones.get('頭')!.positions]).toEqual([0, 0, -0, 0, 0, -2]); // three's space
  expect(motion.camera!.fovs[0]).toBe(30.5);
  expect(motion.light).toBeUndefined();
  const two = Motion.from(bvmd, createVmd({ morphs: [{ name: 'あ', frame: 20, weight: 1 }] }));
  expect([two.lastFrame, two.morphs.size]).toEqual([20, 1]);
});

test('a name that was truncated in a VMD still finds its bone', () => {
  const name = 'スカート上着制服裾'; // the last of its 15 bytes is half a character
  const vmd = parseVmd(serializeVmd(createVmd({ bones: [{ name, frame: 0, position: [0, 1, 0] }] })));
  const rig = new Rig(createRigDefinition({ bones: [createPmxBone({ name })], morphs: [] }));
  const binding = bindMotion(Motion.from(vmdToBvmd(vmd)), rig);
  binding.sample(0);
  expect(binding.missing.bones).toEqual([]);
  expect(rig.pose.translations[1]).toBe(1);
});

describe('a name of 15 bytes that a VMD cuts inside a character', () => {
  // 83 is the first half of a kana. With 14 letters before it, the UTF-8 is no longer than the text.
  const letters = 'skirt_front_01';
  const name = { text: letters, bytes: Uint8Array.of(...Buffer.from(letters), 0x83) };
  const ik = {
    text: 'left_foot_goal_of_a',
    bytes: Uint8Array.of(...Buffer.from('left_foot_goal_of_a'), 0x82),
  };
  const vmd = parseVmd(
    serializeVmd(
      createVmd({
        bones: [{ name, frame: 0, position: [0, 1, 0] }],
        morphs: [{ name, frame: 0, weight: 0.5 }],
        properties: [{ frame: 0, ik: [{ name: ik, enabled: false }] }],
      }),
    ),
  );
  const bound = (document: Vmd | Bvmd): unknown[] => {
    const bones = [createPmxBone({ name: `${letters}キ` })];
    const morph = { name: `${letters}キ`, nameEn: '', panel: 1, type: 'group' as const };
    const morphs = [{ ...morph, morphs: new Int32Array(0), weights: new Float32Array(0) }];
    const rig = new Rig(createRigDefinition({ bones, morphs }));
    const binding = bindMotion(Motion.from(document), rig);
    binding.sample(0);
    return [binding.missing.bones, rig.pose.translations[1], rig.pose.morphWeights[0]];
  };

  test('fits its bone and its morph after a way through a BVMD file', () => {
    expect(vmd.bones.names[0]).toEqual(name);
    expect(bound(vmd)).toEqual([[], 1, 0.5]);
    const bvmd = parseBvmd(serializeBvmd(vmdToBvmd(vmd)));
    expect(bvmd.bones.names[0].text).toBe(letters);
    expect(bvmd.bones.names[0].bytes).toEqual(new TextEncoder().encode(`${letters}\ufffd`));
    expect(bvmd.warnings).toEqual([]);
    expect(bound(bvmd)).toEqual([[], 1, 0.5]);
  });

  test('fits them also after the way back to a VMD file', () => {
    const back = parseVmd(serializeVmd(bvmdToVmd(parseBvmd(serializeBvmd(vmdToBvmd(vmd))))));
    expect(back.bones.names[0].text).toBe(letters);
    expect(back.bones.names[0].bytes.length).toBe(15);
    expect(back.properties.names[0].bytes.length).toBe(20);
    expect(bound(back)).toEqual([[], 1, 0.5]);
  });

  test('is reported on both ways, because the half character is lost', () => {
    const heard: FormatWarning[] = [];
    const onWarning = (warning: FormatWarning): void => void heard.push(warning);
    bvmdToVmd(vmdToBvmd(vmd, { onWarning }), { onWarning });
    const sections = ['bone keys', 'morph keys', 'property keys'];
    expect(heard.map(({ code, section }) => [code, section])).toEqual(
      [...sections, ...sections].map((section) => ['name-truncated', section]),
    );
    expect(heard[0].message).toBe(
      '1 name ends inside a character, such as "skirt_front_01": U+FFFD replaces its first half',
    );
  });

  test('a name of 14 bytes stays as it is, without a warning', () => {
    const whole = createVmd({ bones: [{ name: letters, frame: 0 }] });
    const heard: FormatWarning[] = [];
    const onWarning = (warning: FormatWarning): void => void heard.push(warning);
    const back = bvmdToVmd(vmdToBvmd(whole, { onWarning }), { onWarning });
    expect(back.bones.names[0].bytes).toEqual(Uint8Array.from(Buffer.from(letters)));
    expect(heard).toEqual([]);
  });
});

describe('a BVMD with a dance and a camera', () => {
  const both = vmdToBvmd(
    createVmd({
      bones: [{ name: '頭', frame: 3 }],
      morphs: [{ name: 'あ', frame: 4, weight: 1 }],
      properties: [{ frame: 0 }],
      cameras: [{ frame: 5 }],
    }),
  );
  const counts = ({ bones, morphs, properties, cameras }: Vmd): number[] =>
    [bones, morphs, properties, cameras].map(({ count }) => count);

  test('becomes two VMDs, as MMD loads them', () => {
    const heard: FormatWarning[] = [];
    const onWarning = (warning: FormatWarning): void => void heard.push(warning);
    const model = bvmdToVmd(both, { part: 'model', modelName: 'Dancer' });
    const camera = bvmdToVmd(both, { part: 'camera' });
    expect([counts(model), counts(camera)]).toEqual([
      [1, 1, 1, 0],
      [0, 0, 0, 1],
    ]);
    expect([model.modelName.text, camera.modelName.text]).toEqual(['Dancer', 'カメラ・照明']);
    serializeVmd(model, { onWarning });
    serializeVmd(camera, { onWarning });
    expect(heard).toEqual([]);
  });

  test('becomes one VMD with all keys if no part is named, which a writer reports', () => {
    const heard: string[] = [];
    const vmd = bvmdToVmd(both);
    expect(counts(vmd)).toEqual([1, 1, 1, 1]);
    serializeVmd(vmd, { onWarning: ({ code }) => heard.push(code) });
    expect(heard).toEqual(['mixed-sections']);
  });
});

test('a name that was cut inside a character is another track than a whole name of the same text', () => {
  const vmd = createVmd({
    bones: [
      { name: '右スカート前親', frame: 0 }, // right front skirt parent, 14 bytes
      { name: '右スカート前親１', frame: 0 },
    ],
  });
  const read = parseVmd(serializeVmd(vmd)); // cuts the second name at 15 bytes
  const back = bvmdToVmd(parseBvmd(serializeBvmd(vmdToBvmd(read))));
  expect(read.bones.names.map(({ bytes }) => bytes.length)).toEqual([14, 15]);
  expect(back.bones.names.map(({ bytes }) => bytes.length)).toEqual([14, 15]);
  expect([...back.bones.nameIndex]).toEqual([0, 1]);
});

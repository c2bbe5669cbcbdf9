import { type BoneKey, createVmd, type Curve, type MorphKey, serializeVmd } from '@odori/format';

const EASE_IN_AND_OUT: Curve = [64, 0, 64, 127];

/**
 * The bytes of a small motion, created here: a bow, with one duplicate keyframe so that there is a warning to
 * see.
 */
export function exampleMotion(): Uint8Array {
  const motion = createVmd({
    modelName: '踊り子',
    bones: [...bow(), ...arms(), ...step()],
    morphs: [...blinks(), { name: 'にやり', frame: 40, weight: 0.6 }, { name: 'あ', frame: 75, weight: 0.4 }],
    properties: [
      { frame: 0, ik: [ikSwitch('左足ＩＫ', true), ikSwitch('右足ＩＫ', true)] },
      { frame: 90, ik: [ikSwitch('左足ＩＫ', true), ikSwitch('右足ＩＫ', false)] },
    ],
  });
  return serializeVmd(motion);
}

function bow(): BoneKey[] {
  return [
    { name: '上半身', frame: 0 },
    { name: '上半身', frame: 30, rotation: aboutX(0.5), curves: EASE_IN_AND_OUT },
    { name: '上半身', frame: 30, rotation: aboutX(0.6), curves: EASE_IN_AND_OUT },
    { name: '上半身', frame: 60, curves: EASE_IN_AND_OUT },
    { name: '頭', frame: 0 },
    { name: '頭', frame: 30, rotation: aboutX(0.3) },
    { name: '頭', frame: 45, rotation: aboutX(0.2) },
    { name: '頭', frame: 60 },
    { name: '頭', frame: 100, rotation: aboutX(-0.1), curves: EASE_IN_AND_OUT },
  ];
}

function arms(): BoneKey[] {
  return ['左腕', '右腕', '左ひじ', '右ひじ'].flatMap((name) => [
    { name, frame: 0 },
    { name, frame: 60, rotation: aboutX(-0.4), curves: EASE_IN_AND_OUT },
    { name, frame: 120 },
  ]);
}

function step(): BoneKey[] {
  return [
    { name: 'センター', frame: 60 },
    { name: 'センター', frame: 75, position: [0, -0.4, 0], curves: EASE_IN_AND_OUT },
    { name: 'センター', frame: 90, curves: EASE_IN_AND_OUT },
    { name: '右足ＩＫ', frame: 60 },
    { name: '右足ＩＫ', frame: 90, position: [-0.5, 0, 0.5] },
    { name: 'スカート_0_1', frame: 90, physics: false },
  ];
}

function blinks(): MorphKey[] {
  return [12, 54, 108].flatMap((frame) => [
    { name: 'まばたき', frame: frame - 3, weight: 0 },
    { name: 'まばたき', frame, weight: 1 },
    { name: 'まばたき', frame: frame + 3, weight: 0 },
  ]);
}

function ikSwitch(name: string, enabled: boolean): { name: string; enabled: boolean } {
  return { name, enabled };
}

function aboutX(radians: number): [number, number, number, number] {
  return [Math.sin(radians / 2), 0, 0, Math.cos(radians / 2)];
}

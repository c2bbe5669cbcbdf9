import type { EyeRange, EyeRanges, Humanoid, HumanoidLookAt } from '../humanoid.js';
import { listOf, numberOf, objectOf } from './json-value.js';

/** The expressions of a VRM file, and how it looks at something. */
export function readVrmFace(
  { VRMC_vrm, VRM }: Readonly<Record<string, unknown>>,
  version: '0' | '1' | 'gltf',
): Pick<Humanoid, 'expressions' | 'lookAt'> {
  if (version === '1') return readFace1(objectOf(VRMC_vrm));
  if (version === '0') return readFace0(objectOf(VRM));
  return { expressions: [], lookAt: undefined };
}

function readFace1({
  expressions,
  lookAt,
}: Readonly<Record<string, unknown>>): ReturnType<typeof readVrmFace> {
  const { preset, custom } = objectOf(expressions);
  const [x, y, z] = listOf(objectOf(lookAt)['offsetFromHeadBone']).map((value) => numberOf(value));
  return {
    expressions: [...new Set([...Object.keys(objectOf(preset)), ...Object.keys(objectOf(custom))])],
    lookAt: lookAtOf(objectOf(lookAt)['type'], [x ?? 0, y ?? 0, z ?? 0], () => readEyeRanges(lookAt)),
  };
}

/** VRM 0.x faces −z, but gives this offset in Unity's left-handed space, where the avatar faces +z. */
function readFace0({
  blendShapeMaster,
  firstPerson,
}: Readonly<Record<string, unknown>>): ReturnType<typeof readVrmFace> {
  const { firstPersonBoneOffset, lookAtTypeName } = objectOf(firstPerson);
  const { x, y, z } = objectOf(firstPersonBoneOffset);
  const names = listOf(objectOf(blendShapeMaster)['blendShapeGroups']).map((value) => {
    const { presetName, name } = objectOf(value);
    const preset = typeof presetName === 'string' ? PRESETS_OF_0[presetName.toLowerCase()] : undefined;
    return preset ?? (typeof name === 'string' ? name : undefined);
  });
  return {
    expressions: [...new Set(names.filter((name) => name !== undefined))],
    lookAt: lookAtOf(lookAtTypeName, [-numberOf(x) + 0, numberOf(y), numberOf(z)], () =>
      readEyeRanges(firstPerson, 'lookAt', 'xRange', 'yRange'),
    ),
  };
}

function lookAtOf(
  type: unknown,
  offsetFromHead: HumanoidLookAt['offsetFromHead'],
  readRanges: () => EyeRanges,
): HumanoidLookAt | undefined {
  if (type === 'bone' || type === 'Bone') return { type: 'bone', offsetFromHead, eyeRanges: readRanges() };
  if (type === 'expression' || type === 'BlendShape') return { type: 'expression', offsetFromHead };
  return undefined;
}

/** Ranges by their names in VRM 1.0 and three-vrm, with three-vrm's values for missing numbers. */
export function readEyeRanges(
  from: unknown,
  prefix = 'rangeMap',
  input = 'inputMaxValue',
  output = 'outputScale',
): EyeRanges {
  const rangeOf = (name: string): EyeRange => {
    const range = objectOf(objectOf(from)[prefix + name]);
    return {
      inputMaxValue: Math.max(numberOf(range[input] ?? 90), MIN_INPUT),
      outputScale: Math.min(Math.max(numberOf(range[output] ?? 10), 0), 360),
    };
  };
  return {
    inner: rangeOf('HorizontalInner'),
    outer: rangeOf('HorizontalOuter'),
    down: rangeOf('VerticalDown'),
    up: rangeOf('VerticalUp'),
  };
}

/** In degrees, as in three-vrm. */
const MIN_INPUT = 0.01;

/** The presets of VRM 0.x by their names in VRM 1.0. */
const PRESETS_OF_0: Readonly<Record<string, string>> = {
  neutral: 'neutral',
  a: 'aa',
  i: 'ih',
  u: 'ou',
  e: 'ee',
  o: 'oh',
  blink: 'blink',
  blink_l: 'blinkLeft',
  blink_r: 'blinkRight',
  joy: 'happy',
  angry: 'angry',
  sorrow: 'sad',
  fun: 'relaxed',
  lookup: 'lookUp',
  lookdown: 'lookDown',
  lookleft: 'lookLeft',
  lookright: 'lookRight',
};

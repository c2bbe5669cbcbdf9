/** A property of an object in the extension `VRMC_vrm_animation`, as its JSON schema and its text have it. */
type Check = (value: unknown, path: string) => string[];

const REQUIRED =
  'hips spine head leftUpperLeg leftLowerLeg leftFoot rightUpperLeg rightLowerLeg rightFoot ' +
  'leftUpperArm leftLowerArm leftHand rightUpperArm rightLowerArm rightHand';
const LIMBS = 'UpperLeg LowerLeg Foot Toes Shoulder UpperArm LowerArm Hand'.split(' ');
const FINGERS = 'Index Middle Ring Little'
  .split(' ')
  .flatMap((finger) => ['Proximal', 'Intermediate', 'Distal'].map((joint) => finger + joint));
const THUMB = ['ThumbMetacarpal', 'ThumbProximal', 'ThumbDistal'];
/** Without eyes: the specification forbids them. */
const BONES = [
  ...'hips spine chest upperChest neck head jaw'.split(' '),
  ...['left', 'right'].flatMap((side) => [...LIMBS, ...THUMB, ...FINGERS].map((part) => side + part)),
];
/** Without lookUp and so on: `lookAt` is for that. */
const PRESETS = 'happy angry sad relaxed surprised aa ih ou ee oh blink blinkLeft blinkRight neutral'.split(
  ' ',
);

interface Gltf {
  readonly nodes?: readonly unknown[];
  readonly extensionsUsed?: readonly string[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/**
 * What a VRMA has against the published schema of `VRMC_vrm_animation` 1.0: required properties, types,
 * unknown names, node indices out of range or used twice.
 *
 * @see https://github.com/vrm-c/vrm-specification/tree/master/specification/VRMC_vrm_animation-1.0/schema
 */
export function vrmaProblems({ nodes = [], extensionsUsed = [], extensions = {} }: Gltf): string[] {
  const used = new Set<number>();
  const node: Check = (value, path) => {
    const index = value as number;
    if (!Number.isInteger(value) || index < 0 || index >= nodes.length) return [`${path} is no node`];
    if (used.has(index)) return [`${path} is used twice`];
    used.add(index);
    return [];
  };
  const entry = object({ node }, ['node']);
  const extension = object(
    {
      specVersion: (value, path) => (value === '1.0' ? [] : [`${path} is not "1.0"`]),
      humanoid: object({ humanBones: object(named(BONES, entry), REQUIRED.split(' ')) }, ['humanBones']),
      expressions: object({ preset: object(named(PRESETS, entry), []), custom: object(entry, []) }, []),
      lookAt: object({ node, offsetFromHeadBone: vector }, ['node']),
    },
    ['specVersion', 'humanoid'],
  );
  const unused = extensionsUsed.includes('VRMC_vrm_animation') ? [] : ['extensionsUsed lacks the extension'];
  return [...unused, ...extension(extensions['VRMC_vrm_animation'], 'VRMC_vrm_animation')];
}

/**
 * An object with these properties, or with any whose values pass one check; `extensions` and `extras` may be
 * in all.
 */
function object(properties: Readonly<Record<string, Check>> | Check, required: readonly string[]): Check {
  return (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path} is no object`];
    const missing = required.filter((name) => !(name in value)).map((name) => `${path} lacks ${name}`);
    const wrong = Object.entries(value).flatMap(([name, each]) => {
      if (name === 'extensions' || name === 'extras') return [];
      const check = typeof properties === 'function' ? properties : properties[name];
      return check === undefined ? [`${path} has no ${name}`] : check(each, `${path}.${name}`);
    });
    return [...missing, ...wrong];
  };
}

function named(names: readonly string[], check: Check): Record<string, Check> {
  return Object.fromEntries(names.map((name) => [name, check]));
}

const vector: Check = (value, path) =>
  Array.isArray(value) && value.length === 3 && value.every(Number.isFinite) ? [] : [`${path} is no vector`];

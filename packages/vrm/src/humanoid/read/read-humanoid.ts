import { type Glb, readGlb } from '../../glb/glb.js';
import { HUMAN_BONES, type HumanBoneName } from '@odori/runtime/joints';
import { humanParent, isHumanBone } from '@odori/runtime/internal';
import type { Humanoid } from '../humanoid.js';
import { HumanoidError } from '../humanoid-error.js';
import { BindPose } from './bind-pose.js';
import { type BoneNames, findHumanBones, THUMB_OF_UNITY } from './bone-names.js';
import { type Facing, facingOf, TURNED_AROUND, UNTURNED } from './facing.js';
import { GltfNodes } from './gltf-nodes.js';
import { indexOf, listOf, objectOf } from './json-value.js';
import { determinant, type Matrix, rotationOf } from './matrix.js';
import { readVrmFace } from './vrm-face.js';

/** Options of {@link readHumanoid}. @inline */
export interface ReadHumanoidOptions {
  /**
   * Which node is which human bone. The default: what the VRM extension says; without one, the built-in table
   * that fits best.
   */
  readonly bones?: BoneNames;
}

/** The node of each human bone. */
export type Nodes = ReadonlyMap<HumanBoneName, number>;

/**
 * The humanoid of an avatar's file: VRM 0.x, VRM 1.0, or any GLB with bones of known names.
 *
 * Three's space, the units of the file (metres). Reads the JSON of the file; of its buffer only the bind
 * pose, where a skeleton without VRM extension has a skin. Avatars of other formats than VRM may face any
 * axis. The bytes are untrusted: an entry that cannot be used is in `missing`, a file that cannot dance is an
 * error. O(nodes).
 *
 * @throws GlbError if the bytes are not a GLB file.
 * @throws HumanoidError if the file has no humanoid, or one without usable hips and legs.
 * @see https://github.com/vrm-c/vrm-specification
 * @example
 * const humanoid = readHumanoid(await readFile('dancer.vrm'));
 * humanoid.version; // → '1'
 * humanoid.missing; // → ['upperChest', 'jaw']
 */
export function readHumanoid(bytes: Uint8Array, options: ReadHumanoidOptions = {}): Humanoid {
  const glb = readGlb(bytes);
  const nodes = new GltfNodes(glb);
  const { version, section, listed } = listBones(glb, nodes, options.bones);
  return createHumanoid({
    version,
    section,
    listed,
    restsOf: (bones) => (version === 'gltf' ? restOfSkin(glb, nodes, bones) : restOfNodes(nodes, bones)),
    ...readVrmFace(objectOf(glb.json['extensions']), version),
  });
}

/** What a file or an object says of its avatar. */
export interface AvatarFacts extends Pick<Humanoid, 'expressions' | 'lookAt'> {
  readonly version: '0' | '1' | 'gltf';
  /** Where its bones are listed, for errors. */
  readonly section: string;
  readonly listed: Nodes;
  /** Where bones rest, before the avatar is turned to face +z. */
  readonly restsOf: (bones: Nodes) => Rests;
}

/** A checked humanoid. O(bones). @throws HumanoidError if hips and legs are missing or unusable. */
export function createHumanoid({ version, section, listed, restsOf, ...face }: AvatarFacts): Humanoid {
  const known = withoutDuplicates(listed);
  checkLegs(known, section);
  const rests = restsOf(known);
  const bones = [...known.keys()];
  const facing =
    version === 'gltf' ? facingOf(bones, rests.matrices) : version === '0' ? TURNED_AROUND : UNTURNED;
  const positions = placesOf(rests, facing, section);
  const parents = parentsOf(bones);
  checkLengths(bones, parents, positions, section);
  return {
    version,
    bones,
    parents,
    positions,
    rotations: Float64Array.from(rests.matrices.flatMap((matrix) => facing.turnRotation(rotationOf(matrix)))),
    nodes: Int32Array.from(known.values()),
    missing: HUMAN_BONES.filter((bone) => !known.has(bone)),
    ...face,
  };
}

interface ListedBones {
  readonly version: '0' | '1' | 'gltf';
  /** Where the list is in the file. */
  readonly section: string;
  readonly listed: Nodes;
}

/** What an entry takes here. */
const ENTRY_BYTES = 72;

/** The node of each human bone, as the file or a table of names says. */
function listBones({ json, memory }: Glb, nodes: GltfNodes, names: BoneNames | undefined): ListedBones {
  const { VRMC_vrm: vrm1, VRM: vrm0 } = objectOf(json['extensions']);
  const version = vrm1 === undefined ? (vrm0 === undefined ? 'gltf' : '0') : '1';
  if (names !== undefined || version === 'gltf') {
    const listed = findHumanBones(nodes.names, names);
    if (listed.size === 0)
      throw new HumanoidError(
        'no VRM extension, and no known bone names: export the avatar as VRM, or pass its names as `bones`',
        'no-humanoid',
        'nodes',
      );
    return { version, section: 'nodes', listed };
  }
  const { humanBones } = objectOf(objectOf(version === '1' ? vrm1 : vrm0)['humanoid']);
  const list = listOf(humanBones);
  memory.spend(ENTRY_BYTES * list.length, 'humanBones');
  const entries: (readonly [unknown, unknown])[] =
    version === '1'
      ? Object.entries(objectOf(humanBones)).map(([bone, value]) => [bone, objectOf(value)['node']])
      : list.map((value) => [objectOf(value)['bone'], objectOf(value)['node']]);
  const section = `extensions.${version === '1' ? 'VRMC_vrm' : 'VRM'}.humanoid.humanBones`;
  return { version, section, listed: usableEntries(entries, nodes) };
}

/**
 * The entries that name a human bone and an existing node. Betas of VRM 1.0 have the thumb's joints of VRM
 * 0.x.
 */
function usableEntries(entries: readonly (readonly [unknown, unknown])[], nodes: GltfNodes): Nodes {
  const hasOldThumbs = entries.some(
    ([bone]) => typeof bone === 'string' && bone.endsWith('ThumbIntermediate'),
  );
  const found = new Map<HumanBoneName, number>();
  for (const [name, value] of entries) {
    if (typeof name !== 'string') continue;
    const bone = hasOldThumbs ? name.replace(/Thumb\w+$/, (thumb) => THUMB_OF_UNITY[thumb] ?? thumb) : name;
    const node = indexOf(value, nodes.count);
    if (node !== undefined && nodes.isUsable(node) && isHumanBone(bone) && !found.has(bone))
      found.set(bone, node);
  }
  return found;
}

/** Of several human bones that are one node, the first is kept. */
function withoutDuplicates(nodes: Nodes): Nodes {
  const bones = HUMAN_BONES.filter((bone) => nodes.has(bone));
  const isFirst = (bone: HumanBoneName): boolean =>
    bones.find((each) => nodes.get(each) === nodes.get(bone)) === bone;
  return new Map(bones.filter((bone) => isFirst(bone)).map((bone) => [bone, nodes.get(bone)!]));
}

const SIDES = ['left', 'right'] as const;
/** The bones without which nothing can dance. */
const NEEDED: readonly HumanBoneName[] = [
  'hips',
  ...SIDES.flatMap((side) => [`${side}UpperLeg`, `${side}LowerLeg`, `${side}Foot`] as const),
];

function checkLegs(nodes: Nodes, section: string): void {
  const missing = NEEDED.filter((bone) => !nodes.has(bone));
  if (missing.length > 0)
    throw new HumanoidError(
      `the avatar needs hips and two legs, but lacks ${missing.join(', ')}`,
      'missing-bones',
      section,
    );
}

/** Where bones rest. */
export interface Rests {
  /** In the order of `HUMAN_BONES`. */
  readonly matrices: readonly Matrix[];
  /** Units of the scene per unit of the matrices. */
  readonly scale: number;
}

function restOfNodes(nodes: GltfNodes, bones: Nodes): Rests {
  return { matrices: [...bones.values()].map((node) => nodes.worldMatrix(node)), scale: 1 };
}

/** The bind pose of the skin; where the hips are no part of a skin, the nodes as they stand. */
function restOfSkin(glb: Glb, nodes: GltfNodes, bones: Nodes): Rests {
  const bind = new BindPose(glb, nodes);
  const list = [...bones.values()];
  if (!list.every((node) => bind.has(node))) return restOfNodes(nodes, bones);
  return { matrices: list.map((node) => bind.matrixOf(node)), scale: bind.scaleOf(bones.get('hips')!) };
}

function placesOf({ matrices, scale }: Rests, facing: Facing, section: string): Float64Array {
  const places = Float64Array.from(
    matrices.flatMap((matrix) =>
      facing.turnPosition([matrix[12] * scale, matrix[13] * scale, matrix[14] * scale]),
    ),
  );
  if (!places.every((value) => Math.abs(value) < LARGEST))
    throw new HumanoidError('a bone is infinitely far away', 'bad-node', section);
  if (matrices.some((matrix) => determinant(matrix) === 0))
    throw new HumanoidError('a bone is scaled to 0', 'no-length', section);
  return places;
}

/** Squares of places must be finite. */
const LARGEST = 1e100;

/** The index of the nearest human bone above each. */
export function parentsOf(bones: readonly HumanBoneName[]): Int32Array {
  return Int32Array.from(bones, (bone) => {
    let parent = humanParent(bone);
    while (parent !== undefined && !bones.includes(parent)) parent = humanParent(parent);
    return parent === undefined ? -1 : bones.indexOf(parent);
  });
}

function checkLengths(
  bones: readonly HumanBoneName[],
  parents: Int32Array,
  positions: Float64Array,
  section: string,
): void {
  bones.forEach((bone, i) => {
    if (!/LowerLeg|Foot/.test(bone)) return;
    const [x, y, z] = [0, 1, 2].map((k) => positions[3 * i + k] - positions[3 * parents[i] + k]);
    if (!(Math.hypot(x, y, z) > SHORTEST))
      throw new HumanoidError(`${bones[parents[i]]} and ${bone} are at the same place`, 'no-length', section);
  });
}

const SHORTEST = 1e-9;

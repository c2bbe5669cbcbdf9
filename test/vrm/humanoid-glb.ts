import type { VrmAnimation } from '@odori/vrm/vrma';
import { Quaternion, Vector3 } from 'three';
import { GltfWriter } from '#src/vrm/glb/gltf-writer.js';
import { humanParent } from '@odori/runtime/internal';
import type { HumanBoneName } from '@odori/runtime/joints';

export interface Skeleton {
  /** The names of its bones. */
  readonly nameOf: (bone: HumanBoneName) => string;
  /** How bones are turned at rest, in the world. */
  readonly restOf?: (bone: HumanBoneName) => Quaternion;
  /** The node above the hips: its turn and scale. */
  readonly armature?: { readonly rotation: Quaternion; readonly scale: number };
  /** Without it, nothing moves. */
  readonly isAnimated?: boolean;
}

/** The dance of a normalized skeleton as a GLB of another one. */
export function humanoidGlb(
  { bones, positions, rotations, hips }: VrmAnimation,
  skeleton: Skeleton,
): Uint8Array {
  const { nameOf, restOf = () => new Quaternion(), isAnimated = true } = skeleton;
  const { rotation: stand, scale } = skeleton.armature ?? { rotation: new Quaternion(), scale: 1 };
  const writer = new GltfWriter();
  const nodes: object[] = [{ name: 'Armature', rotation: stand.toArray(), scale: [scale, scale, scale] }];
  const children = [[bones.indexOf('hips') + 1], ...bones.map((): number[] => [])];
  const clip = { channels: [] as object[], samplers: [] as object[] };
  const add = (node: number, path: string, times: Float32Array, values: Float32Array, size: number): void => {
    const sampler = { input: writer.add(times, 1, { hasBounds: true }), output: writer.add(values, size) };
    clip.channels.push({ sampler: clip.samplers.push(sampler) - 1, target: { node, path } });
  };
  bones.forEach((bone, i) => {
    let above = humanParent(bone);
    while (above && !bones.includes(above)) above = humanParent(above);
    const parent = above ? bones.indexOf(above) : -1;
    if (parent >= 0) children[parent + 1].push(i + 1);
    const before = (above ? restOf(above) : stand).clone().invert();
    const placeOf = (from: ArrayLike<number>, at: number): number[] => {
      const offset = new Vector3(from[at], from[at + 1], from[at + 2]);
      if (parent >= 0) offset.sub(new Vector3().fromArray(positions, 3 * parent));
      return offset.applyQuaternion(before).divideScalar(scale).toArray();
    };
    const turned = (q: Quaternion): number[] => before.clone().multiply(q).multiply(restOf(bone)).toArray();
    nodes.push({
      name: nameOf(bone),
      translation: placeOf(positions, 3 * i),
      rotation: turned(new Quaternion()),
    });
    const track = rotations.get(bone);
    if (track) {
      const turns = Array.from(track.times, (_, key) =>
        turned(new Quaternion().fromArray(track.values, 4 * key)),
      );
      add(i + 1, 'rotation', track.times, Float32Array.from(turns.flat()), 4);
    }
    if (bone !== 'hips' || !hips) return;
    const places = Array.from(hips.times, (_, key) => placeOf(hips.values, 3 * key));
    add(i + 1, 'translation', hips.times, Float32Array.from(places.flat()), 3);
  });
  children.forEach((list, node) => Object.assign(nodes[node], list.length > 0 && { children: list }));
  return writer.toGlb({
    asset: { version: '2.0', generator: 'test' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes,
    ...(isAnimated && { animations: [clip] }),
  } as never);
}

const PARTS: Readonly<Record<string, string>> = {
  hips: 'Hips',
  spine: 'Spine',
  chest: 'Spine1',
  upperChest: 'Spine2',
  neck: 'Neck',
  head: 'Head',
  Shoulder: 'Shoulder',
  UpperArm: 'Arm',
  LowerArm: 'ForeArm',
  Hand: 'Hand',
  UpperLeg: 'UpLeg',
  LowerLeg: 'Leg',
  Foot: 'Foot',
  Toes: 'ToeBase',
};

export function mixamoName(bone: HumanBoneName): string {
  const [, side = '', part = bone] = /^(left|right)(.+)$/.exec(bone) ?? [];
  return `mixamorig:${side && side[0].toUpperCase() + side.slice(1)}${PARTS[part] ?? `Other${part}`}`;
}

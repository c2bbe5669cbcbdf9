import {
  GlbError,
  type HumanBoneName,
  type Humanoid,
  readHumanoid,
  readVrmMeta,
  type VrmMeta,
} from '@odori/vrm/humanoid';
import { parseVrma, type VrmAnimation } from '@odori/vrm/vrma';
import { REQUIRED_BONES } from '@odori/runtime/internal';
import { HUMAN_BONES } from '@odori/runtime/joints';
import { vrmAnimationDuration } from '@odori/vrm/internal';
import { say } from '../language/message.js';
import type { DocumentSummary } from './describe-document.js';
import type { NamedPart } from './list-names.js';

/** An avatar or a VRM animation in numbers, and the names in it. */
export interface AvatarSummary {
  readonly summary: DocumentSummary;
  readonly names: readonly NamedPart[];
}

const SIGNATURE = [0x67, 0x6c, 0x54, 0x46]; // glTF

/** Whether a file is a binary glTF: an avatar (VRM) or a VRM animation (VRMA), or any other. */
export function isGlb(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, i) => bytes[i] === byte);
}

/**
 * Summarizes a VRM, a VRMA, or another GLB with a humanoid. O(nodes + keyframes).
 *
 * @throws GlbError for a broken file, HumanoidError for one without a usable humanoid.
 */
export function describeAvatar(bytes: Uint8Array): AvatarSummary {
  const animation = animationOf(bytes);
  if (animation) return describeAnimation(animation);
  return describeHumanoid(readHumanoid(bytes), readVrmMeta(bytes));
}

/** Undefined for a GLB that is no VRMA. */
function animationOf(bytes: Uint8Array): VrmAnimation | undefined {
  try {
    return parseVrma(bytes);
  } catch (error) {
    if (error instanceof GlbError && error.code === 'bad-extension') return undefined;
    throw error;
  }
}

const VERSIONS = { '0': '0.x', '1': '1.0' } as const;

function describeHumanoid(humanoid: Humanoid, meta: VrmMeta | undefined): AvatarSummary {
  const { version, bones, missing, expressions, lookAt } = humanoid;
  const facts = {
    ...((version === '0' || version === '1') && { version: VERSIONS[version] }),
    ...(meta && { name: meta.name, authors: meta.authors.join(', '), license: meta.license }),
    ...factsOf(meta),
    ...(lookAt && { lookAt: lookAt.type }),
    ...listMissing(missing),
  };
  const sections = [
    { section: say('section-human-bones'), count: bones.length },
    { section: say('section-expressions'), count: expressions.length },
  ];
  const format = version === 'gltf' ? 'glb' : 'vrm';
  return { summary: { format, facts, sections, warnings: [] }, names: named(bones, expressions) };
}

/** What the author allows. The file chooses the names, so they must not hide our own facts. */
function factsOf(meta: VrmMeta | undefined): Record<string, string> {
  const others = [...(meta?.others ?? [])].map(([name, value]) => [`meta.${name}`, String(value)]);
  return Object.fromEntries(others) as Record<string, string>;
}

/** Required bones apart from others, which many avatars lack. */
function listMissing(missing: readonly HumanBoneName[]): Record<string, string> {
  const required = missing.filter((bone) => REQUIRED_BONES.includes(bone));
  const optional = missing.filter((bone) => !REQUIRED_BONES.includes(bone));
  return {
    ...(required.length > 0 && { missingRequired: required.join(', ') }),
    ...(optional.length > 0 && { missing: optional.join(', ') }),
  };
}

function describeAnimation(animation: VrmAnimation): AvatarSummary {
  const { bones, hips, rotations, presets, customs, lookAt } = animation;
  const expressions = [...presets.keys(), ...customs.keys()];
  const tracks = [hips, ...rotations.values(), ...presets.values(), ...customs.values(), lookAt?.track];
  const facts = {
    ...listMissing(HUMAN_BONES.filter((bone) => !bone.endsWith('Eye') && !bones.includes(bone))),
    lookAt: lookAt?.track ? 'yes' : 'no',
    seconds: vrmAnimationDuration(animation),
  };
  const sections = [
    { section: say('section-human-bones'), count: bones.length },
    { section: say('section-turning-bones'), count: rotations.size },
    { section: say('section-expressions'), count: expressions.length },
    {
      section: say('section-keyframes'),
      count: tracks.reduce((sum, track) => sum + (track?.times.length ?? 0), 0),
    },
  ];
  return { summary: { format: 'vrma', facts, sections, warnings: [] }, names: named(bones, expressions) };
}

function named(bones: readonly HumanBoneName[], expressions: readonly string[]): NamedPart[] {
  return [
    ...bones.map((name) => ({ part: 'bone' as const, name })),
    ...expressions.map((name) => ({ part: 'expression' as const, name })),
  ];
}

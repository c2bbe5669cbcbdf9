import type { Object3D } from 'three';
import type { HumanBoneName } from '@odori/runtime/joints';

/**
 * The parts of a `VRM` of `@pixiv/three-vrm` that a dance needs. This package does not import three-vrm: load
 * the avatar with its `VRMLoaderPlugin` and pass the result.
 */
export interface VrmLike {
  readonly scene: Object3D;
  readonly meta: { readonly metaVersion: string };
  readonly humanoid: VrmHumanoidLike;
  readonly expressionManager?:
    | {
        readonly expressions: readonly { readonly expressionName: string }[];
        setValue(name: string, weight: number): void;
      }
    | undefined;
  readonly lookAt?: VrmLookAtLike | undefined;
  readonly springBoneManager?: VrmSpringsLike | undefined;
  /** Raw bones, look-at, expressions, constraints, springs and materials. */
  update(deltaSeconds: number): void;
}

/** The bones of a {@link VrmLike}. @inline */
export interface VrmHumanoidLike {
  autoUpdateHumanBones: boolean;
  /** Per bone, relative to the bone above it. */
  readonly normalizedRestPose: Readonly<
    Partial<Record<string, { readonly position?: readonly number[] | undefined }>>
  >;
  getNormalizedBoneNode(name: HumanBoneName): Object3D | null;
}

/** The springs of a {@link VrmLike}. @inline */
export interface VrmSpringsLike {
  readonly joints: { readonly size: number };
  reset(): void;
  update(deltaSeconds: number): void;
}

/** The look-at of a {@link VrmLike}. @inline */
export interface VrmLookAtLike {
  /** Degrees, positive to the avatar's left. */
  yaw: number;
  /** Degrees, positive downwards. */
  pitch: number;
  readonly offsetFromHeadBone: { readonly x: number; readonly y: number; readonly z: number };
  /**
   * Its class has a static property `type`; one for bones has the range of each direction, such as
   * `rangeMapVerticalUp`.
   */
  readonly applier: object;
  update(deltaSeconds: number): void;
}

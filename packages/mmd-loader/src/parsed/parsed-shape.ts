import type { ConstraintParameters, RigidBodyParameters } from '../body-parameters.js';

/*
 * What mmd-parser makes of files. Spaces: `metadata.coordinateSystem` says whether the file's numbers, which
 * are left-handed, were turned into three's. mmd-parser turns the numbers that it knows to be places and
 * turns; tails, axes, limits of IK and most morphs stay as the file has them.
 */

type Numbers = readonly number[];

interface Named {
  name: string;
  englishName: string;
}

type Metadata = { coordinateSystem: 'left' | 'right' } & Record<string, unknown>;

/** A PMX, as `loadPMX` gives it and `meshBuilder.build` takes it. */
export interface ParsedPmx {
  metadata: Metadata & { format: 'pmx'; version: number; modelName: string; comment: string };
  vertices: ParsedVertex[];
  faces: { indices: Numbers }[];
  textures: readonly string[];
  materials: ParsedMaterial[];
  bones: ParsedBone[];
  morphs: (Named & { panel: number; type: number; elementCount: number; elements: ParsedElement[] })[];
  frames: (Named & { type: number; elementCount: number; elements: { target: number; index: number }[] })[];
  rigidBodies: RigidBodyParameters[];
  constraints: ConstraintParameters[];
}

export interface ParsedVertex {
  position: Numbers;
  normal: Numbers;
  uv: Numbers;
  auvs: Numbers[];
  /** 0 BDEF1, 1 BDEF2, 2 BDEF4; an SDEF has 1 and its vectors. */
  type: number;
  skinIndices: Numbers;
  skinWeights: Numbers;
  skinC?: Numbers;
  skinR0?: Numbers;
  skinR1?: Numbers;
  edgeRatio: number;
}

export interface ParsedMaterial extends Named {
  diffuse: Numbers;
  specular: Numbers;
  shininess: number;
  ambient: Numbers;
  flag: number;
  edgeColor: Numbers;
  edgeSize: number;
  textureIndex: number;
  envTextureIndex: number;
  envFlag: number;
  toonFlag: number;
  toonIndex: number;
  comment: string;
  faceCount: number;
}

export interface ParsedBone extends Named {
  position: Numbers;
  parentIndex: number;
  transformationClass: number;
  flag: number;
  connectIndex?: number;
  offsetPosition?: Numbers;
  grant?: {
    isLocal: boolean;
    affectRotation: boolean;
    affectPosition: boolean;
    parentIndex: number;
    ratio: number;
  };
  fixAxis?: Numbers;
  localXVector?: Numbers;
  localZVector?: Numbers;
  key?: number;
  ik?: {
    effector: number;
    target: null;
    iteration: number;
    maxAngle: number;
    linkCount: number;
    links: {
      index: number;
      angleLimitation: number;
      lowerLimitationAngle?: Numbers;
      upperLimitationAngle?: Numbers;
    }[];
  };
}

/** The members depend on the type of the morph. */
export interface ParsedElement {
  index: number;
  ratio?: number;
  position?: Numbers;
  rotation?: Numbers;
  uv?: Numbers;
  type?: number;
  diffuse?: Numbers;
  specular?: Numbers;
  shininess?: number;
  ambient?: Numbers;
  edgeColor?: Numbers;
  edgeSize?: number;
  textureColor?: Numbers;
  sphereTextureColor?: Numbers;
  toonColor?: Numbers;
}

/** A PMD, as `loadPMD` gives it and `meshBuilder.build` takes it. */
export interface ParsedPmd {
  metadata: Metadata & { format: 'pmd'; version: number; modelName: string; comment: string };
  vertices: (Pick<ParsedVertex, 'normal' | 'position' | 'skinIndices' | 'skinWeights' | 'uv'> & {
    edgeFlag: number;
  })[];
  faces: { indices: Numbers }[];
  materials: (Pick<ParsedMaterial, 'ambient' | 'diffuse' | 'faceCount' | 'shininess' | 'specular'> & {
    toonIndex: number;
    edgeFlag: number;
    fileName: string;
  })[];
  bones: {
    name: string;
    parentIndex: number;
    tailIndex: number;
    type: number;
    ikIndex: number;
    position: Numbers;
  }[];
  iks: {
    target: number;
    effector: number;
    linkCount: number;
    iteration: number;
    maxAngle: number;
    links: { index: number }[];
  }[];
  morphs: {
    name: string;
    elementCount: number;
    type: number;
    elements: { index: number; position: Numbers }[];
  }[];
  morphFrames: { index: number }[];
  boneFrameNames: { name: string }[];
  boneFrames: { boneIndex: number; frameIndex: number }[];
  englishBoneNames?: { name: string }[];
  englishMorphNames?: { name: string }[];
  englishBoneFrameNames?: { name: string }[];
  toonTextures: { fileName: string }[];
  rigidBodies: Omit<RigidBodyParameters, 'englishName'>[];
  constraints: Omit<ConstraintParameters, 'englishName' | 'type'>[];
}

/** One or several VMDs, as `loadVMD` gives them and `animationBuilder.build` takes them. */
export interface ParsedVmd {
  metadata: Metadata & { name: string };
  motions: {
    boneName: string;
    frameNum: number;
    position: Numbers;
    rotation: Numbers;
    /** The 64 bytes of the file. */
    interpolation: ArrayLike<number>;
  }[];
  morphs: { morphName: string; frameNum: number; weight: number }[];
  cameras: {
    frameNum: number;
    distance: number;
    position: Numbers;
    rotation: Numbers;
    /** X Y Z R D F × x1 x2 y1 y2. */
    interpolation: ArrayLike<number>;
    fov: number;
    /** As in the file: 0 is perspective. */
    perspective: number;
  }[];
}

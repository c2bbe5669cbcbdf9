/** A page that shows one thing that Odori can do. */
export interface Demo {
  /** The name of its folder, its page and its picture. */
  name: string;
  title: string;
  /** One sentence. */
  text: string;
  /** A description of its picture. */
  picture: string;
}

/** Pages for one purpose. */
export interface DemoGroup {
  title: string;
  /** One sentence. */
  text: string;
  demos: readonly Demo[];
}

const watch: readonly Demo[] = [
  {
    name: 'dance',
    title: 'Dance',
    text: 'The whole show, to play, practice, record and share. Drop your own model, motion and song.',
    picture: 'The dancer on a stage at a summer festival',
  },
  {
    name: 'duet',
    title: 'Duet',
    text: 'Two dancers in one player, filmed by a camera that needs no file: all of them together, then each one near.',
    picture: 'Two dancers, one the mirror image of the other, on a festival stage under paper lanterns',
  },
  {
    name: 'project',
    title: 'Project',
    text: 'A whole MMD project (PMM) with models, camera, light, accessories and background.',
    picture: 'Three dancers side by side at dusk, one with a lantern in her hand',
  },
  {
    name: 'crowd',
    title: 'Crowd',
    text: 'Many dancers share one motion, each at a different time: as many as your device can show.',
    picture: 'Rows of dancers, each at a different point of the dance',
  },
];

const build: readonly Demo[] = [
  {
    name: 'embed',
    title: 'Embed',
    text: 'An article with two dances, each with one HTML tag: <odori-player>.',
    picture: 'The dancer in a frame between paragraphs of text',
  },
  {
    name: 'clips',
    title: 'Clips',
    text: 'Motions as clips of the three.js AnimationMixer: weights, crossfades, and IK on the blended pose.',
    picture: 'The dancer in a blend of two motions',
  },
  {
    name: 'pose',
    title: 'Pose',
    text: 'Poses from VPD files, with smooth transitions. Drop your own poses and save what you see.',
    picture: 'The dancer in a pose',
  },
  {
    name: 'vrm',
    title: 'VRM',
    text: 'One dance on an MMD model and a VRM avatar. Drop your own avatar, and save the dance as VRMA, VMD or GLB.',
    picture: 'The dancer as an MMD model and as a VRM avatar, side by side in the same pose',
  },
  {
    name: 'companion',
    title: 'Companion',
    text: 'She lives on a page: idles, looks at the pointer, speaks, waves when asked, and dances. As PMX and as VRM.',
    picture: 'The dancer above a page of text, at the right, with a field for what she shall say',
  },
  {
    name: 'look',
    title: 'Look',
    text: 'Both of MMD’s ways to draw a model, with self shadow and without, and the light of your own scene: a room.',
    picture: 'The dancer on a rug in a room with a large window, a plant, an armchair and a lamp',
  },
  {
    name: 'effects',
    title: 'Effects',
    text: 'Bloom, depth of field on her eyes, ambient occlusion, grading and grain: switch them, and see what each costs.',
    picture: 'The dancer at night between lanterns that glow; those behind her are blurred',
  },
];

const lookInside: readonly Demo[] = [
  {
    name: 'inspect',
    title: 'Inspect',
    text: 'See what your VMD, BVMD, VPD, PMX, PMD and PMM files contain.',
    picture: 'A table of the bones in a motion file, with their keyframes on a timeline',
  },
  {
    name: 'sample',
    title: 'Sample',
    text: 'The curves of one bone, its value at any time, and onion skins of the dancer before and after.',
    picture: 'The dancer among translucent copies of her at earlier and later times',
  },
  {
    name: 'bones',
    title: 'Bones',
    text: 'The skeleton of a model, solved while it dances. Drop your own model and switch its IK off.',
    picture: 'A gray mannequin with its skeleton drawn over it',
  },
  {
    name: 'physics',
    title: 'Physics',
    text: 'Hair and clothes as rigid bodies, in wind and gravity of your choice. Drop your own model.',
    picture: 'The dancer, with her rigid bodies and joints drawn over her',
  },
  {
    name: 'renderers',
    title: 'Renderers',
    text: 'The same picture by WebGL and by WebGPU: switch while she dances, and compare pixel by pixel.',
    picture: 'The dancer with an arm stretched out',
  },
];

/** All demos, in the recommended order. */
export const demoGroups: readonly DemoGroup[] = [
  { title: 'Watch', text: 'Sit back, or drop in your own.', demos: watch },
  { title: 'Build', text: 'What your page can do with a dancer.', demos: build },
  { title: 'Look inside', text: 'How files, bones and physics work.', demos: lookInside },
];

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

/** All demos, in the recommended order. */
export const demos: readonly Demo[] = [
  {
    name: 'dance',
    title: 'Dance',
    text: 'A dancer with her dance, camera and song. Drop your own model, motion, camera and song.',
    picture: 'The dancer on a round platform under paper lanterns',
  },
  {
    name: 'embed',
    title: 'Embed',
    text: 'A page of text with two dances, each with one tag: <odori-player>.',
    picture: 'A dancer in a frame between paragraphs of text',
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
    name: 'clips',
    title: 'Clips',
    text: 'Motions as clips of the three.js AnimationMixer: weights, crossfades, and IK on the blended pose.',
    picture: 'The dancer in a blend of two motions',
  },
  {
    name: 'crowd',
    title: 'Crowd',
    text: 'Twenty dancers share one motion, each at a different time. The page shows what a frame costs.',
    picture: 'Rows of dancers, each at a different point of the dance',
  },
  {
    name: 'pose',
    title: 'Pose',
    text: 'Poses from VPD files, with smooth transitions. Drop your own poses and save what you see.',
    picture: 'The dancer in a pose',
  },
  {
    name: 'look',
    title: 'Look',
    text: "Look-at, lip sync, and both of MMD's looks: with self shadow and without.",
    picture: 'The dancer, looking at a point beside the camera',
  },
  {
    name: 'project',
    title: 'Project',
    text: 'A whole MMD project (PMM) with models, camera, light, accessories and background. Drop your own with its folder.',
    picture: 'Three dancers side by side, one with a lantern in her hand',
  },
];

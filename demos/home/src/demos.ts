/** A page that shows one thing Odori can do. */
export interface Demo {
  /** Of its folder, its page and its picture. */
  name: string;
  title: string;
  /** One sentence. */
  text: string;
  /** What its picture shows. */
  picture: string;
}

/** Every demo but this page, in the order in which they are best seen. */
export const demos: readonly Demo[] = [
  {
    name: 'dance',
    title: 'Dance',
    text: 'A dancer of our own with dance, camera and song; drop your model, motion, camera and song.',
    picture: 'The dancer on a round stage under paper lanterns',
  },
  {
    name: 'embed',
    title: 'Embed',
    text: 'A page of text with two dances in it, each one tag: <odori-player>.',
    picture: 'A dancer in a frame amid lines of text',
  },
  {
    name: 'sample',
    title: 'Sample',
    text: 'The curves of one bone, its value at any time, and the dancer as she was and will be: onion skins.',
    picture: 'The dancer among translucent copies of herself, moments earlier and later',
  },
  {
    name: 'bones',
    title: 'Bones',
    text: 'The skeleton of a model and the solver at work; drop yours, and switch its IK off.',
    picture: 'A gray figure with its skeleton drawn over it',
  },
  {
    name: 'clips',
    title: 'Clips',
    text: 'Motions as clips of three’s AnimationMixer: crossfades and weights, and IK on the blended pose.',
    picture: 'The dancer in a blend of two motions',
  },
  {
    name: 'crowd',
    title: 'Crowd',
    text: 'Twenty dancers share one motion, each at a moment of her own, and the page tells what a frame costs.',
    picture: 'Rows of dancers, each a little behind the other',
  },
  {
    name: 'pose',
    title: 'Pose',
    text: 'Poses from VPD files: one eases into the next; drop yours, and save what you see.',
    picture: 'The dancer in a pose',
  },
  {
    name: 'look',
    title: 'Look',
    text: 'A look-at and lip sync, written into the pose between sampling and solving.',
    picture: 'The dancer’s face, her eyes turned to a point',
  },
  {
    name: 'project',
    title: 'Project',
    text: 'A whole scene of MMD (PMM): models, camera, light and accessories; drop yours with its folder.',
    picture: 'Three dancers on one stage, one with a lantern in her hand',
  },
];

/** A page of this server that shows one thing Odori can do. */
export interface Demo {
  /** Where the server has it, such as `/demos/dance/`. */
  path: string;
  title: string;
  /** One sentence. */
  text: string;
}

/** Every demo but this page, in the order in which they are best seen. */
export const demos: readonly Demo[] = [
  {
    path: '/demos/dance/',
    title: 'Dance',
    text: 'A dancer of our own with dance, camera and song; drop your model, motion, camera and song.',
  },
  {
    path: '/demos/sample/',
    title: 'Sample',
    text: 'The four curves of one bone, and its value at any time between two frames.',
  },
  {
    path: '/demos/bones/',
    title: 'Bones',
    text: 'The skeleton of a model and the solver at work; drop yours, and switch its IK off.',
  },
];

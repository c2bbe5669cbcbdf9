/** The names of our own dancer, dance and song, which pages show until the user opens files. */
export interface ExampleNames {
  /** Japanese and English. */
  readonly dancer: readonly [name: string, nameEn: string];
  readonly dance: string;
  readonly song: string;
}

export const EXAMPLE_NAMES: ExampleNames = {
  dancer: ['踊り子', 'Odoriko'],
  dance: 'Lantern Night',
  song: 'Lantern Night 提灯の夜',
};

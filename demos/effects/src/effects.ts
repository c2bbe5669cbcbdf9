/** The effects of the page, in the order in which they are drawn. */
export const EFFECTS = ['ao', 'dof', 'bloom', 'grading', 'grain'] as const;
export type EffectName = (typeof EFFECTS)[number];

/** What draws the scene with effects. */
export interface Effects {
  /** Which of them the next picture has. */
  show(names: ReadonlySet<EffectName>): void;
  draw(): void;
  /** Resolves when the graphics card has drawn the last picture. */
  finish(): Promise<void>;
}

export interface ProgramTexts {
  readonly texts: readonly string[];
  readonly shown: readonly string[];
  readonly likely: readonly string[];
}

export function programsIn(folder: string): string[];
export function textsOf(path: string): ProgramTexts;

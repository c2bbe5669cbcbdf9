export interface PublicNames {
  readonly values: readonly string[];
  readonly types: readonly string[];
}

export const PACKAGES: readonly string[];
export function publicNames(name: string): PublicNames;
export function unshownValues(): string[];
export function elementCallbacks(): string[];
export function viewportFields(): string[];
export function timeCuts(): string[];
export function longFiles(): string[];
export function wideComments(folders?: readonly string[]): string[];

/**
 * One spelling for all spellings of a name that people and file systems treat as the same: upper and lower
 * case, full and half width, composed and decomposed characters. Use it for comparisons only. O(length).
 *
 * @see Windows ignores case; macOS decomposes (ガ becomes カ and ゛); old tools write half-width kana.
 * @example
 * foldName('Ｔｅｘ/ﾎﾞﾃﾞｨ.PNG'); // → 'TEX/ボディ.PNG'
 */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase().toUpperCase(); // upper case last: it unites σ and ς, ß and ss
}

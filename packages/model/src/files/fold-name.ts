/**
 * A spelling that all spellings of a name share which people and systems take for one: upper and lower case, full and
 * half width, composed and decomposed characters. Only to compare with. O(length).
 *
 * @see Windows is blind to case; macOS decomposes (ガ becomes カ and ゛); old tools write half-width kana.
 * @example
 * foldName('Ｔｅｘ/ﾎﾞﾃﾞｨ.PNG'); // → 'TEX/ボディ.PNG'
 */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase().toUpperCase(); // up at last: σ and ς, ß and ss meet there
}

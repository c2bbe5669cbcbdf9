/**
 * A Japanese name with the English one beside it, if there is another.
 *
 * @example
 * nameInBoth('初音ミク', 'Miku Hatsune'); // → '初音ミク (Miku Hatsune)'
 */
export function nameInBoth(name: string, nameEn: string): string {
  return nameEn === '' || nameEn === name ? name : `${name} (${nameEn})`;
}

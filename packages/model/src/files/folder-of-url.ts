/**
 * The folder that a URL's file is in: what comes before its last slash, query and fragment aside.
 *
 * @example
 * folderOfUrl('models/miku.pmx?v=a/b'); // → 'models/'
 */
export function folderOfUrl(url: string): string {
  return url.replace(/[?#].*$/, '').replace(/[^/]*$/, '');
}

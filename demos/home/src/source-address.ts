/**
 * The web address of a folder in a repository; undefined if the address of the repository is unknown.
 *
 * `origin` has the form of `repository` in a package.json. The result has the form that GitHub and GitLab
 * share.
 *
 * @example
 * sourceAddress('git+https://host/us/odori.git', 'demos/look/src'); // → 'https://host/us/odori/tree/HEAD/demos/look/src'
 * sourceAddress('git+https://host/us/odori.git'); // → 'https://host/us/odori'
 */
export function sourceAddress(origin: string | undefined, folder?: string): string | undefined {
  const [, site] = /^(?:git\+)?(https:\/\/.+?)(?:\.git)?\/?$/.exec(origin ?? '') ?? [];
  return site && folder ? `${site}/tree/HEAD/${folder}` : site;
}

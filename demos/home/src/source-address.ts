/** Where the repository is on the web, if its manifest says so. */
export const repository: string | undefined = import.meta.env.REPOSITORY;

/**
 * Where a folder of a repository can be read; undefined if the repository is on no website.
 *
 * `origin` as the `repository` of a package.json. The address is of the form that GitHub and GitLab share.
 *
 * @example
 * sourceAddress('git+https://host/us/odori.git', 'demos/look/src'); // → 'https://host/us/odori/tree/HEAD/demos/look/src'
 */
export function sourceAddress(origin: string | undefined, folder: string): string | undefined {
  const [, site] = /^(?:git\+)?(https:\/\/.+?)(?:\.git)?\/?$/.exec(origin ?? '') ?? [];
  return site && `${site}/tree/HEAD/${folder}`;
}

/** The address of the repository on the web, if its `package.json` has one. */
export const repository: string | undefined = import.meta.env.REPOSITORY;

/**
 * The web address of a folder in a repository; undefined if the address of the repository is unknown.
 *
 * `origin` has the form of `repository` in a package.json. The result has the form that GitHub and GitLab share.
 *
 * @example
 * sourceAddress('git+https://host/us/odori.git', 'demos/look/src'); // → 'https://host/us/odori/tree/HEAD/demos/look/src'
 */
export function sourceAddress(origin: string | undefined, folder: string): string | undefined {
  const [, site] = /^(?:git\+)?(https:\/\/.+?)(?:\.git)?\/?$/.exec(origin ?? '') ?? [];
  return site && `${site}/tree/HEAD/${folder}`;
}

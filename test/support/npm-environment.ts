/**
 * The environment for npm and for the programs of an installed project, as in a terminal.
 *
 * pnpm passes its own settings on as npm's, and npm warns about each: only registry, cache and user
 * configuration matter. Vitest sets variables that change what frameworks build.
 */
export function npmEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env);
  return Object.fromEntries(
    entries.filter(
      ([key]) =>
        !/^npm_(?!config_(?:registry|cache|userconfig)$)|^(?:NODE_ENV|NODE_OPTIONS|TEST|DEV|PROD|MODE|BASE_URL|VITEST.*)$/i.test(
          key,
        ),
    ),
  );
}

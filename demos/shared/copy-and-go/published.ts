/**
 * Whether npm has our packages, and with it the CDN. Until then, code to copy takes the player from beside
 * the page. It becomes true with the first release; a test then names the documents that say otherwise.
 */
export const IS_ON_NPM = false as boolean;

/** Where the code of the demos takes the player from, once npm has it. */
const CDN = 'https://cdn.jsdelivr.net/npm/@odori/element@0.1.0/dist/';

/** The player, the sample and a page as a zip, relative to the folder of the demos. */
export const STARTER = 'odori-start.zip';

/** Code with addresses that work today. */
export function withAddresses(code: string, isOnNpm: boolean = IS_ON_NPM): string {
  return isOnNpm ? code : code.replaceAll(CDN, './');
}

/**
 * The example projects that StackBlitz can open. It runs Node in the browser, without native programs: the
 * server of Next.js 16 does not start there.
 */
export const STACKBLITZ_EXAMPLES = ['html', 'node', 'react', 'svelte', 'vite', 'vue'] as const;

/** The address that opens an example project in StackBlitz, once npm has our packages. */
export function stackBlitzAddress(example: (typeof STACKBLITZ_EXAMPLES)[number]): string {
  return `https://stackblitz.com/github/odori-mmd/odori/tree/main/docs/examples/${example}`;
}

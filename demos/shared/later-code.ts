import { posix } from 'node:path';
import type { Plugin, Rollup } from 'vite';

const LOADER = '/shared/load-later-code.ts';
/** The texts of one language, which a page loads at once or never. */
const CATALOG = /\/demos\/texts\/|\/language\/catalogs\//;

/**
 * Tells each built page that imports `load-later-code.ts` the files of the code that it imports later, by
 * `import()`.
 */
export function laterCode(): Plugin {
  return {
    name: 'odori-later-code',
    apply: 'build',
    enforce: 'post', // when the pages are final
    generateBundle(_, bundle) {
      for (const [path, file] of Object.entries(bundle)) {
        if (file.type !== 'asset' || !path.endsWith('.html')) continue;
        const files = laterFiles(path, bundle).map((later) => posix.relative(posix.dirname(path), later));
        if (files.length > 0) file.source = withFiles(String(file.source), files);
      }
    },
  };
}

/** The files that a page does not load at once, style sheets too. */
function laterFiles(path: string, bundle: Rollup.OutputBundle): string[] {
  const entry = Object.values(bundle).find(
    (chunk) => chunk.type === 'chunk' && chunk.isEntry && chunk.facadeModuleId?.endsWith(`/demos/${path}`),
  );
  if (!entry) return [];
  const atOnce = reached([entry.fileName], bundle, ({ imports }) => imports);
  if (!atOnce.some(({ moduleIds }) => moduleIds.some((id) => id.endsWith(LOADER)))) return [];
  const all = reached([entry.fileName], bundle, ({ imports, dynamicImports }) => [
    ...imports,
    ...dynamicImports,
  ]);
  const later = all.filter(
    (chunk) => !atOnce.includes(chunk) && !chunk.moduleIds.some((id) => CATALOG.test(id)),
  );
  const [styles, own] = [later, atOnce].map((chunks) => new Set(chunks.flatMap(stylesOf)));
  return [...later.map(({ fileName }) => fileName), ...[...styles].filter((style) => !own.has(style))];
}

function stylesOf({ viteMetadata }: Rollup.OutputChunk): string[] {
  return [...(viteMetadata?.importedCss ?? [])];
}

/** These chunks and those that they import, directly or not. */
function reached(
  names: readonly string[],
  bundle: Rollup.OutputBundle,
  importsOf: (chunk: Rollup.OutputChunk) => readonly string[],
): Rollup.OutputChunk[] {
  const found = new Set<Rollup.OutputChunk>();
  const add = (name: string): void => {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || found.has(chunk)) return;
    found.add(chunk);
    importsOf(chunk).forEach(add);
  };
  names.forEach(add);
  return [...found];
}

function withFiles(html: string, files: readonly string[]): string {
  const list = `<script type="application/json" id="later-code">${JSON.stringify(files)}</script>`;
  return html.replace('</head>', `  ${list}\n  </head>`);
}

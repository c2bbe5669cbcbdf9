import type { Plugin } from 'vite';

const IMPORT = /^import \{ (.+) \} from (["'](?:\.|@odori\/).+["']);$/gm;

/**
 * Copies what our sources import from each other into constants, in Node. Vitest makes each use of an import
 * a call of a getter: the solver of physics, which calls many small functions, takes ten times as long with
 * it. Copies are the same, because imports form no circle and no module exports a variable.
 */
export function copyImports(): Plugin {
  return {
    name: 'odori-copy-imports',
    enforce: 'post', // types are gone by then
    transform(code, id, options) {
      if (options?.ssr !== true || !/\/packages\/\w[\w-]*\/src\//.test(id)) return undefined;
      return code.replace(IMPORT, (_, specifiers: string, from: string) => {
        const names = specifiers.split(', ').map((specifier) => specifier.split(' as '));
        const imports = names.map(([name, own = name]) => `${name} as imported_${own}`).join(', ');
        const copies = names.map(([name, own = name]) => `${own} = imported_${own}`).join(', ');
        return `import { ${imports} } from ${from}; const ${copies};`;
      });
    },
  };
}

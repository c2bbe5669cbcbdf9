import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { markCode } from './mark-code.js';
import { IS_ON_NPM, stackBlitzAddress, STARTER, withAddresses } from './published.js';

/** The demos, by whose folders the snippets are found. */
const DEMOS = join(import.meta.dirname, '../..');

/** A piece of code to copy, in the file `demos/<page>/snippets/<kind>.<ending>`. */
export interface Snippet {
  readonly kind: Kind;
  /** Relative to the folder of the demos, such as `dance/snippets/tag.html`. */
  readonly path: string;
  readonly code: string;
}

/** The tabs in their order, by the names of the files. */
const TABS = {
  tag: 'HTML tag',
  three: 'three.js',
  webgpu: 'three.js, WebGPU',
  react: 'React',
  data: 'TypeScript',
  shell: 'Command line',
} as const;

type Kind = keyof typeof TABS;

/** The example project that a reader of a piece can try, by its tab. */
const EXAMPLES = { tag: 'html', three: 'vite', react: 'react', data: 'node' } as const;

/** The snippets of a demo, in the order of the tabs; none if it has no folder of them. */
export function readSnippets(page: string): Snippet[] {
  const folder = join(DEMOS, page, 'snippets');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return (Object.keys(TABS) as Kind[]).flatMap((kind) => {
    const name = names.find((each) => each.replace(/\.\w+$/, '') === kind);
    if (name === undefined) return [];
    const code = withAddresses(readFileSync(join(folder, name), 'utf8'));
    return [{ kind, path: `${page}/snippets/${name}`, code }];
  });
}

/**
 * The section of a page with its code to copy, as HTML that needs no script: one piece below the other.
 * `copy-and-go.ts` makes tabs of them. A panel is hidden until the page opens it. `root` leads from the page
 * to the folder of the demos.
 */
export function codeSection(
  snippets: readonly Snippet[],
  isPanel = false,
  root = '../',
  isOnNpm = IS_ON_NPM,
): string {
  const classes = isPanel ? 'panel copy-and-go' : 'copy-and-go';
  return `<section class="${classes}"${isPanel ? ' hidden' : ''} id="code" aria-labelledby="code-title" tabindex="-1">
<h2 id="code-title">Copy and go</h2>
<p class="quiet">The code behind this, for a page of your own. Put the files beside it.</p>
${snippets.map((snippet) => snippetHtml(snippet, root, isOnNpm)).join('\n')}
</section>`;
}

function snippetHtml({ kind, code }: Snippet, root: string, isOnNpm: boolean): string {
  const packages = packagesOf(code);
  const install =
    packages.length > 0
      ? `<span><code>npm install ${packages.join(' ')}</code>${isOnNpm ? '' : BUILD_THEM}</span>`
      : code.includes('odori-player.js')
        ? `<a href="${root}${STARTER}" download vite-ignore>Player, dancer and song in one zip</a>`
        : '';
  return `<div class="snippet" id="code-${kind}" data-kind="${kind}">
<h3>${TABS[kind]}</h3>
<p class="install">${install}${isOnNpm ? tryLink(kind) : ''}</p>
<pre><code>${markCode(code.trimEnd())}</code></pre>
</div>`;
}

/** A link that opens the example project nearest to a piece of code. */
function tryLink(kind: Kind): string {
  if (!(kind in EXAMPLES)) return '';
  const address = stackBlitzAddress(EXAMPLES[kind as keyof typeof EXAMPLES]);
  return ` <a href="${address}" target="_blank" rel="noopener">Try a project like this in StackBlitz</a>`;
}

const BUILD_THEM = ` They are not on npm yet: <a href="${manifest.homepage}start/install#if-npm-does-not-find-the-packages">build them</a> first.`;

/** The packages that a program imports, three first; React itself is there already. */
function packagesOf(code: string): string[] {
  const names = Array.from(code.matchAll(/^import .*?'((?:@[^/']+\/)?[^/'@:]+)/gms), ([, name]) => name);
  const others = [...new Set(names)].filter((name) => name !== 'react' && name !== 'three');
  const needsThree = names.some((name) =>
    /^(?:three|@odori\/(?:model|runtime|react)|@react-three\/.*)$/.test(name),
  );
  return [...(needsThree ? ['three'] : []), ...others.sort()];
}

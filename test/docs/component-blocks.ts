import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type CodeBlock, type Mistake, mistakeAt } from './code-block.js';
import { ROOT } from './doc-pages.js';
import { checkPlayerTags } from './html-block.js';

/** The parts of Vue's compiler that are used. */
interface VueCompiler {
  parse(code: string): { descriptor: VueComponent; errors: CompileError[] };
  compileScript(component: VueComponent, options: { id: string }): unknown;
  compileTemplate(options: { source: string; filename: string; id: string }): { errors: CompileError[] };
}

interface VueComponent {
  readonly template: { readonly content: string } | null;
  readonly script: object | null;
  readonly scriptSetup: object | null;
}

interface SvelteCompiler {
  compile(code: string, options: { generate: false }): unknown;
}

interface CompileError {
  readonly message: string;
}

/** The compilers are dependencies of the documentation only. */
const require = createRequire(join(ROOT, 'docs/package.json'));

/** Compiles a component of Vue or Svelte, and checks its player tags. */
export function checkComponent(block: CodeBlock): Mistake[] {
  const messages = block.language === 'vue' ? vueErrors(block.code) : svelteErrors(block.code);
  return [...messages.map((message) => mistakeAt(block, 0, message)), ...checkPlayerTags(block)];
}

function vueErrors(code: string): string[] {
  const vue = require('vue/compiler-sfc') as VueCompiler;
  const { descriptor, errors } = vue.parse(code);
  if (errors.length > 0) return errors.map(({ message }) => message);
  if (descriptor.script ?? descriptor.scriptSetup) {
    const message = thrownMessage(() => vue.compileScript(descriptor, { id: 'example' }));
    if (message !== undefined) return [message];
  }
  if (!descriptor.template) return [];
  const options = { source: descriptor.template.content, filename: 'example.vue', id: 'example' };
  return vue.compileTemplate(options).errors.map(({ message }) => message);
}

function svelteErrors(code: string): string[] {
  const svelte = require('svelte/compiler') as SvelteCompiler;
  const message = thrownMessage(() => svelte.compile(code, { generate: false }));
  return message === undefined ? [] : [message];
}

function thrownMessage(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return (error as Error).message.split('\n')[0];
  }
}

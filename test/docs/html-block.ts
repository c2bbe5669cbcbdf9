import { OdoriPlayerElement } from '@odori/element';
import { type CodeBlock, type Mistake, mistakeAt } from './code-block.js';

/** Attributes that every element has. */
const GLOBAL = /^(?:id|class|style|slot|title|hidden|tabindex|lang|part|on\w+|data-.+|aria-.+|v-.+|ref|key)$/;

/**
 * The attributes of `<odori-player>`. It reads `autoplay` only when it loads, and therefore does not observe
 * it.
 */
const ATTRIBUTES: ReadonlySet<string> = new Set([...OdoriPlayerElement.observedAttributes, 'autoplay']);

/** A script of an HTML block. Its attributes decide whether it is code, an import map or a classic script. */
interface Script {
  readonly attributes: string;
  readonly block: CodeBlock;
}

function scripts(html: CodeBlock): Script[] {
  return [...html.code.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)].map((match) => {
    const start = match.index + match[0].indexOf('>') + 1;
    const line = html.line + lineOf(html.code, start);
    return { attributes: match[1], block: { ...html, line, language: 'js', code: match[2] } };
  });
}

/** The inline scripts of an HTML block, as blocks of JavaScript. */
export function inlineScripts(html: CodeBlock): CodeBlock[] {
  return scripts(html)
    .filter(({ attributes, block }) => !isImportMap(attributes) && block.code.trim() !== '')
    .map(({ block }) => block);
}

/** Finds import maps that are not JSON, and attributes that `<odori-player>` does not have. */
export function checkHtml(html: CodeBlock): Mistake[] {
  const maps = scripts(html).filter(({ attributes }) => isImportMap(attributes));
  return [...maps.flatMap(({ block }) => checkJson(block)), ...checkPlayerTags(html)];
}

export function checkJson(block: CodeBlock): Mistake[] {
  try {
    JSON.parse(block.code);
    return [];
  } catch (error) {
    return [mistakeAt(block, 0, `no JSON: ${(error as Error).message.split('\n')[0]}`)];
  }
}

/**
 * Finds attributes that `<odori-player>` does not have. In the templates of Vue and Svelte, `:model` and
 * `model={…}` set a property, and `@ended` and `onended` listen.
 */
export function checkPlayerTags(block: CodeBlock): Mistake[] {
  const isProperty = (name: string): boolean =>
    name in OdoriPlayerElement.prototype || name in HTML_PROPERTIES;
  return [...block.code.matchAll(/<odori-player\b((?:[^>"'{]|"[^"]*"|'[^']*'|\{[^}]*\})*)>/g)].flatMap(
    (tag) => {
      const names = tag[1].replace(/=\s*(?:"[^"]*"|'[^']*'|\{[^}]*\}|[^\s"'>]+)/g, ' ').replace(/\/$/, '');
      const unknown = names.split(/\s+/).filter((name) => {
        if (name === '' || name.startsWith('@') || GLOBAL.test(name)) return false;
        if (name.startsWith(':') || name.startsWith('.')) return !isProperty(name.slice(1));
        return !ATTRIBUTES.has(name);
      });
      return unknown.map((name) =>
        mistakeAt(block, lineOf(block.code, tag.index), `<odori-player> has no attribute ${name}`),
      );
    },
  );
}

const HTML_PROPERTIES: Readonly<Record<string, true>> = { class: true, style: true, id: true, key: true };

const isImportMap = (attributes: string): boolean => /\btype=["']?importmap/.test(attributes);

/** The line of an index, from 0. */
const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length - 1;

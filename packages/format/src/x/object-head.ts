import type { XTokens } from './x-tokens.js';

/** The head of a data object, up to its brace. */
export interface ObjectHead {
  /** As the file spells it. */
  readonly template: string;
  /** In lower case, for comparisons: files spell `TextureFilename` in two ways. */
  readonly kind: string;
  readonly name: string;
}

/** Reads `Template name {`, and the GUID that may follow it. The name is optional. */
export function readHead(tokens: XTokens): ObjectHead {
  tokens.expect('name', 'objects');
  const template = tokens.takeName();
  const section = template || 'objects';
  let name = '';
  while (tokens.peek() === 'name' || tokens.peek() === 'number') name = tokens.takeName();
  while (tokens.peek() === 'guid') tokens.skip();
  tokens.expect('open', section);
  tokens.skip();
  while (tokens.peek() === 'guid') tokens.skip();
  return { template, kind: template.toLowerCase(), name };
}

/** Reads `{ name }` from its name on. A GUID may stand beside the name, or alone. */
export function readReference(tokens: XTokens, section: string): string {
  let name = '';
  while (tokens.peek() !== 'close') {
    const kind = tokens.peek();
    if (kind === 'guid') tokens.skip();
    else if (kind === 'name' || kind === 'number') name = tokens.takeName();
    else tokens.expect('close', section);
  }
  tokens.skip();
  return name;
}

/**
 * Moves past `{ name }` where an object would stand, and reports it: only materials and meshes are looked up
 * by name.
 */
export function skipReference(tokens: XTokens, section: string): void {
  const { at } = tokens;
  tokens.skip();
  const name = readReference(tokens, section);
  tokens.warn('bad-index', section, `refers to ${JSON.stringify(name)}, which is left out`, at);
}

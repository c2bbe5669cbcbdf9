import { MarkdownPageEvent } from 'typedoc-plugin-markdown';

/** A return type without a text, which the signature above it has already said. */
const OBVIOUS_RETURN = /^#+ Returns\n\n`(?:void|string|number|boolean|this)`\n+(?=#|\*\*\*|$(?![^]))/gm;

/**
 * The class that the classes of several entry points extend is not in the reference: what they inherit counts
 * as their own.
 */
const OWN_BASE = /^#+ Extends\n\n- `\w+Base`\n+|^#+ (?:Overrides|Inherited from)\n\n`\w+Base\.\w+`\n+/gm;

/** Leaves out of the reference what only repeats the line above it. */
export function load(app) {
  app.renderer.on(MarkdownPageEvent.END, (page) => {
    page.contents = page.contents
      ?.replace(/^#+ Get Signature\n+/gm, '')
      .replace(OBVIOUS_RETURN, '')
      .replace(OWN_BASE, '');
  });
}

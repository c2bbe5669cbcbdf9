import { MarkdownPageEvent } from 'typedoc-plugin-markdown';

/** A return type without a text, which the signature above it has already said. */
const OBVIOUS_RETURN = /^#+ Returns\n\n`(?:void|string|number|boolean|this)`\n+(?=#|\*\*\*|$(?![^]))/gm;

/** Leaves out of the reference what only repeats the line above it. */
export function load(app) {
  app.renderer.on(MarkdownPageEvent.END, (page) => {
    page.contents = page.contents?.replace(/^#+ Get Signature\n+/gm, '').replace(OBVIOUS_RETURN, '');
  });
}

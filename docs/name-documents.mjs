import { Converter } from 'typedoc';

/** Calls a page what its first heading does, and the page of a package, which is called like its module, Guide. */
export function load(app) {
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_context, page) => {
    const text = page.content.map((part) => part.text).join('');
    const heading = /^# (.+)$/m.exec(text)?.[1] ?? page.name;
    page.name = heading.startsWith('@odori/') ? 'Guide' : heading;
  });
}

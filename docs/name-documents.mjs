import { Converter } from 'typedoc';

/** Titles each page of the reference by its first heading. The README of a package, titled like its module, is "Guide". */
export function load(app) {
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_context, page) => {
    const text = page.content.map((part) => part.text).join('');
    const heading = /^# (.+)$/m.exec(text)?.[1] ?? page.name;
    page.name = heading.startsWith('@odori/') ? 'Guide' : heading;
  });
}

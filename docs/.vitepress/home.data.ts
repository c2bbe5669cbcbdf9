import { addressIn, isPage, LANGUAGES } from './languages.js';
import type { Texts } from './texts/texts.js';

/** Links of the home page to pages that exist. */
export type HomeData = Texts['home'];

declare const data: Readonly<Record<string, HomeData>>;
/** By the key of the language. */
export { data };

export default {
  load: (): typeof data =>
    Object.fromEntries(
      LANGUAGES.map((language) => {
        const { actions, cards, ...words } = language.texts.home;
        const home: HomeData = {
          ...words,
          actions: actions
            .filter(([link]) => isPage(link.slice(1)))
            .map(([link, text]) => [addressIn(language, link), text]),
          cards: cards
            .filter(({ link }) => isPage(link.slice(1)))
            .map((card) => ({ ...card, link: addressIn(language, card.link) })),
        };
        return [language.key, home];
      }),
    ),
};

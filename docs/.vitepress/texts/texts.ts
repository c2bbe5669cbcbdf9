import type { DefaultTheme } from 'vitepress';

/** A card on the home page. */
export interface Card {
  readonly link: string;
  readonly title: string;
  readonly text: string;
}

/** What the site says besides its pages, in one language. Links are those of the English pages. */
export interface Texts {
  readonly description: string;
  readonly nav: Readonly<Record<'start' | 'concepts' | 'reference' | 'demos', string>>;
  /** The titles of the sidebar's sections. */
  readonly sections: Readonly<Record<'start' | 'guides' | 'background' | 'packages', string>>;
  readonly home: {
    readonly tagline: string;
    /** The title of the live demo. */
    readonly demo: string;
    readonly actions: readonly (readonly [link: string, text: string])[];
    readonly cards: readonly Card[];
  };
  /** The table of packages on the page Install: a package, its version, its size and what it needs. */
  readonly versions: {
    readonly introduction: string;
    readonly columns: readonly [string, string, string, string];
  };
  readonly liveDemo: Readonly<Record<'start' | 'alone', string>>;
  readonly footer: string;
  readonly copyCode: string;
  /** The name of the link to a heading. */
  readonly permalink: (heading: string) => string;
  /** Words of VitePress' theme, where they are not English. */
  readonly theme: Omit<DefaultTheme.Config, 'nav' | 'sidebar' | 'search'>;
  readonly search: NonNullable<DefaultTheme.LocalSearchOptions['translations']>;
}

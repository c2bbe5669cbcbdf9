import { fillText, type LanguageCode, matchLanguage } from '@odori/runtime/internal/catalog';
import { type LabelCatalog, type LabelName, LABELS, type PlayerLabels } from './labels.js';
import { type Problem, tellInEnglish, type TellProblem } from './problems.js';

/** The catalogs of the languages, which are loaded when they are chosen; sentences with the first problem. */
const CATALOGS = {
  ja: {
    labels: () => import('./catalogs/labels-ja.js'),
    problems: () => import('./catalogs/problems-ja.js'),
  },
  'zh-CN': {
    labels: () => import('./catalogs/labels-zh-CN.js'),
    problems: () => import('./catalogs/problems-zh-CN.js'),
  },
  'zh-TW': {
    labels: () => import('./catalogs/labels-zh-TW.js'),
    problems: () => import('./catalogs/problems-zh-TW.js'),
  },
  ko: {
    labels: () => import('./catalogs/labels-ko.js'),
    problems: () => import('./catalogs/problems-ko.js'),
  },
} as const;

type Words = Pick<LabelCatalog, 'labels'> & Partial<LabelCatalog>;

const ENGLISH: Words = { labels: LABELS };

/**
 * The language of an element: what `lang` says of it or around it, also across shadow roots; then what the
 * viewer prefers; English where Odori speaks none of them. Dispatches `change` when there are other words.
 */
export class Language extends EventTarget {
  readonly #element: Element;
  readonly #observer = new MutationObserver(() => this.#choose());
  #own: PlayerLabels = {};
  #chosen: LanguageCode | undefined;
  #code: LanguageCode = 'en';
  /** Undefined while the first catalog is loaded: then there are no words, and not those of English. */
  #words: Words | undefined = ENGLISH;
  /** Undefined until the sentences of the language are loaded. */
  #tell: TellProblem | undefined = tellInEnglish;

  constructor(element: Element) {
    super();
    this.#element = element;
  }

  /** The language of the words that there are now. */
  get code(): LanguageCode {
    return this.#code;
  }

  /** What media-chrome shall call what it has; without it, it speaks English. */
  get media(): Readonly<Record<string, string>> {
    return { ...this.#words?.media, ...(this.#words?.media && this.#words.labels), ...this.#own };
  }

  get own(): PlayerLabels {
    return this.#own;
  }

  /** Words of the page, which come before those of the catalog. */
  set own(labels: PlayerLabels) {
    this.#own = labels;
    this.#changed();
  }

  /** The element is in the page: follows its language. */
  open(): void {
    this.#observer.disconnect();
    const options = { subtree: true, attributeFilter: ['lang'] };
    for (const root of rootsOf(this.#element)) this.#observer.observe(root, options);
    this.#choose();
  }

  close(): void {
    this.#observer.disconnect();
  }

  /** A label; `''` while the first catalog is loaded. */
  say(name: LabelName, values: Readonly<Record<string, string>> = {}): string {
    const text = this.#own[name] ?? this.#words?.labels[name] ?? '';
    return fillText(text, values, this.#code);
  }

  /** A label with the key that does the same. */
  sayWithKey(name: LabelName, key: string): string {
    return `${this.say(name)} (${key})`;
  }

  /** A problem as a sentence; `''` while the sentences of the language are loaded. */
  tell(problem: Problem): string {
    if (!this.#tell) void this.#loadProblems();
    return this.#tell?.(problem) ?? '';
  }

  #choose(): void {
    const code = languageOf(this.#element);
    if (code === this.#chosen) return;
    const isFirst = this.#chosen === undefined;
    this.#chosen = code;
    if (code === 'en') this.#take(code, ENGLISH, tellInEnglish);
    else void this.#load(code, isFirst);
  }

  async #load(code: keyof typeof CATALOGS, isFirst: boolean): Promise<void> {
    if (isFirst) {
      this.#words = this.#tell = undefined;
      this.#changed();
    }
    try {
      const { default: words } = await CATALOGS[code].labels();
      if (this.#chosen === code) this.#take(code, words, undefined);
    } catch {
      if (this.#chosen === code) this.#take('en', ENGLISH, tellInEnglish); // better than no words
    }
  }

  async #loadProblems(): Promise<void> {
    const code = this.#code;
    if (code === 'en') return; // the labels are not loaded yet: they come first
    const tell = await CATALOGS[code].problems().then(
      (loaded) => loaded.default,
      () => tellInEnglish,
    );
    if (this.#code !== code || this.#tell) return;
    this.#tell = tell;
    this.#changed();
  }

  #take(code: LanguageCode, words: Words, tell: TellProblem | undefined): void {
    this.#code = code;
    this.#words = words;
    this.#tell = tell;
    this.#changed();
  }

  #changed(): void {
    this.dispatchEvent(new Event('change'));
  }
}

/** The document or the outermost tree of an element, and the shadow roots around it. */
function rootsOf(element: Element): Node[] {
  const roots: Node[] = [];
  for (let root = element.getRootNode(); ; root = root.host.getRootNode()) {
    roots.push(root);
    if (!(root instanceof ShadowRoot)) return roots;
  }
}

function languageOf(element: Element): LanguageCode {
  const lang = langAround(element);
  return matchLanguage([lang, ...navigator.languages]) ?? 'en';
}

/** What `lang` says of an element; `''` if nothing says it. */
function langAround(element: Element): string {
  const named = element.closest('[lang]');
  if (named) return named.getAttribute('lang')!;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? langAround(root.host) : '';
}

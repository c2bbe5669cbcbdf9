import { say } from '../language/texts.js';
import { element } from '../dom.js';

/** The tab that the user chose last, on any of the pages. */
const CHOICE = 'odori-code-tab';
const STATUS_MILLISECONDS = 2500;

for (const section of document.querySelectorAll<HTMLElement>('.copy-and-go')) {
  const snippets = [...section.querySelectorAll<HTMLElement>('.snippet')];
  for (const snippet of snippets) addCopyButton(snippet);
  if (snippets.length > 1) makeTabs(snippets);
}

/** Makes tabs of pieces of code, as the pattern of WAI-ARIA says: arrow keys, Home and End choose a tab. */
function makeTabs(panels: readonly HTMLElement[]): void {
  const list = element('div', { role: 'tablist', 'aria-labelledby': 'code-title' });
  const tabs = panels.map((panel) => {
    const heading = panel.querySelector('h3')!;
    const { id } = panel;
    const attributes = { type: 'button', role: 'tab', id: `${id}-tab`, 'aria-controls': id };
    const tab = element('button', attributes, heading.textContent);
    heading.remove(); // the tab says the same
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    return tab;
  });
  const choose = (chosen: number): void => {
    tabs.forEach((tab, i) => {
      tab.setAttribute('aria-selected', String(i === chosen));
      tab.tabIndex = i === chosen ? 0 : -1;
      panels[i].hidden = i !== chosen;
    });
  };
  const chooseAs = (chosen: number): void => {
    choose(chosen);
    tabs[chosen].focus();
    remember(panels[chosen].dataset['kind']!);
  };
  tabs.forEach((tab, i) => {
    tab.addEventListener('click', () => chooseAs(i));
    tab.addEventListener('keydown', (event) => {
      const next = { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: -1 }[event.key];
      if (next === undefined) return;
      event.preventDefault();
      event.stopPropagation(); // the page has a use for arrow keys too
      chooseAs((next + tabs.length) % tabs.length);
    });
  });
  list.append(...tabs);
  panels[0].before(list);
  const remembered = panels.findIndex(({ dataset }) => dataset['kind'] === rememberedKind());
  choose(Math.max(0, remembered));
}

function addCopyButton(snippet: HTMLElement): void {
  const code = snippet.querySelector('pre')!;
  const button = element('button', { type: 'button', class: 'copy' }, say('Copy'));
  const status = element('span', { role: 'status' });
  let clearing: ReturnType<typeof setTimeout> | undefined;
  button.addEventListener('click', () => {
    void copy(code).then((text) => {
      status.textContent = text;
      clearTimeout(clearing);
      clearing = setTimeout(() => (status.textContent = ''), STATUS_MILLISECONDS);
    });
  });
  snippet.querySelector('.install')!.append(status, button);
}

/** Copies code, or selects it where the browser does not allow that. Resolves to what happened. */
async function copy(code: HTMLElement): Promise<string> {
  try {
    await navigator.clipboard.writeText(`${code.textContent}\n`);
    return say('Copied');
  } catch {
    getSelection()?.selectAllChildren(code);
    return say('Selected: copy it with Ctrl or ⌘ and C');
  }
}

/** Storage throws where the user does not allow it. */
function rememberedKind(): string | null {
  try {
    return localStorage.getItem(CHOICE);
  } catch {
    return null;
  }
}

function remember(kind: string): void {
  try {
    localStorage.setItem(CHOICE, kind);
  } catch {
    // the choice then holds for this page
  }
}

import { element } from '../../shared/dom.js';
import { said, say } from '../../shared/language/texts.js';
import { countText } from '../../shared/number-text.js';

/** A column of a table. The cells of the first column are row headers. */
interface TableColumn<Row> {
  head: string;
  cell: (row: Row) => Node | string;
  /** `strip` is a picture, which narrow windows do not show. */
  kind: 'name' | 'number' | 'text' | 'strip';
}

interface TableContent<Row> {
  /** What the rows are, such as `Bones`: a key of the catalog, as the heads are. */
  title: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  /** The text that the filter searches. Without it, the table has no row count and no filter. */
  searchText?: (row: Row) => string;
}

/** More rows are not shown: an untrusted file can have a hundred thousand names, too many for a browser. */
const MAX_ROWS = 200;

/** Shorter tables have no filter. */
const FILTER_ABOVE = 20;

/** A scrollable table with a title, and with a filter if it is long. */
export function dataTable<Row>({ title, columns, rows, searchText }: TableContent<Row>): HTMLElement {
  const body = element('tbody');
  const show = (shown: readonly Row[]) => body.replaceChildren(...bodyRows(shown, columns));
  show(rows);
  const heads = columns.map(({ head, kind }) => element('th', { scope: 'col', class: kind }, say(head)));
  const table = element('table', {}, element('thead', {}, element('tr', {}, ...heads)), body);
  const region = { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': say(title) };
  const scroller = element('div', region, table);
  const heading = element('h4', {}, say(title));
  const block = element('section', { class: 'block' }, heading, scroller);
  if (!searchText) return block;
  heading.append(' ', element('span', { class: 'count' }, countText(rows.length)));
  if (rows.length > FILTER_ABOVE) heading.after(tableFilter({ title, rows, searchText, show }));
  return block;
}

function bodyRows<Row>(rows: readonly Row[], columns: readonly TableColumn<Row>[]): HTMLElement[] {
  const shown = rows.slice(0, MAX_ROWS).map((row) => bodyRow(row, columns));
  if (rows.length <= MAX_ROWS) return shown;
  const more = say('and {count} more', { count: rows.length - MAX_ROWS });
  return [
    ...shown,
    element('tr', {}, element('td', { class: 'more', colspan: String(columns.length) }, more)),
  ];
}

function bodyRow<Row>(row: Row, columns: readonly TableColumn<Row>[]): HTMLElement {
  const cells = columns.map(({ cell, kind }, i) =>
    i === 0
      ? element('th', { scope: 'row', class: kind }, cell(row))
      : element('td', { class: kind }, cell(row)),
  );
  return element('tr', {}, ...cells);
}

interface TableFilter<Row> {
  title: string;
  rows: readonly Row[];
  searchText: (row: Row) => string;
  show: (rows: readonly Row[]) => void;
}

/** A search box that shows only the rows that contain the typed text, ignoring case and character width. */
function tableFilter<Row>({ title, rows, searchText, show }: TableFilter<Row>): HTMLElement {
  const box = element('input', { type: 'search', autocomplete: 'off', spellcheck: 'false' });
  const found = element('span', { class: 'quiet', role: 'status' });
  let texts: string[] | undefined; // created on first use, because there may be a hundred thousand
  box.addEventListener('input', () => {
    texts ??= rows.map((row) => normalized(searchText(row)));
    const query = normalized(box.value);
    const matches = rows.filter((_, i) => texts![i].includes(query));
    show(matches);
    const values = { count: matches.length, all: rows.length };
    found.textContent = query === '' ? '' : say('{count} of {all}', values);
  });
  return element(
    'p',
    { class: 'filter' },
    element('label', {}, say('Filter {what}', { what: said(() => lowerCase(say(title))) }), ' ', box),
    found,
  );
}

/** `Bones` → `bones`; `IK switches` stays. */
function lowerCase(title: string): string {
  return title.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
}

/** Removes differences in case and width: models spell ＩＫ and IK, ﾈｸﾀｲ and ネクタイ. */
function normalized(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim();
}

/** A fact about a file: its name, a key of the catalog; its value and an explanation. */
export interface Fact {
  term: string;
  value: Node | string;
  detail?: Node | string;
}

export function factList(facts: readonly Fact[]): HTMLElement {
  const entries = facts.map(({ term, value, detail }) => {
    const entry = element('div', {}, element('dt', {}, say(term)), element('dd', {}, value));
    if (detail !== undefined) entry.append(element('dd', { class: 'detail' }, detail));
    return entry;
  });
  return element('dl', { class: 'facts' }, ...entries);
}

import { element } from '../../shared/dom.js';
import { countText } from '../../shared/number-text.js';

/** How a row becomes cells; the first column is the head of its row. */
export interface TableColumn<Row> {
  head: string;
  cell: (row: Row) => Node | string;
  /** `strip` is a picture, left out where space is scarce. */
  kind: 'name' | 'number' | 'text' | 'strip';
}

export interface TableContent<Row> {
  /** What its rows are, in the plural: `Bones`. */
  title: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  /** What a filter looks through; without it the rows are neither counted nor filtered. */
  searchText?: (row: Row) => string;
}

/** A hostile file can have a hundred thousand names, and a browser no patience for as many rows. */
const MOST_ROWS = 200;

/** Fewer are found by eye. */
const FILTER_ABOVE = 20;

/** A titled table that scrolls inside itself, with a filter if it is long. */
export function dataTable<Row>({ title, columns, rows, searchText }: TableContent<Row>): HTMLElement {
  const body = element('tbody');
  const show = (shown: readonly Row[]) => body.replaceChildren(...bodyRows(shown, columns));
  show(rows);
  const heads = columns.map(({ head, kind }) => element('th', { scope: 'col', class: kind }, head));
  const table = element('table', {}, element('thead', {}, element('tr', {}, ...heads)), body);
  const region = { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': title };
  const scroller = element('div', region, table);
  const heading = element('h4', {}, title);
  const block = element('section', { class: 'block' }, heading, scroller);
  if (!searchText) return block;
  heading.append(' ', element('span', { class: 'count' }, countText(rows.length)));
  if (rows.length > FILTER_ABOVE) heading.after(tableFilter({ title, rows, searchText, show }));
  return block;
}

function bodyRows<Row>(rows: readonly Row[], columns: readonly TableColumn<Row>[]): HTMLElement[] {
  const shown = rows.slice(0, MOST_ROWS).map((row) => bodyRow(row, columns));
  if (rows.length <= MOST_ROWS) return shown;
  const more = `and ${countText(rows.length - MOST_ROWS)} more`;
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

export interface TableFilter<Row> {
  title: string;
  rows: readonly Row[];
  searchText: (row: Row) => string;
  show: (rows: readonly Row[]) => void;
}

/** A box that leaves only the rows whose text contains what is typed, in any width and case. */
export function tableFilter<Row>({ title, rows, searchText, show }: TableFilter<Row>): HTMLElement {
  const box = element('input', { type: 'search', autocomplete: 'off', spellcheck: 'false' });
  const found = element('span', { class: 'quiet', role: 'status' });
  let texts: string[] | undefined; // made when first needed: there may be a hundred thousand
  box.addEventListener('input', () => {
    texts ??= rows.map((row) => plain(searchText(row)));
    const wanted = plain(box.value);
    const left = rows.filter((_, i) => texts![i].includes(wanted));
    show(left);
    found.textContent = wanted === '' ? '' : `${countText(left.length)} of ${countText(rows.length)}`;
  });
  return element(
    'p',
    { class: 'filter' },
    element('label', {}, `Filter ${title.toLowerCase()} `, box),
    found,
  );
}

/** Models spell ＩＫ and IK, ﾈｸﾀｲ and ネクタイ; people type what they can. */
function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim();
}

/** One thing that is known: what it is called, what it is, and how that comes about. */
export interface Fact {
  term: string;
  value: Node | string;
  detail?: Node | string;
}

export function factList(facts: readonly Fact[]): HTMLElement {
  const entries = facts.map(({ term, value, detail }) => {
    const entry = element('div', {}, element('dt', {}, term), element('dd', {}, value));
    if (detail !== undefined) entry.append(element('dd', { class: 'detail' }, detail));
    return entry;
  });
  return element('dl', { class: 'facts' }, ...entries);
}

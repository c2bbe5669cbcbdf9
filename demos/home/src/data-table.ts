import { element } from './element.js';
import { countText } from './number-text.js';
import { tableFilter } from './table-filter.js';

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

import { element } from './element.js';
import { countText } from './number-text.js';

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

import { dataTable } from './data-table.js';
import { englishName } from './english-name.js';
import { nameLabel } from './name-label.js';
import { countText } from './number-text.js';
import type { IkChange, IkSummary } from './summarize-ik.js';

const MOST_CHANGES = 6;

/** The IK bones that a motion switches, and when. */
export function ikTable(ik: readonly IkSummary[]): HTMLElement {
  return dataTable<IkSummary>({
    title: 'IK switches',
    rows: ik,
    columns: [
      { head: 'IK bone', kind: 'name', cell: ({ name }) => nameLabel(name, englishName('bone', name)) },
      { head: 'Keys', kind: 'number', cell: ({ keys }) => countText(keys) },
      { head: 'From frame', kind: 'text', cell: ({ changes }) => changesText(changes) },
    ],
    searchText: ({ name }) => `${name} ${englishName('bone', name) ?? ''}`,
  });
}

function changesText(changes: readonly IkChange[]): string {
  const said = changes
    .slice(0, MOST_CHANGES)
    .map(({ frame, enabled }) => `${countText(frame)} ${enabled ? 'on' : 'off'}`);
  if (changes.length > MOST_CHANGES) said.push(`and ${countText(changes.length - MOST_CHANGES)} more`);
  return said.join(', ');
}

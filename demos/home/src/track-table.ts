import { dataTable } from './data-table.js';
import { englishName, type NameKind } from './english-name.js';
import { keyStrip } from './key-strip.js';
import { nameLabel } from './name-label.js';
import { countText } from './number-text.js';
import type { TrackSummary } from './summarize-tracks.js';

/** The bones or morphs of a motion and how many keys each has. */
export function trackTable(kind: NameKind, tracks: readonly TrackSummary[]): HTMLElement {
  return dataTable<TrackSummary>({
    title: kind === 'bone' ? 'Bones' : 'Morphs',
    rows: tracks,
    columns: [
      { head: 'Name', kind: 'name', cell: ({ name }) => nameLabel(name, englishName(kind, name)) },
      { head: 'Keys', kind: 'number', cell: ({ keys }) => countText(keys) },
      { head: 'First', kind: 'number', cell: ({ first }) => countText(first) },
      { head: 'Last', kind: 'number', cell: ({ last }) => countText(last) },
      { head: 'Over time', kind: 'strip', cell: ({ density }) => keyStrip(density) },
    ],
    searchText: ({ name }) => `${name} ${englishName(kind, name) ?? ''}`,
  });
}

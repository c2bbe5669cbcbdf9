import { dataTable } from './data-table.js';
import { countText } from './number-text.js';
import type { SectionName, SectionSummary } from './summarize-vmd.js';

const TITLES: Readonly<Record<SectionName, string>> = {
  bone: 'Bone',
  morph: 'Morph',
  camera: 'Camera',
  light: 'Light',
  'self shadow': 'Self-shadow',
  property: 'Property',
};

/** The six sections of a motion; empty ones say so, for what is not there is news, too. */
export function sectionTable(sections: readonly SectionSummary[]): HTMLElement {
  return dataTable<SectionSummary>({
    title: 'Sections',
    rows: sections,
    columns: [
      { head: 'Section', kind: 'text', cell: ({ name }) => TITLES[name] },
      { head: 'Keys', kind: 'number', cell: ({ count }) => countText(count) },
      { head: 'First', kind: 'number', cell: ({ frames }) => frameText(frames?.first) },
      { head: 'Last', kind: 'number', cell: ({ frames }) => frameText(frames?.last) },
    ],
  });
}

function frameText(frame: number | undefined): string {
  return frame === undefined ? '–' : countText(frame);
}

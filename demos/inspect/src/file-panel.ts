import { element } from '../../shared/dom.js';
import { fileText, nameText } from '../../shared/file-text.js';
import { joined, say, sayAround } from '../../shared/language/texts.js';
import { amountText, sizeText } from '../../shared/number-text.js';
import { pageLink } from '../../shared/open/unused-files.js';
import { accessoryContent } from './accessory-content.js';
import type { Inspection } from './inspect-file.js';
import { modelContent } from './model-content.js';
import { foreignContent, refusedContent, unreadableContent } from './problem-content.js';
import { projectContent } from './project-content.js';
import { vmdContent } from './vmd-content.js';
import { vpdContent } from './vpd-content.js';

/** A file and what was found in it. */
export interface InspectedFile {
  name: string;
  size: number;
  inspection: Inspection;
}

let panelsMade = 0;

/** A panel with everything about one file. Its heading can be focused. */
export function filePanel({ name, size, inspection }: InspectedFile): HTMLElement {
  const id = `file-${++panelsMade}`;
  const heading = element('h3', { id, tabindex: '-1' }, fileText(name));
  const close = element(
    'button',
    { type: 'button', 'aria-label': say('Close: {name}', { name: nameText(name) }) },
    say('Close'),
  );
  const head = element('div', {}, heading, element('p', { class: 'quiet' }, kindText(inspection, size)));
  const panel = element(
    'article',
    { class: `panel ${inspection.kind}`, 'aria-labelledby': id },
    element('header', {}, head, close),
    ...content(inspection),
    ...pageHint(inspection),
  );
  close.addEventListener('click', () => closePanel(panel));
  return panel;
}

/** A short summary for the status line and for screen readers. */
export function inspectionText({ name, inspection }: InspectedFile): string {
  const file = nameText(name);
  switch (inspection.kind) {
    case 'vmd':
    case 'vpd':
    case 'model':
    case 'project':
    case 'accessory':
      return say('{file}: {format}, {warnings}.', {
        file,
        format: formatText(inspection),
        warnings: amountText(inspection.summary.warnings.length, 'warning'),
      });
    case 'foreign':
      return inspection.format
        ? say('{file}: this is {what}.', { file, what: say(inspection.format.description) })
        : say('{file}: the format of this file is unknown.', { file });
    case 'refused':
      return say('{file}: the file is broken.', { file });
    default:
      return say('{file}: the browser could not read this file.', { file });
  }
}

function content(inspection: Inspection): readonly HTMLElement[] {
  switch (inspection.kind) {
    case 'vmd':
      return vmdContent(inspection.summary);
    case 'vpd':
      return vpdContent(inspection.summary);
    case 'model':
      return modelContent(inspection.summary);
    case 'project':
      return projectContent(inspection.summary);
    case 'accessory':
      return accessoryContent(inspection.summary);
    case 'foreign':
      return foreignContent(inspection.format);
    case 'refused':
      return refusedContent(inspection.error);
    default:
      return unreadableContent(inspection.reason);
  }
}

/** The pages that show such a file in motion. */
const PAGES: Readonly<Partial<Record<Inspection['kind'], readonly string[]>>> = {
  vmd: ['dance', 'sample'],
  vpd: ['pose', 'dance'],
  model: ['dance', 'bones'],
  project: ['project'],
  accessory: ['project'],
};

/** Links to the pages that show the file in motion. */
function pageHint(inspection: Inspection): HTMLElement[] {
  const isSong = inspection.kind === 'foreign' && inspection.format?.kind === 'sound';
  const pages = isSong ? ['dance'] : (PAGES[inspection.kind] ?? []);
  if (pages.length === 0) return [];
  const links = pages.flatMap((page, i) => [i === 0 ? '' : say(' or '), pageLink(page)]);
  const text = isSong
    ? 'To hear it with a dance, open it on the page {pages}.'
    : inspection.kind === 'accessory'
      ? 'To see it with its project, open it on the page {pages}.'
      : 'To see it in motion, open it on the page {pages}.';
  return [sayAround(element('p', { class: 'quiet hint' }), text, { pages: links })];
}

function kindText(inspection: Inspection, size: number): string {
  const bytes = size < 1000 ? '' : joined(['(', amountText(size, 'byte'), ')'], '');
  return joined([formatText(inspection), ' · ', sizeText(size), bytes]);
}

function formatText(inspection: Inspection): string {
  switch (inspection.kind) {
    case 'vmd':
      return say('{format} motion, version {version}', {
        format: inspection.format,
        version: inspection.version,
      });
    case 'vpd':
      return say('VPD pose');
    case 'model':
      return say('{format} model, version {version}', {
        format: inspection.summary.format,
        version: inspection.summary.version,
      });
    case 'project':
      return say('PMM project, version {version}', { version: inspection.summary.version });
    case 'accessory':
      return say('Accessory ({format})', { format: inspection.summary.format.toUpperCase() });
    case 'foreign':
      return say('Not a file of MMD');
    case 'refused':
      return say('Broken file');
    default:
      return say('Unreadable file');
  }
}

/**
 * Closes a panel. The focus goes to the next panel, or to the file input, so that keyboard users can
 * continue.
 */
function closePanel(panel: HTMLElement): void {
  const next = panel.nextElementSibling ?? panel.previousElementSibling;
  panel.remove();
  (next?.querySelector<HTMLElement>('h3') ?? document.querySelector<HTMLElement>('#files'))?.focus();
}

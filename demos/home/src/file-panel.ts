import { element } from '../../shared/dom.js';
import { fileText, visibleText } from '../../shared/file-text.js';
import { amountText, sizeText } from '../../shared/number-text.js';
import type { Inspection } from './inspect-file.js';
import { modelContent } from './model-content.js';
import { refusedContent, unreadableContent, unsupportedContent } from './problem-content.js';
import { vmdContent } from './vmd-content.js';
import { vpdContent } from './vpd-content.js';

/** A file that was looked into. */
export interface InspectedFile {
  name: string;
  size: number;
  inspection: Inspection;
}

let panelsMade = 0;

/** All about one file; its heading can take the focus. */
export function filePanel({ name, size, inspection }: InspectedFile): HTMLElement {
  const id = `file-${++panelsMade}`;
  const heading = element('h3', { id, tabindex: '-1' }, fileText(name));
  const close = element('button', { type: 'button', 'aria-label': `Close ${visibleText(name)}` }, 'Close');
  const head = element('div', {}, heading, element('p', { class: 'quiet' }, kindText(inspection, size)));
  const panel = element(
    'article',
    { class: `panel ${inspection.kind}`, 'aria-labelledby': id },
    element('header', {}, head, close),
    ...content(inspection),
  );
  close.addEventListener('click', () => closePanel(panel));
  return panel;
}

/** What a screen reader is to say of it. */
export function inspectionText({ name, inspection }: InspectedFile): string {
  const shown = visibleText(name);
  switch (inspection.kind) {
    case 'vmd':
    case 'vpd':
    case 'model':
      return `${shown}: ${formatText(inspection)}, ${amountText(inspection.summary.warnings.length, 'warning')}.`;
    case 'unsupported':
      return `${shown}: Odori does not read this format yet.`;
    case 'refused':
      return `${shown}: not a file that Odori can read.`;
    default:
      return `${shown}: could not be read.`;
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
    case 'unsupported':
      return unsupportedContent(inspection.format);
    case 'refused':
      return refusedContent(inspection.error);
    default:
      return unreadableContent(inspection.reason);
  }
}

function kindText(inspection: Inspection, size: number): string {
  const sizes = size < 1000 ? sizeText(size) : `${sizeText(size)} (${amountText(size, 'byte')})`;
  return `${formatText(inspection)} · ${sizes}`;
}

function formatText(inspection: Inspection): string {
  switch (inspection.kind) {
    case 'vmd':
      return `VMD motion, version ${inspection.summary.version}`;
    case 'vpd':
      return 'VPD pose';
    case 'model':
      return `${inspection.summary.format} model, version ${inspection.summary.version}`;
    case 'unsupported':
      return inspection.format.toUpperCase();
    case 'refused':
      return 'Not readable as a motion, a pose or a model';
    default:
      return 'Not readable';
  }
}

/** Whoever closes a panel by keyboard goes on with the next one, or with choosing files. */
function closePanel(panel: HTMLElement): void {
  const next = panel.nextElementSibling ?? panel.previousElementSibling;
  panel.remove();
  (next?.querySelector<HTMLElement>('h3') ?? document.querySelector<HTMLElement>('#files'))?.focus();
}

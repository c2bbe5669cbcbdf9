import { element } from '../../shared/dom.js';
import { fileText, visibleText } from '../../shared/file-text.js';
import { amountText, sizeText } from '../../shared/number-text.js';
import type { Inspection } from './inspect-file.js';
import { modelContent } from './model-content.js';
import { refusedContent, unreadableContent, unsupportedContent } from './problem-content.js';
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

/** A short summary for the status line and for screen readers. */
export function inspectionText({ name, inspection }: InspectedFile): string {
  const shown = visibleText(name);
  switch (inspection.kind) {
    case 'vmd':
    case 'vpd':
    case 'model':
      return `${shown}: ${formatText(inspection)}, ${amountText(inspection.summary.warnings.length, 'warning')}.`;
    case 'unsupported':
      return `${shown}: this page cannot show this format yet.`;
    case 'refused':
      return `${shown}: not a valid motion, pose or model.`;
    default:
      return `${shown}: the browser could not read this file.`;
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
      return 'Not a valid motion, pose or model';
    default:
      return 'Unreadable file';
  }
}

/** Closes a panel. The focus goes to the next panel, or to the file input, so that keyboard users can continue. */
function closePanel(panel: HTMLElement): void {
  const next = panel.nextElementSibling ?? panel.previousElementSibling;
  panel.remove();
  (next?.querySelector<HTMLElement>('h3') ?? document.querySelector<HTMLElement>('#files'))?.focus();
}

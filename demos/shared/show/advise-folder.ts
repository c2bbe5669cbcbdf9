import { say } from '../language/texts.js';
import { filesByPath } from '@odori/model';
import { element } from '../dom.js';
import { nameText } from '../file-text.js';
import type { OpenedFiles } from '../open/opened-files.js';
import { givenFiles, ReadingNotice } from '../open/reading-notice.js';
import { hasImages } from '../open/status-lines.js';
import type { PlayerShow } from './player-show.js';

/**
 * Tells a user who has opened a model without its textures to open its folder, in the middle of the picture
 * (`place`), and takes that. Everything else stays as it is: motion, camera, song and time. Another model
 * ends the advice.
 */
export function adviseFolder(place: HTMLElement, show: PlayerShow, opened: OpenedFiles | undefined): void {
  if (opened && !opened.model) return;
  place.querySelector('dialog.folder-advice')?.remove();
  if (!opened?.model || hasImages(opened.model.files) || !lacksTextures(opened.model)) return;
  const advice = createAdvice(opened.model.model.name, (files) => {
    const notice = new ReadingNotice(place, givenFiles(files));
    void notice.until(show.completeModel(() => notice.files(() => filesByPath(files)), notice));
  });
  place.append(advice);
  advice.show();
}

function lacksTextures({ model }: NonNullable<OpenedFiles['model']>): boolean {
  return model.report.notes.some(({ path }) => path !== '');
}

function createAdvice(name: string, open: (files: readonly File[]) => void): HTMLDialogElement {
  const input = element('input', { type: 'file', id: 'advised-folder', multiple: '' });
  const takesFolders = 'webkitdirectory' in HTMLInputElement.prototype;
  if (takesFolders) input.setAttribute('webkitdirectory', '');
  else input.setAttribute('accept', '.zip'); // phones choose no folders
  const close = element('button', { type: 'button' }, say('Go on without'));
  const dialog = element(
    'dialog',
    { class: 'folder-advice', 'aria-labelledby': 'folder-advice-title' },
    element(
      'h2',
      { id: 'folder-advice-title' },
      say('{name} has come without its textures', { name: nameText(name) }),
    ),
    element('p', {}, say('They lie beside the model. Drop the whole folder of the model, or its zip.')),
    element(
      'div',
      { class: 'buttons' },
      input,
      element(
        'label',
        { class: 'button', for: 'advised-folder' },
        say(takesFolders ? 'Open the folder' : 'Open the zip'),
      ),
      close,
    ),
  );
  close.addEventListener('click', () => dialog.remove());
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    if (files.length > 0) open(files);
  });
  return dialog;
}

import { say } from '../language/texts.js';
import { element } from '../dom.js';
import { fileText, nameOption, nameText } from '../file-text.js';
import type { MotionOption } from '../show/motion-options.js';

/** A dancer in the question. */
interface AskedDancer {
  readonly name: string;
  /** The address of a small picture; empty: none. */
  readonly picture: string;
  readonly dance: MotionOption | undefined;
}

/**
 * Asks in a dialog who dances what. Resolves to the dance of each dancer; undefined: the user has closed the
 * dialog, and all stays as it is.
 */
export function askDances(
  dancers: readonly AskedDancer[],
  dances: readonly MotionOption[],
): Promise<(MotionOption | undefined)[] | undefined> {
  const lists = dancers.map(({ name, dance }) => danceList(name, dances, dance));
  const items = dancers.map(({ name, picture }, i) => {
    const image = element('img', { alt: '', ...(picture !== '' && { src: picture }) });
    return element('li', {}, element('label', {}, image, fileText(name), lists[i]));
  });
  const dialog = element(
    'dialog',
    { class: 'dances', 'aria-labelledby': 'dances-title' },
    element(
      'form',
      { method: 'dialog' },
      element('h2', { id: 'dances-title' }, say('Who dances what?')),
      element('ul', {}, ...items),
      element(
        'div',
        { class: 'buttons' },
        element('button', { class: 'button', value: 'show' }, say('Show')),
      ),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(
        dialog.returnValue === 'show' ? lists.map((list) => dances[list.selectedIndex - 1]) : undefined,
      );
    });
    // the keys of the page behind it
    dialog.addEventListener('keydown', (event) => event.stopPropagation());
  });
}

/** The first entry: no dance. */
function danceList(
  dancer: string,
  dances: readonly MotionOption[],
  dance: MotionOption | undefined,
): HTMLSelectElement {
  const label = say('Dance of {name}', { name: nameText(dancer) });
  const list = element(
    'select',
    { 'aria-label': label },
    element('option', {}, say('stands still')),
    ...dances.map(({ name }) => nameOption(name)),
  );
  list.selectedIndex = dance ? dances.indexOf(dance) + 1 : 0;
  return list;
}

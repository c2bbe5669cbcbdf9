import { element } from '../../../shared/dom.js';
import { nameText } from '../../../shared/file-text.js';
import { listOf, say, type TextPart } from '../../../shared/language/texts.js';
import type { ShownPart } from './shown-parts.js';

/** More names would fill a phone. */
const MAX_NAMES = 3;

/** Offers to keep what is shown, and says what that means. */
export function keepOffer(parts: readonly ShownPart[], isBusy: boolean, keep: () => void): HTMLElement[] {
  const button = element('button', { type: 'button', class: 'button' }, say('Keep on the shelf'));
  button.disabled = isBusy;
  button.addEventListener('click', keep);
  const names = namesText(parts);
  const meaning = isBusy
    ? say('Keeping {names}…', { names })
    : say(
        'Keeps {names} in this browser, after a reload too, until you remove it. Nothing is sent anywhere.',
        {
          names,
        },
      );
  return [button, element('p', { class: 'quiet' }, meaning)];
}

/** `Night, Alice and 2 more`. */
export function namesText(named: readonly { readonly name: string }[]): TextPart {
  const names = named.map(({ name }) => nameText(name));
  const rest = names.length - MAX_NAMES;
  if (rest <= 0) return listOf(names);
  const shown = names.slice(0, MAX_NAMES);
  return say('{name} and {count} more', { name: () => shown.map((name) => name()).join(', '), count: rest });
}

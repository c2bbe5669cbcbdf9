const MOST_CHARACTERS = 120;

/** Where the pictures of the control characters begin in Unicode: ␀ for NUL. */
const CONTROL_PICTURES = 0x2400;

/**
 * Text from a file, fit to be shown: cut where a name could not sensibly go on, control characters as pictures, and
 * invisible ones that turn the writing direction as �, so that no name can pass for another.
 */
export function visibleText(text: string, mostCharacters = MOST_CHARACTERS): string {
  const cut = text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
  return cut.replace(/\p{Cc}/gu, controlPicture).replace(/\p{Cf}/gu, '\ufffd');
}

function controlPicture(control: string): string {
  const code = control.charCodeAt(0);
  return code < 0x20 ? String.fromCodePoint(CONTROL_PICTURES + code) : '\ufffd';
}

import { MmdFormatError } from '@odori/format';

/** Why the list of files at the end of a zip cannot be read, in a sentence that helps. O(1). */
export function notAZip(bytes: Uint8Array): MmdFormatError {
  const head = String.fromCharCode(...bytes.subarray(0, 8));
  if (head.startsWith('PK')) {
    const message = 'the list of files at the end of the zip is missing or broken: download it again';
    return new MmdFormatError(message, { code: 'truncated', section: 'zip' });
  }
  const other = OTHERS.find(([start]) => start.test(head))?.[1];
  const message = other
    ? `this is not a zip but ${other}: unpack it, and use the folder`
    : 'this is not a zip: the signature PK\\5\\6 is nowhere near its end';
  return new MmdFormatError(message, { code: 'bad-signature', section: 'zip' });
}

/** What else models are packed with. */
const OTHERS: readonly [start: RegExp, name: string][] = [
  [/^Rar!/, 'a RAR archive'],
  [/^7z\xbc\xaf/, 'a 7z archive'],
  [/^..-l[hz].-/s, 'an LZH archive'],
];

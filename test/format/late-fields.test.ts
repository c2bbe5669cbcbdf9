import { expect, test, vi } from 'vitest';
import { withLateFields } from '#src/format/late-fields.js';

interface Late {
  source: string;
  warnings: string[];
}

function read(): Late {
  return { source: 'zero-padded', warnings: ['odd'] };
}

function documentOf(readLate: () => Late): { count: number } & Late {
  return withLateFields({ count: 1 }, ['source', 'warnings'], readLate);
}

test('late fields are read once, when one of them is first asked for', () => {
  const readLate = vi.fn<() => Late>(read);
  const document = documentOf(readLate);
  expect(document.count).toBe(1);
  expect(readLate).not.toHaveBeenCalled();
  const { warnings } = document;
  expect(document.warnings).toBe(warnings);
  expect(document.source).toBe('zero-padded');
  expect(readLate).toHaveBeenCalledTimes(1);
});

test('a copy has them as plain data', () => {
  const document = documentOf(read);
  const plain = { count: 1, ...read() };
  expect(structuredClone(document)).toEqual(plain);
  expect({ ...document }).toEqual(plain);
  expect(Object.keys(document)).toEqual(['count', 'source', 'warnings']);
});

test('they can be replaced and deleted before they are read', () => {
  const readLate = vi.fn<() => Late>(read);
  const document: Partial<Late> = documentOf(readLate);
  document.source = 'new';
  delete document.warnings;
  expect(document).toEqual({ count: 1, source: 'new' });
  expect(readLate).not.toHaveBeenCalled();
});

import { expect, test, vi } from 'vitest';
import { type Findings, withFindings } from '#src/format/vmd/findings.js';
import { newSource } from '#src/format/vmd/source.js';

function findings(): Findings {
  return { source: newSource(2), warnings: [] };
}

test('source and warnings are found out once, when one of them is first read', () => {
  const find = vi.fn<() => Findings>(findings);
  const document = withFindings({ count: 1 }, find);
  expect(document.count).toBe(1);
  expect(find).not.toHaveBeenCalled();
  const { warnings } = document;
  expect(document.warnings).toBe(warnings);
  expect(document.source).toEqual(newSource(2));
  expect(document.source).toBe(document.source);
  expect(find).toHaveBeenCalledTimes(1);
});

test('a copy has them as plain data', () => {
  const document = withFindings({ count: 1 }, findings);
  const plain = { count: 1, source: newSource(2), warnings: [] };
  expect(structuredClone(document)).toEqual(plain);
  expect({ ...document }).toEqual(plain);
  expect(Object.keys(document)).toEqual(['count', 'source', 'warnings']);
});

test('they can be replaced and deleted before they are found out', () => {
  const find = vi.fn<() => Findings>(findings);
  const document: Partial<Findings> = withFindings({}, find);
  const source = newSource(1);
  document.source = source;
  delete document.warnings;
  expect(document).toEqual({ source });
  expect(find).not.toHaveBeenCalled();
});

import { detectFormat, MmdFormatError } from '@odori/format';
import { parseVac, serializeVac, type Vac } from '@odori/format/x';
import { encodeCp932 } from '@odori/format/internal';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkBytes } from '#test/support/spoiled-bytes.js';
import { thrownBy } from '#test/support/thrown-by.js';

const NEGI = 'ネギ\r\nnegi.x\r\n1.5\r\n0.1,-0.2,0\r\n1.57,0,0.785\r\n右手首\r\n1\r\n';

function parse(text: string): Vac {
  return parseVac(encodeCp932(text).bytes);
}

test('the seven lines of a file', () => {
  const { source: _, ...vac } = parseVac(encodeCp932(NEGI).bytes, { strict: true });
  expect(vac).toEqual({
    format: 'vac',
    name: 'ネギ',
    file: 'negi.x',
    scale: 1.5,
    position: [0.1, -0.2, 0],
    rotation: [1.57, 0, 0.785],
    bone: '右手首',
    castsShadow: true,
    warnings: [],
  });
});

describe('variants', () => {
  test.each([
    ['\n', 'LF'],
    ['\r', 'CR'],
  ])('%j as line ends', (end) => {
    expect(parse(NEGI.replaceAll('\r\n', end)).bone).toBe('右手首');
  });

  test('the bone and the shadow may be missing', () => {
    expect(parse('a\nb.x\n1\n0,0,0\n0,0,0')).toMatchObject({ bone: '', castsShadow: undefined });
    expect(parse('a\nb.x\n1\n0,0,0\n0,0,0\n\n0\n')).toMatchObject({ bone: '', castsShadow: false });
  });

  test('UTF-8', () => {
    expect(parseVac(new TextEncoder().encode(NEGI)).name).toBe('ネギ');
  });
});

test('comments are skipped: whole lines, and what follows a blank', () => {
  const lines = [
    '// made by hand',
    'ネギ // leek',
    '\t// its file',
    'negi.x',
    '1.5 //m',
    '0,1,2',
    '10,20,30',
    '// bone',
    '右手首',
    '//',
    '1',
  ];
  const text = lines.join('\r\n');
  const vac = parse(text);
  expect(vac).toMatchObject({
    name: 'ネギ',
    file: 'negi.x',
    scale: 1.5,
    position: [0, 1, 2],
    bone: '右手首',
  });
  expect(vac.castsShadow).toBe(true);
  expect(detectFormat(encodeCp932(text).bytes)).toBe('vac');
  expect(serializeVac(vac)).toEqual(encodeCp932(text).bytes);
  expect(parseVac(serializeVac({ ...vac, name: '//a //b', bone: 'a//b' }))).toMatchObject({
    name: '/a /b',
    bone: 'a//b',
  });
  expect(thrownBy(() => parse('//\na\nb.x\n//\n1\n0,0\n'))).toMatchObject({
    code: 'bad-syntax',
    line: 6,
    offset: 14,
  });
});

describe('a broken file is refused with its line:', () => {
  test.each([
    ['no .x file', 'a\nb.pmx\n1\n', 'bad-signature', 2],
    ['no scale', 'a\nb.x\nbig\n', 'bad-signature', 2],
    ['an odd scale', 'a\nb.x\n1 2\n0,0,0\n0,0,0', 'bad-syntax', 3],
    ['two coordinates', 'a\nb.x\n1\n0,0\n0,0,0', 'bad-syntax', 4],
    ['no rotation', 'a\nb.x\n1\n0,0,0\n', 'bad-syntax', 5],
    ['an infinite rotation', 'a\nb.x\n1\n0,0,0\n1e999,0,0', 'bad-syntax', 5],
  ])('%s', (_, text, code, line) => {
    const error = thrownBy(() => parse(text));
    expect(error).toBeInstanceOf(MmdFormatError);
    expect(error).toMatchObject({ code, line, column: 1 });
  });

  test('the offset is that of the line', () => {
    expect(thrownBy(() => parse('ア\r\nb.x\r\n1\r\n0,0\r\n'))).toMatchObject({ offset: 4 + 5 + 3 });
  });
});

describe('writing', () => {
  test('an unchanged document gives the same bytes', () => {
    for (const text of [NEGI, 'a \nb.x\n1.0000\n0,0, 0\n0,0,0,\n\n\nmore\n']) {
      const { bytes } = encodeCp932(text);
      expect(serializeVac(parseVac(bytes))).toEqual(bytes);
    }
  });

  test('a changed document is written line by line', () => {
    const text = new TextDecoder('shift_jis').decode(
      serializeVac({ ...parse(NEGI), scale: 2, name: 'a\nb' }),
    );
    expect(text).toBe('a b\r\nnegi.x\r\n2\r\n0.1,-0.2,0\r\n1.57,0,0.785\r\n右手首\r\n1\r\n');
  });
});

test('any text gives a document or an MmdFormatError', () => {
  const piece = fc.constantFrom('a', '.x', '\n', '\r\n', '1', ',', '0,0,0', '-', 'ネギ', ' ');
  checkBytes(
    fc.array(piece, { maxLength: 20 }).map((pieces) => encodeCp932(`a\nb.x\n1${pieces.join('')}`).bytes),
    (bytes) => {
      try {
        expect(Buffer.compare(serializeVac(parseVac(bytes)), bytes)).toBe(0);
      } catch (error) {
        expect(error).toBeInstanceOf(MmdFormatError);
      }
    },
  );
});

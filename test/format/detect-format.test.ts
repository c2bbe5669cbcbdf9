import { createVmd, createVpd, detectFormat, serializeVmd, serializeVpd } from '@odori/format';
import { describeFormat, encodeCp932 } from '@odori/format/internal';
import { describe, expect, test } from 'vitest';
import { corpusFiles, hasCorpus, readCorpus } from '#test/support/corpus.js';

test('the first bytes decide the format', () => {
  expect(detectFormat(serializeVmd(createVmd()))).toBe('vmd');
  expect(detectFormat(serializeVpd(createVpd()))).toBe('vpd');
  expect(detectFormat(serializeVpd(createVpd(), { encoding: 'utf-16be' }))).toBe('vpd');
  expect(detectFormat(Buffer.from('made with love\nVocaloid Pose Data file\n'))).toBe('vpd');
  expect(detectFormat(Buffer.from('Pmd\0\0\x80?'))).toBe('pmd');
  expect(detectFormat(Buffer.from('Polygon Movie maker 0002\0'))).toBe('pmm');
  expect(detectFormat(Buffer.from('PMX \0\0\0@'))).toBe('pmx');
  expect(detectFormat(Buffer.from('BVMD\x03'))).toBe('bvmd');
  expect(detectFormat(Buffer.from('xof 0302txt 0032'))).toBe('x');
});

test('a VAC, which has no signature, is known by the .x file in its second line and the number in its third', () => {
  expect(detectFormat(encodeCp932('ネギ\r\nnegi.x\r\n1.0\r\n').bytes)).toBe('vac');
  expect(detectFormat(Buffer.from('negi\nnegi.X \n -.5'))).toBe('vac');
  expect(detectFormat(Buffer.from('negi.x\n1.0\n'))).toBeUndefined();
  expect(detectFormat(Buffer.from('A readme of\nnegi.x\nby me'))).toBeUndefined();
});

test('bytes of no known format give undefined', () => {
  expect(detectFormat(new Uint8Array(0))).toBeUndefined();
  expect(detectFormat(Buffer.from('<!doctype html>'))).toBeUndefined();
  expect(detectFormat(new Uint8Array(100).fill(0xff))).toBeUndefined();
});

describe.skipIf(!hasCorpus).each(['vmd', 'vpd', 'pmm', 'bvmd'])('every %s of the corpus', (format) => {
  test.each(corpusFiles(format))('%s', (file) => {
    expect(detectFormat(readCorpus(`${format}/${file}`))).toBe(format);
  });
});

test('a format is described as what its files are', () => {
  expect(describeFormat('pmx')).toBe('a model (PMX)');
  expect(describeFormat('vpd')).toBe('a pose (VPD)');
  expect(describeFormat('pmm')).toBe('a project (PMM)');
  expect(describeFormat('bvmd')).toBe('a motion (BVMD)');
  expect(describeFormat('x')).toBe('an accessory (X)');
});

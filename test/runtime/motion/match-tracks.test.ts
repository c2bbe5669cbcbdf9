import { createVmd, createVpd, fromJson, parseVmd, serializeVmd, toJson, vmdToBvmd } from '@odori/format';
import { decodeName, encodeName, encodeNameIn } from '@odori/format/internal';
import { matchTracks, Motion, type NameRule, toVmd } from '@odori/runtime/motion';
import { describe, expect, test } from 'vitest';
import { matchSwitches } from '#src/runtime/motion/match-tracks.js';

type Name = string | readonly number[];

/** A motion whose bones are named by text, or by the bytes of a field: each is at its own index. */
function motionOf(...names: readonly Name[]): Motion {
  const bones = names.map((name, x) => ({
    name: typeof name === 'string' ? name : fieldOf(name),
    frame: 0,
    position: [x, 0, 0] as [number, number, number],
  }));
  return Motion.from(parseVmd(serializeVmd(createVmd({ bones }))));
}

/** A name with any bytes: the text of those that are CP932. */
function fieldOf(bytes: readonly number[]): { text: string; bytes: Uint8Array } {
  const field = Uint8Array.from(bytes);
  const [name] = parseVmd(fileWith(field)).bones.names;
  return { text: name.text, bytes: field };
}

/** A motion with one keyframe, of a bone whose field has these bytes. */
function fileWith(field: Uint8Array): Uint8Array {
  const file = serializeVmd(createVmd({ bones: [{ name: 'x', frame: 0 }] }));
  file.fill(0, 54, 69).set(field, 54); // behind signature, model name and count
  return file;
}

/** Which of the names moves each bone, by index. */
function moved(motion: Motion, bones: readonly string[], names: NameRule = 'help'): (number | undefined)[] {
  return matchTracks(motion.bones, bones, { names }).tracks.map((track) => track?.positions[0]);
}

const cut = (name: string): number[] => [...encodeName(name).bytes.subarray(0, 15)];

describe('the bytes of a field and the whole name', () => {
  test('meet in both rules', () => {
    const bones = ['左', 'Case', 'ABCDEFGHIJKLMNO'];
    for (const rule of ['mmd', 'help'] as const) {
      expect(moved(motionOf('左', 'case', 'ABCDEFGHIJKLMNO'), bones, rule)).toEqual([0, undefined, 2]);
    }
  });

  test('meet if the field holds other bytes behind its NUL', () => {
    expect(moved(motionOf([0x8d, 0xb6, 0, 0xfd, 0xfd]), ['左頭', '左'])).toEqual([undefined, 0]);
  });

  test('do not meet if Windows has another code for the same character', () => {
    expect(moved(motionOf([0xee, 0xe0]), ['髙'])).toEqual([undefined]); // Windows has fb fc
  });

  test('meet without accents, as Windows writes them', () => {
    expect(moved(motionOf('e', 'Cafe', 'ヴ'), ['é', 'Café', 'ゔ'], 'mmd')).toEqual([0, 1, 2]);
    expect(moved(motionOf('é'), ['é'])).toEqual([0]); // written as e
  });

  test('move the first of bones with equal names, in MMD also of é and e', () => {
    expect(moved(motionOf('a', 'e'), ['a', 'a', 'é', 'e'])).toEqual([0, undefined, 1, undefined]);
  });
});

describe('truncated names', () => {
  test('are told apart by their last byte, which is half a character', () => {
    const sides = ['手ダミーボーン左', '手ダミーボーン右'];
    expect(moved(motionOf(...sides), sides)).toEqual([0, 1]);
    expect(moved(motionOf(...sides), [...sides, '手ダミーボーン'])).toEqual([0, 1, undefined]);
    expect(moved(motionOf(...sides), sides, 'mmd')).toEqual([undefined, undefined]);
  });

  test('never move the bone whose whole name they look like', () => {
    const name = 'zxcvbnmasdfghj頭'; // cut to zxcvbnmasdfghj and 93
    expect(moved(motionOf(name), ['zxcvbnmasdfghj'])).toEqual([undefined]);
    expect(moved(motionOf(name), ['zxcvbnmasdfghj', name])).toEqual([undefined, 0]);
    expect(moved(motionOf(name, 'zxcvbnmasdfghj'), ['zxcvbnmasdfghj', name])).toEqual([1, 0]);
  });

  test('move nothing if two bones begin with them, or if one has them as its whole name', () => {
    const numbers = ['LMNOPQRSTUVWXYZ12', 'LMNOPQRSTUVWXYZ34'];
    const match = matchTracks(motionOf(numbers[0]).bones, numbers);
    expect(match.tracks).toEqual([undefined, undefined]);
    expect(match.ambiguous).toEqual([{ name: 'LMNOPQRSTUVWXYZ', targets: numbers }]);
    expect(match.missing).toEqual(['LMNOPQRSTUVWXYZ']);
    expect(moved(motionOf(numbers[0]), [numbers[0], 'LMNOPQRSTUVWXYZ'])).toEqual([undefined, 0]);
  });

  test('move the first of two bones with the same long name', () => {
    const name = 'スカート上着制服裾';
    expect(moved(motionOf(name), [name, name])).toEqual([0, undefined]);
  });

  test('of fewer than 15 bytes are whole', () => {
    expect(moved(motionOf('ABCDEFGHIJKLMN'), ['ABCDEFGHIJKLMNO'])).toEqual([undefined]);
  });

  test('with the half of an unknown character, as from a BVMD, move the only bone that has one there', () => {
    const bvmd = vmdToBvmd(parseVmd(fileWith(Uint8Array.from(cut('スカート上着制服裾')))));
    const { bones } = Motion.from(bvmd);
    expect(matchTracks(bones, ['スカート上着制', 'スカート上着制服裾']).missing).toEqual([]);
    expect(matchTracks(bones, ['スカート上着制x裾']).missing).toEqual(['スカート上着制']);
    expect(matchTracks(bones, ['スカート上着制服', 'スカート上着制帽']).ambiguous.length).toBe(1);
  });
});

describe('characters that CP932 lacks', () => {
  test('as Odori writes them find their bone', () => {
    const bones = ['左头发', '右头发', '한국', '头', '笑い😀'];
    expect(moved(motionOf(...bones), bones)).toEqual([0, 1, 2, 3, 4]);
    expect(matchTracks(motionOf('左头发').bones, bones).helped).toEqual([
      { name: '左??', target: '左头发', help: 'not-cp932' },
    ]);
    expect(moved(motionOf(...bones), bones, 'mmd')).toEqual(bones.map(() => undefined));
  });

  test('as MMD writes them find their bone, whole or up to the first lost character', () => {
    const bones = ['左头发', '右头发', '左頭'];
    expect(moved(motionOf([0, 0xb6, 0x3f, 0x3f], [0, 0x45, 0x3f, 0x3f]), bones)).toEqual([0, 1, undefined]);
    expect(moved(motionOf([0, 0xb6], [0, 0x45]), bones)).toEqual([0, 1, undefined]);
    expect(moved(motionOf([0]), ['头', '左'])).toEqual([0, undefined]);
  });

  test('find nothing if several bones fit, or if one is spelled with question marks', () => {
    const match = matchTracks(motionOf('左头').bones, ['左头', '左带']);
    expect(match.ambiguous).toEqual([{ name: '左?', targets: ['左头', '左带'] }]);
    expect(moved(motionOf('左头'), ['左头', '左?'])).toEqual([undefined, 0]);
    expect(moved(motionOf([0, 0xb6]), ['左头', '左带'])).toEqual([undefined, undefined]);
  });

  test('find their bone in truncated names too', () => {
    const bones = ['スカート头上着裾左', 'スカート头上着裾右', 'スカート上着'];
    expect(moved(motionOf(bones[0]), [bones[0], bones[2]])).toEqual([0, undefined]);
    expect(matchTracks(motionOf(bones[0]).bones, bones).ambiguous[0].targets).toEqual(bones.slice(0, 2));
  });

  test('with a similar one find their bone: 〜 and ～', () => {
    expect(moved(motionOf('〜波', '−'), ['〜波', '−'])).toEqual([0, 1]);
    expect(moved(motionOf('～波'), ['〜波', '～波'])).toEqual([undefined, 0]);
  });

  test('begin with a NUL in MMD: every such name moves the first such bone, and its keyframes are joined', () => {
    const fields = [[0, 0xb6], [0], [0, 0x7a, 0x7a]].map((bytes) => fieldOf(bytes));
    const bones = fields.map((name, frame) => ({ name, frame, position: [frame, 0, 0] as const }));
    const motion = Motion.from(
      createVmd({ bones: bones.map((key) => ({ ...key, position: [...key.position] })) }),
    );
    const { tracks } = matchTracks(motion.bones, ['左', '左头', '发'], { names: 'mmd' });
    expect(tracks.map((track) => track && [...track.frames])).toEqual([undefined, [0, 1, 2], undefined]);
    expect(Array.from(tracks[1]!.positions, Math.abs)).toEqual([0, 0, 0, 1, 0, 0, 2, 0, 0]);
  });
});

describe('whole names', () => {
  const longs = ['ABCDEFGHIJKLMNO', 'ABCDEFGHIJKLMNOP'];
  const doc = createVmd({ bones: [{ name: longs[0], frame: 0 }] });

  test('of BVMD, VPD and long ones of JSON only meet equal ones', () => {
    for (const source of [vmdToBvmd(doc), createVpd({ bones: [{ name: longs[0] }] })]) {
      const { bones } = Motion.from(source);
      expect(matchTracks(bones, [longs[1]]).missing).toEqual([longs[0]]);
      expect(matchTracks(bones, longs).missing).toEqual([]);
    }
    const long = createVmd({ bones: [{ name: longs[1], frame: 0 }] });
    const json = fromJson(JSON.parse(JSON.stringify(toJson(long))));
    const { bones } = Motion.from(json);
    expect(matchTracks(bones, [`${longs[1]}Q`]).missing).toEqual([longs[1]]);
    expect(matchTracks(bones, longs).tracks).toEqual([undefined, bones.get(longs[1])]);
  });

  test('with characters that CP932 lacks meet by their text', () => {
    const names = ['左头', '左带', 'é', '～'];
    const vmd = createVmd({ bones: names.map((name, frame) => ({ name, frame })) });
    const model = ['左带', '左头', '左?', 'e', 'é', '〜'];
    for (const source of [vmd, vmdToBvmd(vmd), fromJson(JSON.parse(JSON.stringify(toJson(vmd))))]) {
      const { bones } = Motion.from(source);
      const { tracks, helped } = matchTracks(bones, model);
      expect(tracks.map((track) => track?.name.text)).toEqual([
        '左带',
        '左头',
        undefined,
        undefined,
        'é',
        '～',
      ]);
      expect(helped).toEqual([{ name: '～', target: '〜', help: 'not-cp932' }]);
    }
  });
});

test('a list of names that a page changes is read anew', () => {
  const { bones } = motionOf('頭');
  const names = ['首'];
  expect(matchTracks(bones, names).missing).toEqual(['頭']);
  names[0] = '頭';
  expect(matchTracks(bones, names).missing).toEqual([]);
});

describe('several names of one bone', () => {
  test('are joined, and of keyframes at one frame the last counts', () => {
    const [left, right] = ['左头', '左头'].map((name, i) => ({
      name,
      frame: i,
      position: [i, 1, 0] as [number, number, number],
    }));
    const ours = Motion.from(parseVmd(serializeVmd(createVmd({ bones: [left, right] }))));
    const mmd = Motion.from(
      createVmd({ bones: [{ ...right, name: fieldOf([0, 0xb6, 0x3f]), position: [9, 9, 9] }] }),
    );
    const { tracks } = matchTracks(Motion.from(ours, mmd).bones, ['左头']);
    expect([...tracks[0]!.frames]).toEqual([0, 1]);
    expect(Array.from(tracks[0]!.positions, Math.abs)).toEqual([0, 1, 0, 9, 9, 9]);
    expect(tracks[0]!.hasTranslation).toBe(true);
  });
});

describe.each(['utf-8', 'gbk'] as const)('names in %s', (encoding) => {
  const fields = (names: readonly string[]): number[][] =>
    names.map((name) => [...encodeNameIn(name, encoding)!.subarray(0, 15)]);

  /** The text of truncated names matters little: bytes decide. */
  const motionIn = (...names: readonly string[]): Motion =>
    Motion.from(
      createVmd({
        bones: fields(names).map((bytes, x) => ({
          name: { text: textIn(bytes), bytes: Uint8Array.from(bytes), encoding },
          frame: 0,
          position: [x, 0, 0],
        })),
      }),
    );
  const textIn = (bytes: readonly number[]): string =>
    decodeName({ bytes: Uint8Array.from(bytes), encoding })!;

  test('find the bone of that name, which MMD does not', () => {
    const match = matchTracks(motionIn('頭', 'センター').bones, ['センター', '頭']);
    expect(match.tracks.map((track) => track?.name.text)).toEqual(['センター', '頭']);
    expect(match.helped).toEqual([
      { name: '頭', target: '頭', help: 'encoding' },
      { name: 'センター', target: 'センター', help: 'encoding' },
    ]);
    expect(moved(motionIn('頭'), ['頭'], 'mmd')).toEqual([undefined]);
  });

  test('that were truncated find the only bone that begins with their bytes', () => {
    const long = '右つま先ＩＫ先端の骨';
    expect(moved(motionIn(long), [long, '右足', '右つ'])).toEqual([0, undefined, undefined]);
    expect(matchTracks(motionIn(long).bones, [long, `${long}先`]).ambiguous.length).toBe(1);
    const sides = ['手ダミーボーン左', '手ダミーボーン右'];
    const expected = encoding === 'gbk' ? [0, 1] : [undefined, undefined]; // 24 bytes in UTF-8
    expect(moved(motionIn(...sides), sides)).toEqual(expected);
  });

  test('are written in CP932 again, so that MMD finds their bones', () => {
    const again = Motion.from(parseVmd(serializeVmd(toVmd(motionIn('頭', 'センター')))));
    expect(moved(again, ['センター', '頭'], 'mmd')).toEqual([1, 0]);
  });

  test('join those of other files, and have mirror images', () => {
    const both = Motion.from(motionIn('左腕'), createVmd({ bones: [{ name: '左腕', frame: 3 }] }));
    expect([...both.bones.get('左腕')!.frames]).toEqual([0, 3]);
    expect(moved(motionIn('左腕').mirror(), ['左腕', '右腕'])).toEqual([undefined, -0]);
  });
});

describe('IK names', () => {
  const names = [
    'IK_of_15_bytes_',
    'IK_of_16_bytes_x',
    'IK_of_19_bytes_abcd',
    'IK_of_20_bytes_abcde',
    'IK_of_21_bytes_abcdef',
  ];

  const switchesOf = (ik: readonly string[], rule: NameRule): readonly number[] => {
    const key = { frame: 0, ik: ik.map((name) => ({ name, enabled: false })) };
    const { property } = Motion.from(parseVmd(serializeVmd(createVmd({ properties: [key] }))));
    return matchSwitches(property!, names, { names: rule }).switches;
  };

  test('are whole names of at most 19 bytes in MMD', () => {
    expect(switchesOf(names, 'mmd')).toEqual([0, 1, 2, -1, -1]);
    expect(switchesOf(names, 'help')).toEqual([0, 1, 2, 3, 4]);
  });

  test('that were truncated to 15 bytes switch the only IK that begins with them', () => {
    const cuts = names.map((name) => name.slice(0, 15));
    expect(switchesOf(cuts, 'mmd')).toEqual([0, -1, -1, -1, -1]);
    expect(switchesOf(cuts, 'help')).toEqual([0, 1, 2, 3, 4]);
    const two = ['IK_of_16_bytes_x', 'IK_of_16_bytes_y'];
    const key = { frame: 0, ik: [{ name: 'IK_of_16_bytes_', enabled: false }] };
    const match = matchSwitches(Motion.from(createVmd({ properties: [key] })).property!, two);
    expect(match.switches).toEqual([-1, -1]);
    expect(match.ambiguous).toEqual([{ name: 'IK_of_16_bytes_', targets: two }]);
  });
});

/**
 * Degrees about x (forwards), y (to the left) and z (leaning to her left) in three.js space; or an axis and
 * an angle.
 */
export type Turn =
  readonly [x: number, y: number, z: number] | readonly [x: number, y: number, z: number, degrees: number];

/** One picture of a sheet. */
export interface Shot {
  label: string;
  view: View;
  turns?: Record<string, Turn>;
  /** In units, in three.js space. */
  moves?: Record<string, readonly [x: number, y: number, z: number]>;
  morphs?: Record<string, number>;
  /** Poses the legs by their own bones, without IK. */
  withoutIk?: boolean;
}

/** The camera: angles around and above her in degrees, its target and the height of the picture in units. */
export interface View {
  around: number;
  above?: number;
  at: readonly [x: number, y: number, z: number];
  height: number;
}

export interface Sheet {
  name: string;
  columns: number;
  cell: readonly [width: number, height: number];
  shots: readonly Shot[];
}

const WHOLE = { at: [0, 10, 0], height: 22 } as const;
const FACE = { at: [0, 17.4, 0.4], height: 4.6 } as const;

/** A point at her left temple. */
const LANTERN: View = { at: [1.2, 17.6, 0], height: 4, around: 0 };

const whole = (around: number, above = 3): View => ({ ...WHOLE, around, above });
const face = (around: number, above = 0): View => ({ ...FACE, around, above });

const MORPHS = [
  'まばたき', '笑い', 'ウィンク', 'ウィンク右', 'びっくり', 'じと目', 'あ', 'い', 'う', 'え', 'お', 'にやり',
  '怒り', '困る', '上', '下', '照れ', '光', 'にっこり', 'しょんぼり',
]; // prettier-ignore

const ENGLISH = [
  'blink', 'smile', 'wink', 'wink right', 'surprised', 'unimpressed', 'a', 'i', 'u', 'e', 'o', 'grin', 'angry',
  'troubled', 'brows up', 'brows down', 'blush', 'glow', 'beaming', 'downcast',
]; // prettier-ignore

/** The axes across and along the left and the right arm. */
const bend = (degrees: number, side = 1): Turn => [-0.6, -0.8 * side, 0, degrees];
const twist = (degrees: number, side = 1): Turn => [0.8 * side, -0.6, 0, degrees];

export const SHEETS: readonly Sheet[] = [
  {
    name: 'whole',
    columns: 4,
    cell: [400, 720],
    shots: [
      ['front', 0],
      ['three quarters', 40],
      ['side', 90],
      ['back', 180],
    ].map(([label, around]) => ({ label: String(label), view: whole(Number(around)) })),
  },
  {
    name: 'face',
    columns: 3,
    cell: [480, 480],
    shots: [
      { label: 'front', view: face(0) },
      { label: 'three quarters', view: face(38) },
      { label: 'side', view: face(90) },
      { label: 'below', view: face(20, -28) },
      { label: 'above', view: face(-25, 28) },
      { label: 'eyes turned', view: face(-20), turns: { 両目: [4, 12, 0] } },
    ],
  },
  {
    name: 'morphs',
    columns: 5,
    cell: [340, 340],
    shots: MORPHS.map((name, i) => ({
      label: ENGLISH[i],
      view: ENGLISH[i] === 'glow' ? LANTERN : { at: [0, 17.1, 0.5], height: 2.7, around: [0, 30][i % 2] },
      morphs: { [name]: 1 },
    })),
  },
  {
    name: 'thumbnail',
    columns: 6,
    cell: [120, 120],
    shots: [0, 45, 90, 135, 180, 270].map((around) => ({ label: '', view: whole(around) })),
  },
  {
    name: 'arms',
    columns: 4,
    cell: [420, 420],
    shots: [
      { label: 'elbow 130', turns: { 左ひじ: bend(130), 右ひじ: bend(130, -1) }, at: [0, 14, 0], around: 20 },
      { label: 'elbow 90', turns: { 左ひじ: bend(90), 右ひじ: bend(90, -1) }, at: [0, 14, 0], around: -30 },
      {
        label: 'arms up 170',
        turns: { 左腕: [0, 0, 120], 左肩: [0, 0, 12], 右腕: [0, 0, -120], 右肩: [0, 0, -12] },
        at: [0, 16.5, 0],
        around: 0,
      },
      {
        label: 'arms up, back',
        turns: { 左腕: [0, 0, 120], 左肩: [0, 0, 12], 右腕: [0, 0, -120], 右肩: [0, 0, -12] },
        at: [0, 16.5, 0],
        around: 160,
      },
      { label: 'arms down', turns: { 左腕: [0, 0, -45], 右腕: [0, 0, 45] }, at: [0, 13, 0], around: 0 },
      { label: 'arm forward', turns: { 左腕: [-50, -75, 0], 右腕: [0, 0, 40] }, at: [0, 14, 0], around: 40 },
      {
        label: 'twist 90',
        turns: { 左手捩: twist(90), 右腕捩: twist(90, -1), 左ひじ: bend(60), 右ひじ: bend(60, -1) },
        at: [0, 14, 0],
        around: 0,
      },
      { label: 'wrist', turns: { 左手首: [0, 0, -60], 右手首: [0, 0, -60] }, at: [0, 14, 0], around: 10 },
    ].map(({ label, turns, at, around }) => ({
      label,
      turns: turns as unknown as Shot['turns'] & object,
      view: { at: at as [number, number, number], around, above: 5, height: 10.5 },
    })),
  },
  {
    name: 'hands',
    columns: 3,
    cell: [460, 400],
    shots: [
      { label: 'back of the hand', view: { at: [6.1, 11.4, 0], height: 3, around: 0, above: 50 } },
      { label: 'palm', view: { at: [6.1, 11.4, 0], height: 3, around: -30, above: -50 } },
      { label: 'side', view: { at: [6.1, 11.4, 0], height: 3, around: 0 } },
      { label: 'fist', view: { at: [5.9, 11.3, 0], height: 3, around: 20, above: -10 }, turns: fist() },
      { label: 'fist, back', view: { at: [5.9, 11.3, 0], height: 3, around: 10, above: 50 }, turns: fist() },
      {
        label: 'pointing',
        view: { at: [6.1, 11.4, 0], height: 3, around: 40, above: 20 },
        turns: fist(['人指']),
      },
    ],
  },
  {
    name: 'legs',
    columns: 4,
    cell: [420, 520],
    shots: [
      {
        label: 'knees 120',
        turns: { 左足: [-60, 0, 0], 左ひざ: [120, 0, 0], 右ひざ: [90, 0, 0] },
        around: 50,
      },
      { label: 'leg up 90', turns: { 左足: [-90, 0, 0] }, around: 30 },
      { label: 'leg up 90, side', turns: { 左足: [-90, 0, 0] }, around: 90 },
      {
        label: 'splits',
        turns: { 左足: [0, 0, 80], 右足: [0, 0, -80] },
        around: 0,
        moves: { センター: [0, -6, 0] },
      },
      { label: 'leg back', turns: { 左足: [40, 0, 0], 左ひざ: [60, 0, 0] }, around: 110 },
      { label: 'crouch', withIk: true, turns: {}, moves: { センター: [0, -5, 0] }, around: 40 },
      {
        label: 'tiptoe',
        withIk: true,
        turns: { 左足ＩＫ: [40, 0, 0], 右足ＩＫ: [40, 0, 0] },
        moves: { 左足ＩＫ: [0, 0.9, 0], 右足ＩＫ: [0, 0.9, 0], センター: [0, 0.6, 0] },
        around: 60,
      },
      {
        label: 'lunge',
        withIk: true,
        turns: {},
        moves: { センター: [0, -2.5, 0], 左足ＩＫ: [2.5, 0, 1], 右足ＩＫ: [-2, 0, -1] },
        around: 20,
      },
    ].map(({ label, turns, moves, around, withIk }) => ({
      label,
      turns: turns as unknown as Shot['turns'] & object,
      ...(moves && { moves: moves as unknown as Shot['moves'] & object }),
      withoutIk: !withIk,
      view: { at: [0, 6.5, 0], around, above: 4, height: 14 } as View,
    })),
  },
  {
    name: 'trunk',
    columns: 4,
    cell: [420, 520],
    shots: [
      { label: 'head turned 60', turns: { 首: [0, 20, 0], 頭: [0, 40, 0] }, around: 0 },
      { label: 'head down', turns: { 首: [15, 0, 0], 頭: [25, 0, 0] }, around: 60 },
      {
        // As they hang in the dance. At rest they would go with the head into shoulder and sleeve.
        label: 'head back, tails hung',
        turns: { 首: [-15, 0, 0], 頭: [-25, 0, 0], 左テール2: [40, 0, 0], 右テール2: [40, 0, 0] },
        around: 70,
      },
      { label: 'head tilted', turns: { 首: [0, 0, 10], 頭: [0, 0, 18] }, around: 0 },
      { label: 'bowed', turns: { 上半身: [30, 0, 0], 上半身2: [20, 0, 0] }, around: 70 },
      { label: 'bent back', turns: { 上半身: [-20, 0, 0], 上半身2: [-15, 0, 0] }, around: 60 },
      { label: 'turned', turns: { 上半身: [0, 30, 0], 上半身2: [0, 25, 0] }, around: 0 },
      { label: 'hips out', turns: { 下半身: [0, 0, 15], 上半身: [0, 0, -12] }, around: 0 },
    ].map(({ label, turns, around }) => ({
      label,
      turns: turns as unknown as Shot['turns'] & object,
      view: { at: [0, 14.5, 0], around, above: 4, height: 12 } as View,
    })),
  },
];

/** Fingers bent about their transverse axes. */
function fist(straight: readonly string[] = []): Record<string, [number, number, number]> {
  const turns: Record<string, [number, number, number]> = {};
  for (const finger of ['人指', '中指', '薬指', '小指']) {
    if (straight.includes(finger)) continue;
    for (const digit of ['１', '２', '３']) turns[`左${finger}${digit}`] = [0, 0, -80];
  }
  turns['左親指０'] = [20, 25, -10];
  turns['左親指１'] = [0, 40, -25];
  turns['左親指２'] = [0, 50, -20];
  return turns;
}

/** How morphs become expressions. @inline */
export interface ExpressionOptions {
  /**
   * The weight of whole faces such as `happy`, 0 to 1, for MMD's morphs of brows and moods. Not used by
   * default: such an expression may block the lips and the blinks of an avatar.
   */
  readonly emotions?: number; // 0
}

/** The morphs of a motion or a rig on the expressions of an avatar. */
export interface ExpressionBinding {
  /** The expressions that the morphs drive. */
  readonly names: readonly string[];
  /** Per name, 0 to 1: what the last `update` wrote. */
  readonly weights: Float64Array;
  /** The morphs for which the avatar has no expression, in their order. */
  readonly missing: readonly string[];
  /** Takes over the weights of all morphs. Allocates nothing. O(morphs). */
  update(morphWeights: ArrayLike<number>): void;
}

/**
 * Binds morphs to the expressions of an avatar, once: vowels, blinks, winks, and custom expressions of a
 * morph's own name.
 *
 * If several morphs drive one expression, the largest weight counts. Morphs of moods and brows (笑い (laugh) is
 * eyes only and becomes a blink) need the option `emotions`. O(morphs · expressions).
 *
 * @throws RangeError if `emotions` is not from 0 to 1.
 * @example
 * const lips = bindExpressions(rig.definition.morphNames, humanoid.expressions);
 * lips.update(rig.morphWeights);
 * const aa = lips.names.indexOf('aa');
 * lips.weights[aa]; // → the weight of あ
 */
export function bindExpressions(
  morphs: readonly string[],
  expressions: readonly string[],
  { emotions = 0 }: ExpressionOptions = {},
): ExpressionBinding {
  if (!(emotions >= 0 && emotions <= 1))
    throw new RangeError(`emotions must be from 0 to 1, not ${emotions}`);
  const inputs = new Map<string, number[]>();
  const missing: string[] = [];
  morphs.forEach((morph, index) => {
    const found = targetsOf(morph, expressions);
    for (const name of found) {
      if (isEmotion(morph, name) && emotions === 0) continue;
      inputs.set(name, [...(inputs.get(name) ?? []), index]);
    }
    if (found.length === 0 && !WITHOUT.has(morph)) missing.push(morph);
  });
  const names = [...inputs.keys()];
  const columns = names.map((name) => Int32Array.from(inputs.get(name)!));
  const factors = names.map((name) =>
    Float64Array.from(inputs.get(name)!, (index) => (isEmotion(morphs[index], name) ? emotions : 1)),
  );
  const weights = new Float64Array(names.length);
  return {
    names,
    weights,
    missing,
    update(morphWeights) {
      for (let i = 0; i < columns.length; i++) {
        let largest = 0;
        for (let k = 0; k < columns[i].length; k++) {
          const weight = Math.min(morphWeights[columns[i][k]], 1) * factors[i][k];
          if (weight > largest) largest = weight;
        }
        weights[i] = largest;
      }
    },
  };
}

/** The expressions that a morph drives. */
function targetsOf(morph: string, expressions: readonly string[]): readonly string[] {
  if (expressions.includes(morph)) return [morph];
  if (morph === LAUGH) {
    const joy = expressions.find((name) => /eye[_-]?joy$/i.test(name));
    if (joy !== undefined) return [joy];
  }
  const name = EXPRESSIONS[morph];
  if (name === undefined) return [];
  if (name === 'blink' && !expressions.includes(name))
    return ['blinkLeft', 'blinkRight'].filter((each) => expressions.includes(each));
  return expressions.includes(name) ? [name] : [];
}

/** Whether a morph becomes a whole face, instead of a custom expression of its own name. */
function isEmotion(morph: string, expression: string): boolean {
  return EMOTIONS.has(expression) && EXPRESSIONS[morph] === expression;
}

const LAUGH = '笑い';
/** Morphs that need no expression: they close the mouth, as an avatar's is without one. */
const WITHOUT: ReadonlySet<string> = /* @__PURE__ */ new Set(['ん', '口閉じ']);
const EMOTIONS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'happy',
  'angry',
  'sad',
  'relaxed',
  'surprised',
]);

/** The expression of VRM 1.0 for each of MMD's usual morphs. ウィンク (wink) is the character's left eye. */
const EXPRESSIONS: Readonly<Record<string, string | undefined>> = {
  あ: 'aa',
  い: 'ih',
  う: 'ou',
  え: 'ee',
  お: 'oh',
  まばたき: 'blink', // blink
  [LAUGH]: 'blink',
  ウィンク: 'blinkLeft',
  ウィンク２: 'blinkLeft',
  ウィンク右: 'blinkRight',
  ウィンク２右: 'blinkRight',
  ｳｨﾝｸ２右: 'blinkRight',
  びっくり: 'surprised', // startled
  驚き: 'surprised', // surprise
  驚: 'surprised',
  怒り: 'angry', // anger
  怒: 'angry',
  困る: 'sad', // troubled
  悲しい: 'sad', // sad
  哀: 'sad',
  にこり: 'relaxed', // smiling brows
  楽: 'relaxed', // at ease
  喜: 'happy', // joy
};

/** MMD's usual morphs that become expressions. */
export const EXPRESSION_MORPHS: readonly string[] = /* @__PURE__ */ Object.keys(EXPRESSIONS);

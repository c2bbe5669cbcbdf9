/** A morph of a face: how far it goes, 0 to 1, and its names; the first one that a model has is used. */
export type FaceShape = readonly [weight: number, ...morphs: string[]];

/**
 * A face, by what its morphs do, which says how they go together with other morphs. A face that a model has
 * none of is left out.
 */
export interface Face {
  /** They close the eyes, as まばたき (blink) does: all of them together at most 1. */
  readonly shut?: readonly FaceShape[];
  /** They shape open eyes: less, the more the eyes are closed. */
  readonly eyes?: readonly FaceShape[];
  /** All brows together are at most 1. */
  readonly brows?: readonly FaceShape[];
  /** They shape the mouth: less, the more a vowel does. */
  readonly mouth?: readonly FaceShape[];
  /** Nothing else moves what they move, or the model itself takes care: expressions of an avatar. */
  readonly other?: readonly FaceShape[];
}

/** Emotions by name: their faces, the best one first. A model shows the first one that it has a morph of. */
export type EmotionTable = Readonly<Record<string, readonly Face[]>>;

/**
 * The usual emotions: expressions of VRM 1.0 and 0.x where a model has them, else brows, eyes and mouth
 * by the usual morphs of MMD. Copy and extend it for models with other names.
 *
 * @example
 * const mood = emotion({ ...EMOTIONS, smug: [{ mouth: [[1, 'にやり']], brows: [[0.5, '真面目']] }] });
 */
export const EMOTIONS: Readonly<Record<EmotionName, readonly Face[]>> = {
  neutral: [],
  joy: [
    { other: [[1, 'happy', 'joy', 'Joy']] },
    {
      shut: [[1, '笑い', 'なごみ']],
      brows: [[0.7, 'にこり', '喜び']],
      mouth: [[0.6, 'にやり', 'にっこり', '口角上げ']],
    },
  ],
  anger: [
    { other: [[1, 'angry', 'Angry']] },
    {
      eyes: [[0.3, 'じと目']],
      brows: [[1, '怒り', '敵意', '真面目']],
      mouth: [[0.6, '∧', '口角下げ']],
    },
  ],
  sorrow: [
    { other: [[1, 'sad', 'sorrow', 'Sorrow']] },
    {
      eyes: [[0.35, 'じと目']],
      brows: [[1, '困る', '悲しむ']],
      mouth: [[0.4, '∧', '口角下げ']],
    },
  ],
  fun: [
    { other: [[1, 'relaxed', 'fun', 'Fun']] },
    {
      brows: [[0.8, 'にこり', '喜び']],
      mouth: [[0.9, 'にやり', 'にっこり', 'ω', '口角上げ']],
    },
  ],
  relaxed: [
    { other: [[1, 'relaxed', 'fun', 'Fun']] },
    {
      shut: [[0.9, 'なごみ', '笑い']],
      brows: [[0.3, 'にこり', '喜び']],
      mouth: [[0.4, 'にやり', 'にっこり', '口角上げ']],
    },
  ],
  surprise: [
    { other: [[1, 'surprised', 'Surprised']] },
    {
      eyes: [[1, 'びっくり']],
      brows: [[0.8, '上']],
      mouth: [[0.4, 'お']],
    },
  ],
};

/** The emotions of {@link EMOTIONS}. */
export type EmotionName = 'neutral' | 'joy' | 'anger' | 'sorrow' | 'fun' | 'relaxed' | 'surprise';

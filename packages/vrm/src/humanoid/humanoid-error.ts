/**
 * Why an avatar cannot dance. Stable: switch on it, never on `message`.
 *
 * - `no-humanoid`: the file has no VRM extension, and too few of its nodes have names that are known
 * - `missing-bones`: the hips or bones of the legs are missing
 * - `bad-node`: a node that the skeleton needs is damaged, or is its own ancestor
 * - `bad-skin`: the bind pose of the skeleton cannot be read
 * - `no-length`: the thighs or shins have no length, for example because a node is scaled to 0
 * - `bad-source`: the rig whose pose the avatar is to follow lacks bones of the trunk or the legs
 * - `no-animation`: no animation of the file moves its humanoid
 * - `too-large`: an animation lasts longer than a motion may
 */
export type HumanoidErrorCode =
  | 'no-humanoid'
  | 'missing-bones'
  | 'bad-node'
  | 'bad-skin'
  | 'no-length'
  | 'bad-source'
  | 'no-animation'
  | 'too-large';

/**
 * The exception for an avatar that cannot dance.
 *
 * @example
 * try {
 *   readHumanoid(bytes);
 * } catch (error) {
 *   if (error instanceof HumanoidError) error.code; // → 'missing-bones'
 * }
 */
export class HumanoidError extends Error {
  override readonly name = 'HumanoidError';
  declare readonly code: HumanoidErrorCode;
  /** Where in the JSON of the file, such as `nodes[3].scale`; of a rig, `bones`. */
  declare readonly section: string;

  /** The message gets the section appended. */
  constructor(message: string, code: HumanoidErrorCode, section: string) {
    super(`${message} (in ${section})`);
    this.code = code;
    this.section = section;
  }
}

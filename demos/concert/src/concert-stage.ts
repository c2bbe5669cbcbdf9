import type { Texture } from 'three';
import { Crowd } from '../../festival/src/crowd.js';
import { Fireworks } from '../../festival/src/fireworks.js';
import { Hills } from '../../festival/src/hills.js';
import { PartStage } from '../../festival/src/part-stage.js';
import { Sky } from '../../festival/src/sky.js';
import { Deck } from './deck.js';
import { Field } from './field.js';
import { Rig } from './rig.js';
import { DAY, NIGHT } from './theme.js';
import { createWallUniforms, setWallPicture, type WallUniforms } from './wall-color.js';

/** People stand before the deck and beside it, and most of them have a stick of light. */
const CROWD = { isThere: (_x: number, z: number) => z > -4, kinds: [0.61, 0.9] } as const;

/**
 * A concert in the open air around the dancer, for the property `stage` of an `<odori-player>`: a wall of
 * light behind her, towers with lamps, and a crowd, all of which beat with the song. By day or by night, and
 * at rest for users who prefer reduced motion, as the festival.
 *
 * @example
 * player.stage = new ConcertStage();
 */
export class ConcertStage extends PartStage {
  readonly #colors: WallUniforms;
  #picture: Texture | undefined;

  constructor() {
    const colors = createWallUniforms();
    super('concert', DAY, NIGHT, [
      new Sky(false), // the wall would hide most of the sun
      new Hills(),
      new Field(),
      new Fireworks(),
      new Rig(colors),
      new Crowd(CROWD),
      new Deck(colors),
    ]);
    this.#colors = colors;
  }

  /** Covers the wall; undefined: the wall shows a sun over waves. The stage disposes of it. */
  get picture(): Texture | undefined {
    return this.#picture;
  }

  set picture(picture: Texture | undefined) {
    this.#picture?.dispose();
    this.#picture = picture;
    setWallPicture(this.#colors, picture);
    this.markStale();
  }

  override dispose(): void {
    super.dispose();
    this.#picture?.dispose();
  }
}

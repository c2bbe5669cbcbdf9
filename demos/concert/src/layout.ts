/** Of the wall of light, in units of the rig, see {@link rigPlace}. */
export const WALL = { halfWidth: 22, bottom: 2.6, top: 27.35 };
/** Half the distance between the towers, and the height of the beam that they carry. */
export const TOWER = { x: 33, top: 31 };
/** The rectangle behind the round part of the deck is this wide to one side. */
const DECK_HALF_WIDTH = 36;
/** From the rim of the round part to the wall. */
const BEHIND = 13;
/** At the size of the rig for this radius of the deck, the wall fills the picture as its author wants it. */
const USUAL_RADIUS = 15;

/** What is behind the dancer, for a round part of the deck of this radius. In units. */
export interface RigPlace {
  readonly scale: number;
  /** Of the wall. */
  readonly z: number;
  /** Of the rectangle of the deck. */
  readonly halfWidth: number;
  readonly front: number;
  readonly back: number;
}

/**
 * A wider deck has its wall farther away, and larger.
 *
 * @example
 * rigPlace(15); // → { scale: 1, z: -28, halfWidth: 36, front: -8.25, back: -31 }
 */
export function rigPlace(radius: number): RigPlace {
  const scale = (radius + 2 * USUAL_RADIUS) / (3 * USUAL_RADIUS);
  const z = -radius - BEHIND * scale;
  return { scale, z, halfWidth: DECK_HALF_WIDTH * scale, front: -0.55 * radius, back: z - 3 * scale };
}

import type { StageView } from '@odori/element';
import { Group, type Object3D } from 'three';
import type { Part } from '../../festival/src/part.js';
import { LEAST_RADIUS } from '../../festival/src/platform-radius.js';
import { Beams } from './beams.js';
import { rigPlace } from './layout.js';
import type { ConcertTheme } from './theme.js';
import { Truss } from './truss.js';
import { Wall } from './wall.js';
import type { WallUniforms } from './wall-color.js';

/** A camera is nearer to the dancer than the rig if it is so far before the wall, in units of the rig. */
const BEFORE = 3;

/** Everything behind the dancer. From behind her it is not there: it would hide her. */
export class Rig implements Part {
  readonly root: Group = new Group();
  readonly #parts: readonly Part[];
  #front = 0;

  constructor(colors: WallUniforms) {
    this.#parts = [new Truss(), new Wall(colors), new Beams()];
    this.root.add(...this.#parts.map(({ root }): Object3D => root));
    this.widen(0);
  }

  set theme(theme: ConcertTheme) {
    for (const part of this.#parts) part.theme = theme;
  }

  widen(units: number): void {
    const { scale, z } = rigPlace(LEAST_RADIUS + units);
    this.root.scale.setScalar(scale);
    this.root.position.z = z;
    this.#front = z + BEFORE * scale;
  }

  update(view: StageView, beat: number): void {
    this.root.visible = view.camera.matrixWorld.elements[14] > this.#front;
    for (let i = 0; i < this.#parts.length; i++) this.#parts[i].update?.(view, beat);
  }
}

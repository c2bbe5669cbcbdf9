import {
  BufferGeometry,
  Group,
  InstancedMesh,
  Line,
  LineBasicMaterial,
  Matrix4,
  MeshBasicMaterial,
  SphereGeometry,
  Vector3,
} from 'three';
import type { Camera } from 'three';
import type { Theme } from './theme.js';

const STRINGS = 10;
const LANTERNS = 4;
const RADIUS = 27;
const HEIGHT = 25;
const SAG = 4.5;
/** The distance from the center to the middle of each string. */
const INNER_RADIUS = RADIUS * Math.cos(Math.PI / STRINGS);

/** Strings of paper lanterns in a wide circle. */
export class Lanterns {
  readonly root: Group = new Group();
  readonly #paper = new MeshBasicMaterial();
  readonly #cord = new LineBasicMaterial();
  readonly #outward: readonly Vector3[];
  readonly #eye = new Vector3();

  constructor() {
    const lantern = new SphereGeometry(0.95, 20, 14).scale(1, 1.06, 1);
    const matrix = new Matrix4();
    for (let s = 0; s < STRINGS; s++) {
      const globes = new InstancedMesh(lantern, this.#paper, LANTERNS);
      for (let l = 0; l < LANTERNS; l++) {
        const { x, y, z } = onString(s, (l + 0.5) / LANTERNS);
        globes.setMatrixAt(l, matrix.makeTranslation(x, y - 1.1, z));
      }
      const points = Array.from({ length: 25 }, (_, i) => onString(s, i / 24));
      const line = new Line(new BufferGeometry().setFromPoints(points), this.#cord);
      this.root.add(new Group().add(line, globes));
    }
    this.#outward = this.root.children.map((_, s) => onString(s, 0.5).setY(0).normalize());
  }

  set theme({ lantern, cord }: Theme) {
    this.#paper.color.copy(lantern);
    this.#cord.color.copy(cord);
  }

  /** Hides the strings between the dancer and a camera outside the circle. Allocates nothing. */
  update(camera: Camera): void {
    this.#eye.setFromMatrixPosition(camera.matrixWorld);
    for (let s = 0; s < STRINGS; s++) {
      this.root.children[s].visible = this.#outward[s].dot(this.#eye) < INNER_RADIUS;
    }
  }
}

function onString(string: number, fraction: number): Vector3 {
  const angle = ((string + fraction + 0.5) / STRINGS) * 2 * Math.PI;
  const sag = SAG * 4 * fraction * (1 - fraction);
  return new Vector3(Math.sin(angle) * RADIUS, HEIGHT - sag, Math.cos(angle) * RADIUS);
}

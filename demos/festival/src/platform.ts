import { CircleGeometry, CylinderGeometry, Group, Mesh, MeshBasicMaterial, RingGeometry } from 'three';
import type { Theme } from './theme.js';

/** The platform and the rings on it, in units. */
const RADIUS = 15;
const RINGS = [4.2, 8.4, 12.6];

/** The platform of the dancer, its top at y = 0. */
export class Platform {
  readonly root: Group = new Group();
  readonly #floor = new MeshBasicMaterial();
  readonly #rim = new MeshBasicMaterial();
  readonly #line = new MeshBasicMaterial();

  constructor() {
    const top = new Mesh(new CircleGeometry(RADIUS, 96), this.#floor);
    const side = new Mesh(new CylinderGeometry(RADIUS, RADIUS - 0.4, 0.7, 96, 1, true), this.#rim);
    side.position.y = -0.37;
    const rings = RINGS.map((radius) => new Mesh(new RingGeometry(radius, radius + 0.09, 96), this.#line));
    [top, ...rings].forEach((flat, layer, flats) => {
      flat.rotation.x = -Math.PI / 2;
      flat.position.y = -0.02 + 0.004 * layer;
      flat.renderOrder = layer - flats.length; // before the models, which may be translucent
    });
    this.root.add(top, side, ...rings);
  }

  set theme({ floor, rim, ring }: Theme) {
    this.#floor.color.copy(floor);
    this.#rim.color.copy(rim);
    this.#line.color.copy(ring);
  }
}

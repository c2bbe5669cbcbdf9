import type { SharedWorld } from '@odori/physics';
import { Mesh, MeshMatcapMaterial, SphereGeometry, Vector3 } from 'three';
import type { Viewport } from '../../shared/viewport.js';

const MOST = 6;
const RADIUS = 1.2;
/** Where the dancer is hit, and the way of a ball before, in units and seconds. */
const GOAL = /* @__PURE__ */ new Vector3(0, 14, 0);
const WAY = 15;
const SECONDS = 0.35;

interface Ball {
  readonly body: number;
  readonly mesh: Mesh;
}

/** Balls that fly at the dancer, from where the viewer looks. The oldest one goes when there are too many. */
export class Balls {
  readonly #viewport: Viewport;
  readonly #world: SharedWorld;
  readonly #geometry = new SphereGeometry(RADIUS, 32, 16);
  readonly #material = new MeshMatcapMaterial({ color: '#ff8844' });
  readonly #balls: Ball[] = [];
  readonly #place = [0, 0, 0];
  readonly #rotation = [0, 0, 0, 1];

  constructor(viewport: Viewport, world: SharedWorld) {
    this.#viewport = viewport;
    this.#world = world;
  }

  /** `gravity`: of the page, in units per second²; the ball flies in its curve. */
  throw(gravity: number): void {
    if (this.#balls.length === MOST) this.#remove(this.#balls.shift()!);
    const away = this.#viewport.camera.position.clone().sub(GOAL).setY(0).setLength(WAY);
    const position = away.clone().add(GOAL).toArray();
    const body = this.#world.addBody({
      shape: 'sphere',
      size: RADIUS,
      mass: 2,
      restitution: 0.5,
      damping: 0.4,
      position,
    });
    const { x, z } = away.divideScalar(-SECONDS);
    this.#world.push(position, [x, (gravity * SECONDS) / 2, z]);
    const mesh = new Mesh(this.#geometry, this.#material);
    this.#balls.push({ body, mesh });
    this.#viewport.scene.add(mesh);
    this.update();
  }

  /** Shows where they are. */
  update(): void {
    for (const { body, mesh } of this.#balls) {
      this.#world.readBody(body, this.#place, this.#rotation);
      mesh.position.fromArray(this.#place);
    }
  }

  #remove({ body, mesh }: Ball): void {
    this.#world.removeBody(body);
    mesh.removeFromParent();
  }
}

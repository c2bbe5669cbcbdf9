import { CircleGeometry, Color, GridHelper, Group, Mesh, MeshBasicMaterial, Object3D } from 'three';

/** What a dancer stands on: nothing, lines, a round floor. On the latter two falls a shadow. */
export type GroundKind = 'none' | 'grid' | 'floor';

const RADIUS = 24;
const CELL = 2;
/** Below the soles and the shadow at y = 0. */
const DEPTH = -0.02;

/** A ground of a kind, its top at y = 0; dispose of it by {@link disposeGround}. */
export function createGround(kind: GroundKind): Object3D {
  const ground = kind === 'grid' ? createGrid() : kind === 'floor' ? createFloor() : new Object3D();
  ground.position.y = DEPTH;
  ground.renderOrder = -1; // before a model, which may be seen through
  return ground;
}

export function disposeGround(ground: Object3D): void {
  ground.removeFromParent();
  ground.traverse((part) => {
    if (!(part instanceof Mesh || part instanceof GridHelper)) return;
    part.geometry.dispose();
    for (const material of [part.material].flat()) material.dispose();
  });
}

function createGrid(): GridHelper {
  const grid = new GridHelper(2 * RADIUS, (2 * RADIUS) / CELL, 0x8a93a5, 0xb9c0cc);
  grid.material.transparent = true;
  grid.material.opacity = 0.7;
  return grid;
}

/** A round floor, paler towards its rim. */
function createFloor(): Group {
  const floor = new Group();
  const rings = 3;
  for (let ring = 0; ring < rings; ring++) {
    const radius = RADIUS * (1 - ring / rings);
    const color = new Color(0xdfe3ea).lerp(new Color(0xf4f5f8), ring / rings);
    const disc = new Mesh(
      new CircleGeometry(radius, 96),
      new MeshBasicMaterial({ color, toneMapped: false }),
    );
    disc.rotation.x = -Math.PI / 2;
    disc.position.y = 0.004 * ring;
    disc.renderOrder = -rings + ring;
    floor.add(disc);
  }
  return floor;
}

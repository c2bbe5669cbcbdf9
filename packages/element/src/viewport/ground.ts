import { CircleGeometry, Color, GridHelper, Group, Mesh, MeshBasicMaterial, Object3D } from 'three';
import type { Stage, StageKind } from './stage.js';

const RADIUS = 24; // MMD units
const CELL = 2;
/** Height of the ground, below the soles and the shadow at y = 0. */
const HEIGHT = -0.02;

/** Creates a stage with a ground at y = 0. {@link disposeGround} frees its root. */
export function createGround(kind: StageKind): Stage {
  const root = kind === 'grid' ? createGrid() : kind === 'floor' ? createFloor() : new Object3D();
  root.position.y = HEIGHT;
  root.renderOrder = -1; // before the model, which may be transparent
  return { root, hasGroundShadow: kind !== 'none' };
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

/** A round floor of rings, lighter towards the center. */
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

import {
  CircleGeometry,
  Color,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Scene,
  SphereGeometry,
} from 'three';

/** Strings of lanterns on both sides, near and far, so that a lens has something to blur. */
const ROWS = [-62, -44, -30, -18, 12, 24] as const;
const COLORS = ['#f08a50', '#f0a868', '#f07a58'] as const;
const SKY = '#070d1c';

/** Adds a dark floor and lanterns that are brighter than white. */
export function addNight(scene: Scene): void {
  scene.background = new Color(SKY);
  const floor = new Mesh(new CircleGeometry(120, 64), new MeshBasicMaterial({ color: '#1d2433' }));
  floor.rotation.x = -Math.PI / 2;
  floor.position.y = -0.05;
  scene.add(floor, createLanterns());
}

function createLanterns(): InstancedMesh {
  const places = ROWS.flatMap((z) =>
    [-1, 1].flatMap((side) =>
      [0, 1, 2].map((i) => [side * (11 + 5 * i - 0.06 * z), 15 + 2.5 * i, z] as const),
    ),
  );
  // white would be cut off without effects; three does not tone map it
  const material = new MeshBasicMaterial({ toneMapped: false });
  const lanterns = new InstancedMesh(new SphereGeometry(0.9, 24, 16), material, places.length);
  const color = new Color();
  places.forEach(([x, y, z], i) => {
    lanterns.setMatrixAt(i, new Matrix4().makeScale(1, 1.15, 1).setPosition(x, y, z));
    lanterns.setColorAt(i, color.set(COLORS[i % COLORS.length]).multiplyScalar(2.6));
  });
  return lanterns;
}

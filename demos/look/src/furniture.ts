import {
  CapsuleGeometry,
  CylinderGeometry,
  DoubleSide,
  Group,
  LatheGeometry,
  MathUtils,
  Mesh,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  PlaneGeometry,
  type BufferGeometry,
  type Material,
  Vector2,
} from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';

/** A part of the room that throws and takes shadows, at a place in units. */
export function part(geometry: BufferGeometry, material: Material, x = 0, y = 0, z = 0): Mesh {
  const mesh = new Mesh(geometry, material);
  mesh.position.set(x, y, z);
  mesh.castShadow = mesh.receiveShadow = true;
  return mesh;
}

/** An armchair that faces +z, on wooden legs. */
export function createArmchair(): Group {
  const cloth = new MeshPhysicalMaterial({
    color: '#c08a3e',
    roughness: 0.95,
    sheen: 0.6,
    sheenRoughness: 0.5,
  });
  cloth.sheenColor.set('#f0cf90');
  const wood = new MeshStandardMaterial({ color: '#5f3f28', roughness: 0.5 });
  const chair = new Group();
  const cushion = (width: number, height: number, depth: number, x: number, y: number, z: number): Mesh =>
    part(new RoundedBoxGeometry(width, height, depth, 6, 0.7), cloth, x, y, z);
  const back = cushion(8, 7.5, 1.8, 0, 7.6, -3.6);
  back.rotation.x = -0.2;
  chair.add(back, cushion(7, 1.9, 7.4, 0, 3.7, 0), cushion(9, 1.6, 8, 0, 2.5, 0));
  for (const side of [-1, 1]) {
    chair.add(cushion(1.6, 4.6, 8, side * 4.3, 4.2, 0));
    for (const z of [-3.2, 3.2]) chair.add(part(new CylinderGeometry(0.32, 0.2, 2), wood, side * 3.8, 1, z));
  }
  return chair;
}

/** A pot with leaves that arch outwards. */
export function createPlant(): Group {
  const clay = new MeshStandardMaterial({ color: '#b0603f', roughness: 0.8 });
  const leaf = new MeshPhysicalMaterial({
    color: '#3f7a3c',
    roughness: 0.45,
    clearcoat: 0.3,
    side: DoubleSide,
  });
  const outline = [
    [0, 0],
    [1.9, 0],
    [2.6, 3.6],
    [2.9, 3.7],
    [2.9, 4.4],
    [2.4, 4.4],
    [2.3, 3.9],
    [0, 3.9],
  ];
  const pot = new LatheGeometry(
    outline.map(([x, y]) => new Vector2(x, y)),
    40,
  );
  const plant = new Group().add(part(pot, clay));
  for (let i = 0; i < 26; i++) {
    const size = 0.7 + 0.5 * MathUtils.seededRandom(i + 1);
    const one = part(createLeaf(9 * size, 1.5 * size, 0.25 + (0.85 * i) / 26), leaf, 0, 3.9, 0);
    one.rotation.y = i * 2.4; // about the golden angle, so that leaves do not hide each other
    plant.add(one);
  }
  return plant;
}

/** A pointed leaf that grows upwards from the origin and bends towards +z. */
function createLeaf(length: number, width: number, bend: number): BufferGeometry {
  const leaf = new PlaneGeometry(1, 1, 2, 12);
  const positions = leaf.getAttribute('position');
  for (let i = 0; i < positions.count; i++) {
    const along = positions.getY(i) + 0.5;
    const across = positions.getX(i) * width * Math.sin(Math.PI * (0.12 + 0.88 * along) ** 1.2);
    const angle = bend * (0.4 + 1.5 * along);
    const fold = 0.35 * Math.abs(across);
    positions.setXYZ(i, across, length * along * Math.cos(angle), length * along * Math.sin(angle) - fold);
  }
  leaf.computeVertexNormals();
  return leaf;
}

/** A lamp on a pole, whose shade glows as strongly as `shade` says. */
export function createLampStand(shade: MeshStandardMaterial): Group {
  const brass = new MeshStandardMaterial({ color: '#b08d57', roughness: 0.3, metalness: 1 });
  const cover = part(new CylinderGeometry(1.9, 3, 3.8, 48, 1, true), shade, 0, 19, 0);
  cover.castShadow = false;
  return new Group().add(
    part(new CylinderGeometry(1.9, 2.1, 0.4, 48), brass, 0, 0.2, 0),
    part(new CylinderGeometry(0.14, 0.14, 18), brass, 0, 9, 0),
    cover,
  );
}

/** A round table on three legs, with a cup. */
export function createSideTable(): Group {
  const wood = new MeshPhysicalMaterial({ color: '#6d482e', roughness: 0.4, clearcoat: 0.4 });
  const china = new MeshPhysicalMaterial({ color: '#e8e4da', roughness: 0.25, clearcoat: 1 });
  const table = new Group().add(
    part(new CylinderGeometry(2.4, 2.4, 0.35, 48), wood, 0, 6, 0),
    part(new CapsuleGeometry(0.45, 0.3, 6, 24), china, 0.6, 6.6, 0.6),
  );
  for (let i = 0; i < 3; i++) {
    const angle = (i * 2 * Math.PI) / 3;
    table.add(
      part(new CylinderGeometry(0.16, 0.12, 6), wood, 1.5 * Math.cos(angle), 3, 1.5 * Math.sin(angle)),
    );
  }
  return table;
}

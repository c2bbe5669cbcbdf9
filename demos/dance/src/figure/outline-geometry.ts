import type { BufferGeometry } from 'three';

const WIDTH = 0.045;

/** The same shape, swollen: its inside, seen behind the shape itself, is MMD's dark line. */
export function outlineGeometry(geometry: BufferGeometry): BufferGeometry {
  const swollen = geometry.clone();
  const positions = swollen.getAttribute('position');
  const normals = swollen.getAttribute('normal');
  for (let i = 0; i < positions.count; i++) {
    positions.setXYZ(
      i,
      positions.getX(i) + normals.getX(i) * WIDTH,
      positions.getY(i) + normals.getY(i) * WIDTH,
      positions.getZ(i) + normals.getZ(i) * WIDTH,
    );
  }
  return swollen;
}

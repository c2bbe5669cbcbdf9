import {
  BufferGeometry,
  CylinderGeometry,
  Float32BufferAttribute,
  OctahedronGeometry,
  SphereGeometry,
} from 'three';

/** Where an octahedral bone is widest, of its length. */
const WAIST = 0.16;

/** A bone from (0, 0, 0) to (0, 1, 0), half a unit wide to each side, every face flat. */
export function boneShape(): BufferGeometry {
  const around = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ];
  const positions = around.flatMap(([x, z], i) => {
    const [nextX, nextZ] = around[(i + 1) % 4];
    const lower = [0, 0, 0, x, WAIST, z, nextX, WAIST, nextZ];
    const upper = [0, 1, 0, nextX, WAIST, nextZ, x, WAIST, z];
    return [...lower, ...upper];
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.computeVertexNormals();
  return geometry;
}

export function jointShape(): BufferGeometry {
  return new SphereGeometry(1, 10, 8);
}

export function goalShape(): BufferGeometry {
  return new OctahedronGeometry(1);
}

/** A rod from (0, 0, 0) to (0, 1, 0). */
export function rodShape(): BufferGeometry {
  return new CylinderGeometry(1, 1, 1, 6, 1, true).translate(0, 0.5, 0);
}

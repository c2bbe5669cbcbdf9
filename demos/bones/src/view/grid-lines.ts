import { BufferGeometry, Float32BufferAttribute, LineBasicMaterial, LineSegments } from 'three';

const RADIUS = 24;
const SPACING = 2;
const STEPS = 16;

/** The lines of a floor, fading out all round. */
export function gridLines(): LineSegments<BufferGeometry, LineBasicMaterial> {
  const positions: number[] = [];
  const colors: number[] = [];
  const point = (across: number, along: number, isTurned: boolean): void => {
    positions.push(isTurned ? along : across, 0, isTurned ? across : along);
    const fade = Math.max(1 - (across ** 2 + along ** 2) / RADIUS ** 2, 0);
    colors.push(1, 1, 1, fade * (across === 0 ? 1 : 0.55));
  };
  for (let across = -RADIUS + SPACING; across < RADIUS; across += SPACING) {
    const reach = Math.sqrt(RADIUS ** 2 - across ** 2);
    for (let i = 0; i < STEPS; i++) {
      for (const isTurned of [false, true]) {
        point(across, reach * ((2 * i) / STEPS - 1), isTurned);
        point(across, reach * ((2 * i + 2) / STEPS - 1), isTurned);
      }
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setAttribute('color', new Float32BufferAttribute(colors, 4));
  const material = new LineBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false });
  return new LineSegments(geometry, material);
}

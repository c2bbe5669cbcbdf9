import {
  type BufferGeometry,
  Color,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshBasicMaterial,
  RingGeometry,
} from 'three';

/** Where the floor has faded out, in units. */
const RADIUS = 90;
const RINGS = [5, 10, 15, 20, 30, 40];
const RING_WIDTH = 0.09;

/** A floor at y = 0 that fades out into the sky. */
export function createFloor(): { root: Group; setTheme(theme: FloorTheme): void } {
  const floor = new MeshBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false });
  const line = new MeshBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false });
  const disc = new Mesh(faded(new RingGeometry(0, RADIUS, 96, 12)), floor);
  const rings = RINGS.map(
    (radius) => new Mesh(faded(new RingGeometry(radius, radius + RING_WIDTH, 128)), line),
  );
  const flats = [disc, ...rings];
  flats.forEach((flat, layer) => {
    flat.rotation.x = -Math.PI / 2;
    flat.position.y = -0.02; // below the models' shadows
    flat.renderOrder = Math.min(layer, 1) - 2; // before the models, which may be translucent
  });
  return {
    root: new Group().add(...flats),
    setTheme(theme) {
      floor.color.copy(theme.floor);
      line.color.copy(theme.ring);
    },
  };
}

/** Vertex colours that are opaque in the middle and transparent at the edge of the floor. */
function faded<Geometry extends BufferGeometry>(geometry: Geometry): Geometry {
  const positions = geometry.getAttribute('position');
  const { r, g, b } = new Color('white');
  const colors: number[] = [];
  for (let i = 0; i < positions.count; i++) {
    const opacity = 1 - Math.hypot(positions.getX(i), positions.getY(i)) / RADIUS;
    colors.push(r, g, b, Math.max(opacity, 0) ** 1.5);
  }
  geometry.setAttribute('color', new Float32BufferAttribute(colors, 4));
  return geometry;
}

/** Colours that differ between the light and the dark scheme. The sky is the background of the page. */
interface FloorTheme {
  floor: Color;
  ring: Color;
  /** The brightness of ground shadows, as a factor of the light's. */
  shadow: number;
}

export const DAY: FloorTheme = {
  floor: new Color('#eef0ea'),
  ring: new Color('#b9cdc8'),
  shadow: 1.2,
};
export const NIGHT: FloorTheme = {
  floor: new Color('#26383f'),
  ring: new Color('#40606b'),
  shadow: 0.11,
};

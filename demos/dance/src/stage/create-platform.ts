import {
  CircleGeometry,
  CylinderGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  RingGeometry,
  ShadowMaterial,
} from 'three';
import type { Theme } from './theme.js';

const RADIUS = 15;
const RINGS = [4.2, 8.4, 12.6];

/** The floor, its top at y = 0. */
export function createPlatform(): { root: Group; dress(theme: Theme): void } {
  const root = new Group();
  const stage = new MeshBasicMaterial();
  const rim = new MeshBasicMaterial();
  const line = new MeshBasicMaterial({ transparent: true });
  const shade = new ShadowMaterial();
  const top = new Mesh(new CircleGeometry(RADIUS, 96), stage);
  const side = new Mesh(new CylinderGeometry(RADIUS, RADIUS - 0.4, 0.7, 96, 1, true), rim);
  const shadow = new Mesh(top.geometry, shade);
  shadow.receiveShadow = true;
  side.position.y = -0.35;
  const rings = RINGS.map((radius) => new Mesh(new RingGeometry(radius, radius + 0.09, 96), line));
  const flats = [top, ...rings, shadow];
  flats.forEach((flat, layer) => {
    flat.rotation.x = -Math.PI / 2;
    flat.position.y = -0.02 + 0.004 * layer;
    flat.renderOrder = layer - flats.length; // before a model, which may be seen through
  });
  root.add(top, side, shadow, ...rings);
  return {
    root,
    dress(theme) {
      stage.color.copy(theme.stage);
      rim.color.copy(theme.rim);
      line.color.copy(theme.ring);
      shade.opacity = theme.shadow;
    },
  };
}

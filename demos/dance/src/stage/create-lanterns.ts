import {
  BufferGeometry,
  CylinderGeometry,
  Group,
  InstancedMesh,
  Line,
  LineBasicMaterial,
  Matrix4,
  MeshBasicMaterial,
  MeshToonMaterial,
  SphereGeometry,
  Vector3,
} from 'three';
import type { Theme } from './theme.js';

const STRINGS = 10;
const LANTERNS = 4;
const RADIUS = 27;
const HEIGHT = 25;
const SAG = 4.5;

/** Strings of paper lanterns, hung in a wide circle. */
export function createLanterns(): { root: Group; dress(theme: Theme): void } {
  const paper = new MeshToonMaterial();
  const caps = new MeshBasicMaterial();
  const cord = new LineBasicMaterial();
  const globes = new InstancedMesh(lanternShape(), paper, STRINGS * LANTERNS);
  const rims = new InstancedMesh(capShape(), caps, STRINGS * LANTERNS * 2);
  const root = new Group();
  const place = new Matrix4();
  for (let s = 0; s < STRINGS; s++) {
    root.add(new Line(new BufferGeometry().setFromPoints(stringPoints(s)), cord));
    for (let l = 0; l < LANTERNS; l++) {
      const { x, y, z } = onString(s, (l + 0.5) / LANTERNS);
      const i = s * LANTERNS + l;
      globes.setMatrixAt(i, place.makeTranslation(x, y - 1.1, z));
      rims.setMatrixAt(2 * i, place.makeTranslation(x, y - 0.12, z));
      rims.setMatrixAt(2 * i + 1, place.makeTranslation(x, y - 2.08, z));
    }
  }
  root.add(globes, rims);
  return {
    root,
    dress(theme) {
      paper.color.copy(theme.lantern);
      paper.emissive.copy(theme.lantern).multiplyScalar(0.55);
      caps.color.copy(theme.cord);
      cord.color.copy(theme.cord);
    },
  };
}

function lanternShape(): BufferGeometry {
  return new SphereGeometry(0.95, 20, 14).scale(1, 1.06, 1);
}

function capShape(): BufferGeometry {
  return new CylinderGeometry(0.42, 0.42, 0.2, 16);
}

function onString(string: number, share: number): Vector3 {
  const angle = ((string + share + 0.5) / STRINGS) * 2 * Math.PI;
  const sag = SAG * 4 * share * (1 - share);
  return new Vector3(Math.sin(angle) * RADIUS, HEIGHT - sag, Math.cos(angle) * RADIUS);
}

function stringPoints(string: number): Vector3[] {
  return Array.from({ length: 25 }, (_, i) => onString(string, i / 24));
}

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

interface Lanterns {
  root: Group;
  setTheme(theme: Theme): void;
  /** Hides the strings between the dancer and a camera outside the circle. Allocates nothing. */
  clearView(eye: Vector3): void;
}

const STRINGS = 10;
const LANTERNS = 4;
const RADIUS = 27;
const HEIGHT = 25;
const SAG = 4.5;
/** The distance from the centre to the middle of each string. */
const INNER_RADIUS = RADIUS * Math.cos(Math.PI / STRINGS);

/** Strings of paper lanterns in a wide circle. */
export function createLanterns(): Lanterns {
  const paper = new MeshToonMaterial();
  const caps = new MeshBasicMaterial();
  const cord = new LineBasicMaterial();
  const [lantern, cap] = [lanternShape(), capShape()];
  const matrix = new Matrix4();
  const strings = Array.from({ length: STRINGS }, (_, s) => {
    const globes = new InstancedMesh(lantern, paper, LANTERNS);
    const rims = new InstancedMesh(cap, caps, 2 * LANTERNS);
    for (let l = 0; l < LANTERNS; l++) {
      const { x, y, z } = onString(s, (l + 0.5) / LANTERNS);
      globes.setMatrixAt(l, matrix.makeTranslation(x, y - 1.1, z));
      rims.setMatrixAt(2 * l, matrix.makeTranslation(x, y - 0.12, z));
      rims.setMatrixAt(2 * l + 1, matrix.makeTranslation(x, y - 2.08, z));
    }
    const line = new Line(new BufferGeometry().setFromPoints(stringPoints(s)), cord);
    return new Group().add(line, globes, rims);
  });
  const outward = strings.map((_, s) => onString(s, 0.5).setY(0).normalize());
  return {
    root: new Group().add(...strings),
    setTheme(theme) {
      paper.color.copy(theme.lantern);
      paper.emissive.copy(theme.lantern).multiplyScalar(0.55);
      caps.color.copy(theme.cord);
      cord.color.copy(theme.cord);
    },
    clearView(eye) {
      for (let s = 0; s < STRINGS; s++) strings[s].visible = outward[s].dot(eye) < INNER_RADIUS;
    },
  };
}

function lanternShape(): BufferGeometry {
  return new SphereGeometry(0.95, 20, 14).scale(1, 1.06, 1);
}

function capShape(): BufferGeometry {
  return new CylinderGeometry(0.42, 0.42, 0.2, 16);
}

function onString(string: number, fraction: number): Vector3 {
  const angle = ((string + fraction + 0.5) / STRINGS) * 2 * Math.PI;
  const sag = SAG * 4 * fraction * (1 - fraction);
  return new Vector3(Math.sin(angle) * RADIUS, HEIGHT - sag, Math.cos(angle) * RADIUS);
}

function stringPoints(string: number): Vector3[] {
  return Array.from({ length: 25 }, (_, i) => onString(string, i / 24));
}

import { type PerspectiveCamera, Spherical, Vector3 } from 'three';
import type { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { hasModifier } from './dom.js';

const STEP = Math.PI / 24;
const ZOOM = 0.9;

/** For each key: radians around and above the target, and a factor for the distance. */
const KEYS: Readonly<Record<string, readonly [theta: number, phi: number, zoom: number]>> = {
  ArrowLeft: [-STEP, 0, 1],
  ArrowRight: [STEP, 0, 1],
  ArrowUp: [0, -STEP, 1],
  ArrowDown: [0, STEP, 1],
  '+': [0, 0, ZOOM],
  '=': [0, 0, ZOOM],
  '-': [0, 0, 1 / ZOOM],
};

/** Turns the view with the arrow keys and zooms with + and −, while the canvas has the focus. */
export function addOrbitKeys(canvas: HTMLElement, camera: PerspectiveCamera, controls: OrbitControls): void {
  const offset = new Vector3();
  const spherical = new Spherical();
  canvas.addEventListener('keydown', (event) => {
    const key = hasModifier(event) ? undefined : KEYS[event.key];
    if (!key) return;
    event.preventDefault();
    event.stopPropagation(); // so that the page does not step through the frames
    spherical.setFromVector3(offset.copy(camera.position).sub(controls.target));
    spherical.theta += key[0];
    spherical.phi = Math.min(Math.max(spherical.phi + key[1], 0.05), Math.PI - 0.05);
    spherical.radius *= key[2];
    camera.position.copy(controls.target).add(offset.setFromSpherical(spherical));
    controls.update();
  });
}

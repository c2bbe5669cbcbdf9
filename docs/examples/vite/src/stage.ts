import { createMmdLight } from '@odori/model';
import { BasicShadowMap, CircleGeometry, Mesh, MeshBasicMaterial, Scene, WebGLRenderer } from 'three';

/** The renderer and a scene with MMD's light and a round floor. */
export function createStage(canvas: HTMLCanvasElement): { renderer: WebGLRenderer; scene: Scene } {
  const renderer = new WebGLRenderer({ canvas, antialias: true });
  renderer.setClearColor(0xdfe3ea);
  renderer.shadowMap.enabled = true; // the shaded look of MMD, with shadows on the model
  renderer.shadowMap.type = BasicShadowMap;

  const floor = new Mesh(new CircleGeometry(16, 64), new MeshBasicMaterial({ color: 0xf6f2ea }));
  floor.rotation.x = -Math.PI / 2;
  const scene = new Scene();
  scene.add(createMmdLight(), floor);
  return { renderer, scene };
}

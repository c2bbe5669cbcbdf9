import { PMXLoader } from '@odori/model';
import { Color, Euler, PerspectiveCamera, Quaternion, Scene, Vector3, WebGLRenderer } from 'three';
import { type Sheet, SHEETS, type Shot, type View } from './sheets.js';

/* A page that draws contact sheets, one after the other: `drawSheet(name)` gives a picture's address. */

declare global {
  interface Window {
    sheetNames?: string[];
    drawSheet: (sheet: string | Sheet) => string;
  }
}

const model = await new PMXLoader().loadAsync('/packages/sample/files/dancer.pmx');
const renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
const scene = new Scene();
scene.background = new Color('#dfe4ea');
scene.add(model.root);

const DEGREE = Math.PI / 180;
const axis = /* @__PURE__ */ new Vector3();
const turn = /* @__PURE__ */ new Quaternion();
const angles = /* @__PURE__ */ new Euler(0, 0, 0, 'YXZ');

function pose({ turns = {}, moves = {}, morphs = {}, withoutIk = false }: Shot): void {
  const { rig } = model;
  const { rotations, translations, morphWeights, ikEnabled } = rig.pose;
  rotations.forEach((_, i) => (rotations[i] = i % 4 === 3 ? 1 : 0));
  translations.fill(0);
  morphWeights.fill(0);
  ikEnabled.fill(withoutIk ? 0 : 1);
  for (const [name, degrees] of Object.entries(turns)) {
    const [x, y, z, about] = degrees;
    if (about === undefined) turn.setFromEuler(angles.set(x * DEGREE, y * DEGREE, z * DEGREE));
    else turn.setFromAxisAngle(axis.set(x, y, z).normalize(), about * DEGREE);
    turn.toArray(rotations, 4 * known(name));
  }
  for (const [name, move] of Object.entries(moves)) translations.set(move, 3 * known(name));
  for (const [name, weight] of Object.entries(morphs)) model.morphs.get(name)!.weight = weight;
  model.update();
}

function known(bone: string): number {
  const index = model.rig.boneIndex(bone);
  if (index < 0) throw new RangeError(`no bone ${bone}`);
  return index;
}

function cameraOf({ around, above = 0, at, height }: View, aspect: number): PerspectiveCamera {
  const fov = 26;
  const camera = new PerspectiveCamera(fov, aspect, 0.5, 200);
  const distance = height / 2 / Math.tan((fov * Math.PI) / 360);
  const [a, e] = [(around * Math.PI) / 180, (above * Math.PI) / 180];
  const target = new Vector3(...at);
  camera.position
    .set(Math.sin(a) * Math.cos(e), Math.sin(e), Math.cos(a) * Math.cos(e))
    .multiplyScalar(distance)
    .add(target);
  camera.lookAt(target);
  return camera;
}

function draw({ columns, cell: [width, height], shots }: Sheet): string {
  const canvas = document.querySelector<HTMLCanvasElement>('#sheet')!;
  canvas.width = columns * width;
  canvas.height = Math.ceil(shots.length / columns) * height;
  const context = canvas.getContext('2d')!;
  renderer.setSize(width, height, false);
  shots.forEach((shot, i) => {
    pose(shot);
    renderer.render(scene, cameraOf(shot.view, width / height));
    const [x, y] = [(i % columns) * width, Math.floor(i / columns) * height];
    context.drawImage(renderer.domElement, x, y);
    context.fillStyle = '#333';
    context.font = '15px sans-serif';
    context.fillText(shot.label, x + 8, y + 20);
  });
  return canvas.toDataURL('image/png');
}

window.drawSheet = (wanted) =>
  draw(typeof wanted === 'string' ? SHEETS.find(({ name }) => name === wanted)! : wanted);
window.sheetNames = SHEETS.map(({ name }) => name);

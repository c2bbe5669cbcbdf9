import {
  BoxGeometry,
  Color,
  CylinderGeometry,
  DirectionalLight,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  Path,
  PlaneGeometry,
  PMREMGenerator,
  PointLight,
  Scene,
  Shape,
  ShapeGeometry,
  type Texture,
  type WebGLRenderer,
} from 'three';
import { createArmchair, createLampStand, createPlant, createSideTable, part } from './furniture.js';
import { createOutside, createPainting, createPlanks, createRugPattern } from './surfaces.js';

/** In units of about 8 cm. The front is open, and the camera stands there. */
const [LEFT, RIGHT, BACK, FRONT, HEIGHT] = [-24, 30, -24, 46, 54];
/** Along the left wall. */
const WINDOW = { back: -15, front: 15, bottom: 3, top: 50 };
/** She stands on the rug. */
const FLOOR = -0.15;

/** The light of a time of day. */
interface RoomTheme {
  readonly sky: readonly string[];
  readonly skyBrightness: number;
  readonly sun: string;
  /** Candela, as all of three.js's point lights, at distances in units. */
  readonly lamp: number;
  /** What is behind the camera: the rest of the flat. */
  readonly behind: string;
}

const DAY: RoomTheme = {
  sky: ['#8fbfe8', '#cfe4f2', '#f4f1e4', '#9db58a', '#6f8f5c'],
  skyBrightness: 2.6,
  sun: '#ffe2b8',
  lamp: 260,
  behind: '#b9ab98',
};
const NIGHT: RoomTheme = {
  sky: ['#0b1733', '#1b2d57', '#3b4a78', '#10182a', '#0a1020'],
  skyBrightness: 1,
  sun: '#9db8ff',
  lamp: 1100,
  behind: '#2a211a',
};

/** A room of three.js's own physical materials: a window in the sun, a lamp, and a rug to dance on. */
export class Room {
  readonly root: Group = new Group();
  readonly sun: DirectionalLight = createSun();
  readonly #lamp = new PointLight('#ffb066');
  readonly #shade = new MeshStandardMaterial({
    color: '#f3dfc0',
    emissive: '#ffb066',
    roughness: 0.9,
    side: DoubleSide,
  });
  readonly #outside = new MeshBasicMaterial();

  constructor() {
    this.#lamp.shadow.normalBias = 0.12;
    this.#lamp.shadow.radius = 3;
    this.#lamp.position.set(17, 19 + FLOOR, -15);
    this.root.add(this.sun, this.sun.target, this.#lamp, ...createShell(), ...createWindow());
    const view = new Mesh(new PlaneGeometry(240, 140), this.#outside);
    view.rotation.y = Math.PI / 2;
    view.position.set(LEFT - 50, 18, -20);
    this.root.add(view, ...this.#createFurniture());
  }

  /** Lights the room by day or by night. Returns what it then looks like from its middle. */
  setTime(isNight: boolean, renderer: WebGLRenderer): Texture {
    const { sky, skyBrightness, sun, lamp, behind } = isNight ? NIGHT : DAY;
    this.#outside.map?.dispose();
    this.#outside.map = createOutside(sky);
    this.#outside.color.setScalar(skyBrightness);
    this.#outside.needsUpdate = true;
    this.sun.color.set(sun);
    this.#lamp.intensity = lamp;
    this.#lamp.castShadow = isNight; // six pictures of the room: by day, nobody would see them
    this.#shade.emissiveIntensity = lamp / 300;
    return this.#takeEnvironment(renderer, new Color(behind));
  }

  /** The light that walls and floor throw back. */
  #takeEnvironment(renderer: WebGLRenderer, behind: Color): Texture {
    const { parent } = this.root;
    const scene = new Scene();
    scene.background = behind;
    scene.add(this.root);
    const generator = new PMREMGenerator(renderer);
    const { texture } = generator.fromScene(scene, 0.03, 0.5, 300);
    generator.dispose();
    parent?.add(this.root);
    return texture;
  }

  #createFurniture(): Group[] {
    const lamp = createLampStand(this.#shade);
    lamp.position.set(17, FLOOR, -15);
    const chair = createArmchair();
    chair.position.set(23, FLOOR, -12);
    chair.rotation.y = -0.6;
    const plant = createPlant();
    plant.position.set(-18, FLOOR, -18);
    plant.scale.setScalar(1.25);
    const table = createSideTable();
    table.position.set(12, FLOOR, -18);
    return [lamp, chair, plant, table];
  }
}

/** Low enough to reach her face through the window. */
function createSun(): DirectionalLight {
  const sun = new DirectionalLight();
  sun.position.set(-74, 84, 8);
  sun.target.position.set(0, 10, 0);
  sun.castShadow = true;
  sun.shadow.mapSize.set(2048, 2048);
  sun.shadow.normalBias = 0.12;
  sun.shadow.radius = 2.5;
  Object.assign(sun.shadow.camera, { left: -36, right: 36, bottom: -40, top: 50, near: 20, far: 180 });
  return sun;
}

function createShell(): Mesh[] {
  const [width, depth, middle] = [RIGHT - LEFT, FRONT - BACK, (BACK + FRONT) / 2];
  const center = (LEFT + RIGHT) / 2;
  const planks = createPlanks();
  planks.repeat.set(depth / 40, width / 40);
  const wood = new MeshPhysicalMaterial({
    map: planks,
    bumpMap: planks,
    bumpScale: 0.6,
    roughness: 0.42,
    clearcoat: 0.25,
    clearcoatRoughness: 0.35,
  });
  const floor = part(new PlaneGeometry(depth, width), wood, center, FLOOR, middle);
  floor.rotation.set(-Math.PI / 2, 0, Math.PI / 2);
  const plaster = new MeshStandardMaterial({ color: '#d8d2c2', roughness: 0.95 });
  const sage = new MeshStandardMaterial({ color: '#93a695', roughness: 0.95 });
  const back = part(new PlaneGeometry(width, HEIGHT), sage, center, HEIGHT / 2 + FLOOR, BACK);
  const right = part(new PlaneGeometry(depth, HEIGHT), plaster, RIGHT, HEIGHT / 2 + FLOOR, middle);
  right.rotation.y = -Math.PI / 2;
  const ceiling = part(new PlaneGeometry(width, depth), plaster, center, HEIGHT + FLOOR, middle);
  ceiling.rotation.x = Math.PI / 2;
  const skirting = part(new BoxGeometry(width, 1.6, 0.4), plaster, center, 0.8 + FLOOR, BACK + 0.2);
  const frame = new MeshStandardMaterial({ color: '#4a3524', roughness: 0.5 });
  const canvas = new MeshStandardMaterial({ map: createPainting(), roughness: 0.9 });
  return [
    floor,
    back,
    right,
    ceiling,
    createWindowWall(plaster),
    createRug(),
    skirting,
    part(new BoxGeometry(13, 10, 0.6), frame, -9, 23, BACK + 0.3),
    part(new PlaneGeometry(12, 9), canvas, -9, 23, BACK + 0.62),
  ];
}

function createRug(): Mesh {
  const side = new MeshStandardMaterial({ color: '#8c3b2e', roughness: 1 });
  const top = new MeshPhysicalMaterial({ map: createRugPattern(), roughness: 1 });
  const rug = new Mesh(new CylinderGeometry(13, 13, 0.12, 96), [side, top, side]);
  rug.position.y = FLOOR + 0.06;
  rug.rotation.y = Math.PI / 2;
  rug.receiveShadow = true;
  return rug;
}

/** The left wall, seen from within. */
function createWindowWall(plaster: MeshStandardMaterial): Mesh {
  const { back, front, bottom, top } = WINDOW;
  const shape = rectangle(new Shape(), -FRONT, 0, -BACK, HEIGHT);
  shape.holes.push(rectangle(new Path(), -front, bottom, -back, top));
  const wall = part(new ShapeGeometry(shape), plaster, LEFT, FLOOR, 0);
  wall.rotation.y = Math.PI / 2;
  return wall;
}

function rectangle<Outline extends Path>(
  outline: Outline,
  left: number,
  bottom: number,
  right: number,
  top: number,
): Outline {
  outline.moveTo(left, bottom).lineTo(right, bottom).lineTo(right, top).lineTo(left, top).closePath();
  return outline;
}

/** Its frame, bars and sill, in the thickness of the wall. */
function createWindow(): Mesh[] {
  const { back, front, bottom, top } = WINDOW;
  const paint = new MeshPhysicalMaterial({ color: '#ece8df', roughness: 0.4, clearcoat: 0.3 });
  const [width, height] = [front - back, top - bottom];
  const [z, y] = [(front + back) / 2, (top + bottom) / 2 + FLOOR];
  const upright = (at: number, size: number): Mesh =>
    part(new BoxGeometry(size > 0.5 ? 2.4 : 0.6, height, size), paint, LEFT - 0.8, y, at);
  const across = (at: number, size: number): Mesh =>
    part(new BoxGeometry(size > 0.5 ? 2.4 : 0.6, size, width), paint, LEFT - 0.8, at + FLOOR, z);
  return [
    upright(back, 0.9),
    upright(front, 0.9),
    upright(back + width / 3, 0.45),
    upright(back + (2 * width) / 3, 0.45),
    across(bottom, 0.9),
    across(top, 0.9),
    across(bottom + height * 0.55, 0.45),
    part(new BoxGeometry(4, 0.5, width + 2), paint, LEFT + 0.6, bottom + FLOOR - 0.3, z),
  ];
}

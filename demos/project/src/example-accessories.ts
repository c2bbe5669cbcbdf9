import {
  CircleGeometry,
  CylinderGeometry,
  ExtrudeGeometry,
  Group,
  LatheGeometry,
  Mesh,
  MeshBasicMaterial,
  Shape,
  Vector2,
} from 'three';

/** Units. */
const [STAGE_RADIUS, STAGE_MIDDLE] = [30, -5];
const [PLANKS, PLANK_HEIGHT] = [24, 1.2];
/** Corners of the rim at one end of a plank, so that the rim is round. */
const RIM_STEPS = 8;
/** The tops of the planks, below the ground shadows, which lie a little above y = 0. */
const STAGE_TOP = -0.02;
const PLANK_COLORS = [0x8f6a66, 0x876360, 0x95706a, 0x8b6663];
const PLANK_SIDE_COLOR = 0x4a3038;

/**
 * A round stage of wooden planks, whose top is the ground. Its far rim looks the same from every side, and
 * never as a slanted horizon. The light of the project does not change it.
 */
export function createStage(): Group {
  const side = new MeshBasicMaterial({ color: PLANK_SIDE_COLOR });
  const woods = PLANK_COLORS.map((color) => new MeshBasicMaterial({ color }));
  const planks = Array.from({ length: PLANKS }, (_, i) => {
    const outline = new Shape(plankOutline(i));
    const geometry = new ExtrudeGeometry(outline, { depth: PLANK_HEIGHT, bevelEnabled: false });
    const plank = new Mesh(geometry, [woods[(7 * i) % woods.length], side]);
    plank.rotation.x = -Math.PI / 2;
    plank.position.set(0, STAGE_TOP - PLANK_HEIGHT, STAGE_MIDDLE);
    return plank;
  });
  return new Group().add(...planks);
}

/** A slice of the round stage, seen from above. */
function plankOutline(index: number): Vector2[] {
  const right = Array.from({ length: RIM_STEPS + 1 }, (_, step) => {
    const y = STAGE_RADIUS * ((2 * (index + step / RIM_STEPS)) / PLANKS - 1);
    return new Vector2(Math.sqrt(Math.max(0, STAGE_RADIUS ** 2 - y ** 2)), y);
  });
  const left = right.map(({ x, y }) => new Vector2(-x, y)).toReversed();
  return [...right, ...left].filter(({ x }, i) => x !== 0 || i < right.length);
}

/** Units. */
const [PAPER_RADIUS, PAPER_HEIGHT] = [0.72, 1.7];
/** How far the foot of a lantern is below its middle. */
export const LANTERN_FOOT = PAPER_HEIGHT / 2 + 0.1;
const RIBS = 9;
/** Points of the outline from one rib to the next. */
const STEPS = 4;

/**
 * A paper lantern (提灯) that glows, with ribs of bamboo, a black cap at each end, and a handle at its top. The
 * light of the project does not change it.
 */
export function createLantern(): Group {
  const paper = new MeshBasicMaterial({ color: 0xffb24d });
  const black = new MeshBasicMaterial({ color: 0x2a1a20 });
  const rib = new MeshBasicMaterial({ color: 0xb8551f });
  const end = PAPER_HEIGHT / 2;
  const caps = [-end, end].map((y) => at(y, new Mesh(new CylinderGeometry(0.36, 0.36, 0.2, 24), black)));
  const ribs = Array.from({ length: RIBS - 1 }, (_, i) => {
    const y = ((i + 1) / RIBS - 0.5) * PAPER_HEIGHT;
    const radius = paperRadius(y) + 0.012;
    return at(y, new Mesh(new CylinderGeometry(radius, radius, 0.035, 32, 1, true), rib));
  });
  // Its own light makes the ground under it bright, except where it stands.
  const shade = new MeshBasicMaterial({ color: 0, opacity: 0.3, transparent: true, depthWrite: false });
  const contact = [0.4, 0.62].map((radius, i) => {
    const disc = at(-LANTERN_FOOT + 0.01 * (i + 1), new Mesh(new CircleGeometry(radius, 32), shade));
    disc.rotation.x = -Math.PI / 2;
    return disc;
  });
  const handle = at(end + 0.45, new Mesh(new CylinderGeometry(0.045, 0.045, 0.9, 8), black));
  return new Group().add(
    new Mesh(new LatheGeometry(paperOutline(), 32), paper),
    ...ribs,
    ...caps,
    handle,
    ...contact,
  );
}

/** Between the ribs, the paper bulges. From bottom to top. */
function paperOutline(): Vector2[] {
  return Array.from({ length: RIBS * STEPS + 1 }, (_, i) => {
    const y = (i / (RIBS * STEPS) - 0.5) * PAPER_HEIGHT;
    const bulge = 0.05 * Math.sin((Math.PI * (i % STEPS)) / STEPS);
    return new Vector2(paperRadius(y) + bulge, y);
  });
}

/** The paper is roundest in its middle, and as wide as a cap at its ends. */
function paperRadius(y: number): number {
  return PAPER_RADIUS * Math.sqrt(1 - 0.78 * ((2 * y) / PAPER_HEIGHT) ** 2);
}

function at<Part extends Mesh>(y: number, part: Part): Part {
  part.position.y = y;
  return part;
}

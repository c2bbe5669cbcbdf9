import { Box3, PerspectiveCamera, Vector3, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { followTheme } from '../../../shared/follow-theme.js';
import { addOrbitKeys } from '../../../shared/orbit-keys.js';
import type { Performer } from '../model/posed-model.js';
import { IkView } from './ik-view.js';
import { pickBone } from './pick-bone.js';
import { createStage } from './scenery.js';
import { SkeletonView } from './skeleton-view.js';
import { DAY, NIGHT, type Theme } from './theme.js';

const MOST_PIXEL_RATIO = 2;
/** A pointer that moves further than this turns the picture instead of picking; CSS pixels. */
const CLICK_REACH = 6;
const PICK_REACH = { mouse: 12, pen: 16, touch: 26 };

export interface ViewOptions {
  /** A fixed size instead of that of the canvas. */
  size: { width: number; height: number } | undefined;
  /** There is reason to draw again. */
  onChange: () => void;
  onPick: (bone: number) => void;
}

/** The picture: floor, body, and the skeleton drawn over both. */
export class View {
  readonly #canvas: HTMLCanvasElement;
  readonly #renderer: WebGLRenderer;
  readonly #stage = createStage();
  readonly #camera = new PerspectiveCamera(30, 1, 0.5, 500);
  readonly #controls: OrbitControls;
  readonly #size: ViewOptions['size'];
  #performer: Performer | undefined;
  #skeleton: SkeletonView | undefined;
  #ik: IkView | undefined;
  #theme: Theme | undefined;
  #selected = -1;

  constructor(
    canvas: HTMLCanvasElement,
    context: WebGL2RenderingContext,
    { size, onChange, onPick }: ViewOptions,
  ) {
    this.#canvas = canvas;
    this.#size = size;
    this.#renderer = new WebGLRenderer({ canvas, context });
    this.#renderer.shadowMap.enabled = true;
    this.#renderer.autoClear = false;
    this.#renderer.setPixelRatio(size ? 1 : Math.min(devicePixelRatio, MOST_PIXEL_RATIO));
    this.#controls = new OrbitControls(this.#camera, canvas);
    this.#controls.addEventListener('change', onChange);
    addOrbitKeys(canvas, this.#camera, this.#controls);
    followTheme(DAY, NIGHT, (theme) => {
      this.#theme = theme;
      this.#dress();
      onChange();
    });
    this.#watchPicks(onPick);
    this.#resize();
    if (!size) new ResizeObserver(() => this.#redraw()).observe(canvas.parentElement!);
  }

  /** Shows a model instead of the last one, and looks at it. */
  show(performer: Performer): void {
    this.#stage.scene.remove(...(this.#performer ? [this.#performer.body.root] : []));
    this.#stage.overlay.remove(...[this.#skeleton, this.#ik].flatMap((part) => part?.root ?? []));
    this.#performer?.body.dispose();
    this.#skeleton?.dispose();
    this.#ik?.dispose();
    const { pmx, definition, body } = performer;
    const box = boundsOf(performer);
    const height = Math.max(box.max.y, 1);
    this.#performer = performer;
    this.#skeleton = new SkeletonView(pmx.bones, definition, height);
    this.#ik = new IkView(definition, height);
    this.#selected = -1;
    this.#stage.scene.add(body.root);
    this.#stage.overlay.add(this.#skeleton.root, this.#ik.root);
    this.#dress();
    this.#lookAt(box);
  }

  select(bone: number): void {
    this.#selected = bone;
    this.#skeleton?.select(bone);
  }

  /** Whether there are bones to be seen. */
  showSkeleton(isShown: boolean): void {
    this.#stage.overlay.visible = isShown;
  }

  /** Allocates nothing. */
  draw(): void {
    const { rig } = this.#performer!;
    this.#skeleton!.update(rig);
    this.#ik!.update(rig);
    this.#renderer.clear();
    this.#renderer.render(this.#stage.scene, this.#camera);
    if (!this.#stage.overlay.visible) return;
    this.#renderer.clearDepth(); // the bones hide each other, and nothing hides them
    this.#renderer.render(this.#stage.overlay, this.#camera);
  }

  /** At once: a new size leaves the canvas empty. */
  #redraw(): void {
    this.#resize();
    if (this.#performer) this.draw();
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#canvas.parentElement!;
    const { width, height } = this.#size ?? { width: clientWidth, height: clientHeight };
    if (width === 0 || height === 0) return;
    this.#camera.aspect = width / height;
    this.#camera.zoom = Math.min(1, this.#camera.aspect / LEAST_ASPECT);
    this.#camera.updateProjectionMatrix();
    this.#renderer.setSize(width, height);
  }

  #dress(): void {
    if (!this.#theme) return;
    this.#stage.dress(this.#theme);
    this.#performer?.body.material.color.copy(this.#theme.body);
    this.#skeleton?.dress(this.#theme);
    this.#ik?.dress(this.#theme);
  }

  #lookAt(box: Box3): void {
    const reach = Math.max(box.max.y, box.max.x * 1.3, 1);
    this.#controls.target.set(0, box.max.y * 0.47, 0);
    this.#camera.position.set(0.5, 0.3, 2.15).multiplyScalar(reach).add(this.#controls.target);
    this.#controls.maxDistance = 6 * reach;
    this.#controls.minDistance = reach / 10;
    this.#controls.update();
  }

  #watchPicks(onPick: (bone: number) => void): void {
    let from = { x: 0, y: 0 };
    this.#canvas.addEventListener('pointerdown', ({ clientX: x, clientY: y }) => (from = { x, y }));
    this.#canvas.addEventListener('pointerup', ({ clientX, clientY, pointerType }) => {
      if (Math.hypot(clientX - from.x, clientY - from.y) > CLICK_REACH) return;
      const { left, top, width, height } = this.#canvas.getBoundingClientRect();
      const reach = PICK_REACH[pointerType as keyof typeof PICK_REACH] ?? PICK_REACH.mouse;
      const point = { x: clientX - left, y: clientY - top, width, height, reach };
      const { pmx, rig } = this.#performer!;
      onPick(pickBone(pmx.bones, rig, this.#camera, point, this.#selected));
    });
  }
}

/** In a narrow picture the view is as wide as this one would be. */
const LEAST_ASPECT = 0.7;

/** Of the surface at rest, of the bones if there is none. */
function boundsOf({ body, definition }: Performer): Box3 {
  const { geometry } = body.mesh;
  geometry.computeBoundingBox();
  const box = geometry.boundingBox!;
  if (!box.isEmpty()) return box;
  return new Box3().setFromArray([...definition.restPositions, 0, 0, 0]).expandByVector(new Vector3(1, 1, 1));
}

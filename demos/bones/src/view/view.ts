import { Box3, PerspectiveCamera, Vector3, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { addOrbitKeys } from '../../../shared/orbit-keys.js';
import { followTheme } from '../../../shared/page.js';
import type { PosedModel } from '../model/posed-model.js';
import { IkView } from './ik-view.js';
import { pickBone } from './pick-bone.js';
import { createScenery } from './scenery.js';
import { SkeletonView } from './skeleton-view.js';
import { DAY, NIGHT, type Theme } from './theme.js';

const MAX_PIXEL_RATIO = 2;
/** A pointer that moves further than this turns the view instead of picking a bone, in CSS pixels. */
const CLICK_REACH = 6;
const PICK_REACH = { mouse: 12, pen: 16, touch: 26 };

interface ViewOptions {
  /** A fixed size instead of the size of the parent element. */
  size: { width: number; height: number } | undefined;
  /** Called when the picture must be drawn again. */
  onChange: () => void;
  onPick: (bone: number) => void;
}

/** The picture: a floor, the body of a model, and its skeleton drawn over both. */
export class View {
  readonly #canvas: HTMLCanvasElement;
  readonly #renderer: WebGLRenderer;
  readonly #scenery = createScenery();
  readonly #camera = new PerspectiveCamera(30, 1, 0.5, 500);
  readonly #controls: OrbitControls;
  readonly #size: ViewOptions['size'];
  #posed: PosedModel | undefined;
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
    this.#renderer.setPixelRatio(size ? 1 : Math.min(devicePixelRatio, MAX_PIXEL_RATIO));
    this.#controls = new OrbitControls(this.#camera, canvas);
    this.#controls.addEventListener('change', onChange);
    addOrbitKeys(canvas, this.#camera, this.#controls);
    followTheme(DAY, NIGHT, (theme) => {
      this.#theme = theme;
      this.#applyTheme();
      onChange();
    });
    this.#watchPicks(onPick);
    this.#resize();
    if (!size) new ResizeObserver(() => this.#redraw()).observe(canvas.parentElement!);
  }

  /** Replaces the model and moves the camera to show it. */
  show(posed: PosedModel): void {
    this.#scenery.scene.remove(...(this.#posed ? [this.#posed.body.root] : []));
    this.#scenery.overlay.remove(...[this.#skeleton, this.#ik].flatMap((part) => part?.root ?? []));
    this.#posed?.body.dispose();
    this.#skeleton?.dispose();
    this.#ik?.dispose();
    const { pmx, definition, body } = posed;
    const box = boundsOf(posed);
    const height = Math.max(box.max.y, 1);
    this.#posed = posed;
    this.#skeleton = new SkeletonView(pmx.bones, definition, height);
    this.#ik = new IkView(definition, height);
    this.#selected = -1;
    this.#scenery.scene.add(body.root);
    this.#scenery.overlay.add(this.#skeleton.root, this.#ik.root);
    this.#applyTheme();
    this.#lookAt(box);
  }

  select(bone: number): void {
    this.#selected = bone;
    this.#skeleton?.select(bone);
  }

  showSkeleton(isShown: boolean): void {
    this.#scenery.overlay.visible = isShown;
  }

  /** Allocates nothing. */
  draw(): void {
    const { rig } = this.#posed!;
    this.#skeleton!.update(rig);
    this.#ik!.update(rig);
    this.#renderer.clear();
    this.#renderer.render(this.#scenery.scene, this.#camera);
    if (!this.#scenery.overlay.visible) return;
    this.#renderer.clearDepth(); // nothing hides the bones except other bones
    this.#renderer.render(this.#scenery.overlay, this.#camera);
  }

  /** Draws at once, because setting a new size clears the canvas. */
  #redraw(): void {
    this.#resize();
    if (this.#posed) this.draw();
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#canvas.parentElement!;
    const { width, height } = this.#size ?? { width: clientWidth, height: clientHeight };
    if (width === 0 || height === 0) return;
    this.#camera.aspect = width / height;
    this.#camera.zoom = Math.min(1, this.#camera.aspect / MIN_ASPECT);
    this.#camera.updateProjectionMatrix();
    this.#renderer.setSize(width, height);
  }

  #applyTheme(): void {
    if (!this.#theme) return;
    this.#scenery.setTheme(this.#theme);
    this.#posed?.body.material.color.copy(this.#theme.body);
    this.#skeleton?.setTheme(this.#theme);
    this.#ik?.setTheme(this.#theme);
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
      const { pmx, rig } = this.#posed!;
      onPick(pickBone(pmx.bones, rig, this.#camera, point, this.#selected));
    });
  }
}

/** A picture with a smaller aspect (width / height) is zoomed out until it is as wide as this. */
const MIN_ASPECT = 0.7;

/** The bounds of the surface at rest, or of the bones if there is no surface. */
function boundsOf({ body, definition }: PosedModel): Box3 {
  const { geometry } = body.mesh;
  geometry.computeBoundingBox();
  const box = geometry.boundingBox!;
  if (!box.isEmpty()) return box;
  return new Box3().setFromArray([...definition.restPositions, 0, 0, 0]).expandByVector(new Vector3(1, 1, 1));
}

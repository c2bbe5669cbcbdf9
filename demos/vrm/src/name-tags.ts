import { type PerspectiveCamera, Vector3 } from 'three';

/** Below the feet, in MMD units. */
const BELOW = -0.6;
/** Of a tag with the space below it, in CSS pixels. */
const TAG_HEIGHT = 34;
/** A name is never narrower, also where one dancer stands behind the other. */
const MIN_ROOM = 90;

/** Keeps the names of dancers under their places, wherever the camera is. */
export class NameTags {
  readonly #camera: PerspectiveCamera;
  readonly #canvas: HTMLElement;
  readonly #tags: readonly { readonly tag: HTMLElement; readonly place: Vector3; x: number; y: number }[];

  /** `tags`: the elements, and where the dancers stand. */
  constructor(
    camera: PerspectiveCamera,
    canvas: HTMLElement,
    tags: readonly { readonly tag: HTMLElement; readonly x: number; readonly z: number }[],
  ) {
    this.#camera = camera;
    this.#canvas = canvas;
    this.#tags = tags.map(({ tag, x, z }) => ({ tag, place: new Vector3(x, BELOW, z), x: NaN, y: NaN }));
  }

  /**
   * To be called before each picture. Changes the page only where the camera or the size of the picture has
   * changed.
   */
  update(): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    for (const each of this.#tags) {
      const { tag } = each;
      point.copy(each.place).project(this.#camera);
      tag.hidden = point.z > 1;
      const x = Math.round((width * (1 + point.x)) / 2);
      const y = Math.min(Math.round((height * (1 - point.y)) / 2), height - TAG_HEIGHT);
      if (x === each.x && y === each.y) continue;
      each.x = x;
      each.y = y;
      this.#canvas.parentElement!.style.setProperty('--room', `${this.#room()}px`);
      tag.style.transform = `translate(calc(${x}px - 50%), ${y}px)`;
    }
  }

  /** Between the two names, in CSS pixels. */
  #room(): number {
    const [first, second] = this.#tags;
    return Math.max(Math.abs(second.x - first.x) || 0, MIN_ROOM);
  }
}

const point = new Vector3();

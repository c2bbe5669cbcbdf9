import type { Vmd } from '@odori/format';
import { Quaternion, Vector3 } from 'three';
import { around, ease, LOOP_FRAMES } from './beat.js';
import { type BodyValues, followBody, poseHead, poseTrunk, valueAt } from './body.js';
import { danceCamera, type Path, shotAt } from './camera.js';
import { HANDS } from './camera-score.js';
import { FootPlan } from './feet.js';
import { cameraPlaces, lookAt, softened, turnToCamera } from './gaze.js';
import { Hands } from './hands.js';
import { dropOf, type Feet, poseFeet, smoothDrop } from './legs.js';
import { readScore } from './programme.js';
import { Puppet } from './puppet.js';
import { Strands } from './strands.js';

/** What she looks at where she does not look at the camera. */
const AUDIENCE = /* @__PURE__ */ new Vector3(0, 13, 45);

/**
 * Computes the dance: trunk and hands, the camera that follows them, the head that looks at the camera, legs,
 * hair and cloth.
 */
export class Choreography {
  readonly puppet: Puppet = new Puppet();
  readonly feet: Feet;
  readonly strands: Strands = new Strands();
  readonly camera: Vmd;
  readonly #body: BodyValues;
  readonly #hands: Hands;
  readonly #drops: Float64Array;
  readonly #eye: readonly Vector3[];
  readonly #toCamera: Float64Array;

  constructor() {
    const score = readScore();
    this.#body = followBody(score);
    const facingAt = (frame: number): number => valueAt(this.#body.facing, frame);
    this.feet = { 左: new FootPlan(score.feet.左, facingAt), 右: new FootPlan(score.feet.右, facingAt) };
    this.#hands = new Hands(score.hands);
    const { puppet } = this;
    this.#drops = smoothDrop(
      this.#each((frame) => {
        poseTrunk(puppet, this.#body, frame, 0);
        puppet.solve(false);
        return dropOf(puppet, this.feet, frame);
      }),
    );
    this.camera = this.#film();
    this.#eye = cameraPlaces(this.camera).map((eye, frame) => (shotAt(frame).looksAhead ? AUDIENCE : eye));
    const turnAt = (frame: number): number => facingAt(frame + 1) - facingAt(frame);
    this.#toCamera = softened(
      this.#each((frame) => {
        poseTrunk(puppet, this.#body, frame, this.#drops[frame]);
        puppet.solve(false);
        return turnToCamera(puppet, this.#eye[frame], ease(6, 16, Math.abs(turnAt(frame))));
      }),
      turnAt,
    );
  }

  /** Poses one frame of the loop, with hair and cloth at rest. */
  pose(frame: number): void {
    const { puppet } = this;
    const time = around(frame, LOOP_FRAMES);
    for (const name of this.strands.names) puppet.turn(name, new Quaternion());
    puppet.turn('両目', new Quaternion());
    poseTrunk(puppet, this.#body, time, this.#drops[time]);
    poseHead(puppet, this.#body, time, this.#toCamera[time]);
    this.#hands.pose(puppet, time);
    puppet.solve(false);
    lookAt(puppet, this.#eye[time]);
    poseFeet(puppet, this.feet, time);
    puppet.solve(true);
  }

  #each(found: (frame: number) => number): Float64Array {
    return Float64Array.from({ length: LOOP_FRAMES }, (_, frame) => found(frame));
  }

  #film(): Vmd {
    const paths = new Map<string, Vector3[]>(['センター', '上半身2', '頭'].map((bone) => [bone, []]));
    const hands: Vector3[] = [];
    this.#each((frame) => {
      poseTrunk(this.puppet, this.#body, frame, this.#drops[frame]);
      this.#hands.pose(this.puppet, frame);
      this.puppet.solve(false);
      for (const [bone, path] of paths) path.push(this.puppet.place(bone));
      return hands.push(this.puppet.place('左手首').lerp(this.puppet.place('右手首'), 0.5));
    });
    paths.set(HANDS, hands);
    return danceCamera((bone): Path => paths.get(bone)!);
  }
}

import type { MmdModel } from '@odori/model';
import { bindMotion, type Motion, type MotionBinding } from '@odori/runtime';
import { Group } from 'three';
import { BoneTrail } from './bone-trail.js';
import { DepthClear, Ghost } from './ghost.js';
import { type SkinSpacing, skinTimes } from './skin-times.js';
import type { Theme } from './theme.js';

/** The render order above all ghosts. */
const TOP = 1000;

/**
 * A dancer at one time, and translucent clones of her (ghosts) at times before and after. All share one
 * motion.
 */
export class OnionSkins {
  /** The ghosts and the trail, without the dancer herself. */
  readonly root: Group = new Group();
  readonly #model: MmdModel;
  readonly #ghosts: Ghost[] = [];
  readonly #trail: BoneTrail;
  #motion: Motion;
  #binding: MotionBinding;

  /** Clones `model`. The caller adds `model` itself to the scene. */
  constructor(model: MmdModel, motion: Motion) {
    this.#model = model;
    this.#motion = motion;
    this.#binding = bindMotion(motion, model.rig);
    // her ground shadow stays below the ghosts
    model.mesh.renderOrder = model.surface.outline.renderOrder = TOP + 1;
    this.#trail = new BoneTrail(model.rig.definition, motion, TOP + 2);
    this.root.add(new DepthClear(TOP), this.#trail.root);
  }

  play(motion: Motion): void {
    this.#motion = motion;
    this.#binding = bindMotion(motion, this.#model.rig);
    this.#trail.play(motion);
    for (const ghost of this.#ghosts) ghost.play(motion);
  }

  /** `bone` is the name of the bone with the trail. */
  show(frame: number, bone: string, spacing: SkinSpacing, theme: Theme): void {
    this.#trail.show(bone, frame, spacing, theme);
    this.#binding.sample(frame);
    this.#model.update();
    const times = skinTimes(frame, this.#motion.lastFrame, spacing);
    for (let i = this.#ghosts.length; i < times.length; i++) this.#addGhost(i);
    this.#ghosts.forEach((ghost, i) => {
      const time = times.at(i);
      ghost.root.visible = time !== undefined;
      if (time) ghost.show(time.frame, time.isLater ? theme.later : theme.earlier, time.opacity);
    });
  }

  #addGhost(layer: number): void {
    const ghost = new Ghost(this.#model.clone(), this.#motion, layer);
    this.#ghosts.push(ghost);
    this.root.add(ghost.root);
  }
}

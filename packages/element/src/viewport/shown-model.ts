import type { Glow, Look } from '@odori/model';
import { type Focus, focusOn } from '@odori/runtime';
import { BoneGroup } from '@odori/runtime/internal/three';
import type { Camera } from 'three';
import type { PlayerModel } from './stage.js';

/** What a camera looks at, the best first. */
const FOCUS_BONES = ['両目', '頭', 'センター'];

/** A stage is drawn before the ground and the dancers, whose transparent parts show it. */
const [STAGE, STAGE_EDGES] = [-3, -2];

/** A model in the scene, and what it was like before it came there. */
export class ShownModel {
  readonly model: PlayerModel;
  readonly isStage: boolean;
  readonly #hadGroundShadow: boolean;
  readonly #ownLook: Look;
  readonly #ownGlow: Glow;
  readonly #focus: Focus | undefined;
  /** Undefined for an avatar. */
  readonly #bones: BoneGroup | undefined;

  constructor(model: PlayerModel, isStage: boolean) {
    this.model = model;
    this.isStage = isStage;
    if (isStage) this.#order(STAGE, STAGE_EDGES);
    this.#hadGroundShadow = model.surface.groundShadow.visible;
    this.#ownLook = model.surface.look;
    this.#ownGlow = model.surface.glow;
    this.#bones = model.root.children.find((child) => child instanceof BoneGroup);
    const bone = isStage ? undefined : FOCUS_BONES.find((name) => model.rig.boneIndex(name) >= 0);
    this.#focus = bone === undefined ? undefined : focusOn(model, bone);
  }

  /** Units from the camera to her eyes; undefined for a model without a head. Allocates nothing. */
  focusDistance(camera: Camera): number | undefined {
    this.#focus?.update();
    return this.#focus?.distanceFrom(camera);
  }

  /** `'auto'`: its own. */
  set look(look: Look) {
    this.model.surface.look = look === 'auto' ? this.#ownLook : look;
  }

  /** `'auto'`: its own. */
  set glow(glow: Glow) {
    this.model.surface.glow = glow === 'auto' ? this.#ownGlow : glow;
  }

  /** Whether three draws it now. */
  set isDrawn(isDrawn: boolean) {
    if (this.#bones) this.#bones.isDrawn = isDrawn;
  }

  giveBack(): void {
    this.model.root.removeFromParent();
    this.model.surface.look = this.#ownLook; // it may hide the shadow
    this.model.surface.glow = this.#ownGlow;
    this.model.surface.groundShadow.visible = this.#hadGroundShadow;
    if (this.isStage) this.#order(0, 0);
  }

  #order(body: number, edges: number): void {
    const { surface } = this.model;
    if (!('outline' in surface)) return; // an avatar is drawn as its file says
    surface.mesh.renderOrder = body;
    surface.outline.renderOrder = edges;
  }
}

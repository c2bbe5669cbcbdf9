import type { IkDefinition, Rig } from '@odori/runtime';
import { Group, Mesh, MeshBasicMaterial, RingGeometry, SphereGeometry } from 'three';

/** The IK bones of the feet and their sides. */
const FEET = { 左足ＩＫ: 'left', 右足ＩＫ: 'right' } as const;

/** Marks the goals of the foot IK, and measures how far the ankles are from them. */
export class FootGoals {
  /** For the scene: a mark at each goal, drawn over the dancer. */
  readonly root: Group = new Group();
  readonly #rig: Rig;
  readonly #iks: readonly IkDefinition[];

  constructor(rig: Rig) {
    this.#rig = rig;
    const { beforePhysics, ikNames } = rig.definition;
    this.#iks = beforePhysics.iks.filter(({ slot }) => ikNames[slot] in FEET);
    const ring = new RingGeometry(0.62, 0.78, 40);
    const dot = new SphereGeometry(0.2, 16, 12);
    const material = new MeshBasicMaterial({ color: '#e0641c', depthTest: false, transparent: true });
    for (let i = 0; i < this.#iks.length; i++) {
      const mark = new Group().add(new Mesh(ring, material), new Mesh(dot, material));
      for (const mesh of mark.children) mesh.renderOrder = 1e6; // after all materials of the dancer
      this.root.add(mark);
    }
  }

  /** Moves the marks to the goals. To be called after a solve. Allocates nothing. */
  update(): void {
    const { worldPositions } = this.#rig;
    for (let i = 0; i < this.#iks.length; i++) {
      this.root.children[i].position.fromArray(worldPositions, 3 * this.#iks[i].bone);
    }
  }

  /** The distance between each ankle and its goal, in units. */
  get distances(): { left: number; right: number } {
    const { definition, worldPositions } = this.#rig;
    const distances = { left: 0, right: 0 };
    for (const { slot, bone, effector } of this.#iks) {
      const side = FEET[definition.ikNames[slot] as keyof typeof FEET];
      const [x, y, z] = [0, 1, 2].map((i) => worldPositions[3 * bone + i] - worldPositions[3 * effector + i]);
      distances[side] = Math.hypot(x, y, z);
    }
    return distances;
  }
}

import { ModelCrowdBase } from '../../crowd/model-crowd-base.js';
import type { MmdModel } from '../../mmd-model/mmd-model.js';
import { WEBGL_CROWD_KIT } from './crowd-drawing.js';

/**
 * Draws many copies of one model with few draw calls, for `WebGLRenderer`. Poses, morphs and places are each
 * dancer's own.
 *
 * The dancers are the model and its clones. They stay out of the scene: the place of their `root` counts in
 * {@link root}. The picture is that of single models, drawn far to near. Parts that are see-through take
 * further draw calls where dancers overlap, up to 60 in all; beyond that, a dancer behind such a part of
 * another one may lack materials that come later in the file. The shadows of all dancers lie on one ground,
 * and are as dark where they overlap as elsewhere.
 *
 * @example
 * const crowd = new ModelCrowd(model);
 * scene.add(crowd.root);
 * crowd.add(model);
 * for (let i = 1; i < 20; i++) {
 *   const dancer = model.clone();
 *   dancer.root.position.x = 10 * i;
 *   crowd.add(dancer);
 * }
 * renderer.setAnimationLoop(() => {
 *   for (const dancer of crowd.dancers) dancer.update();
 *   crowd.update();
 *   renderer.render(scene, camera);
 * });
 */
export class ModelCrowd extends ModelCrowdBase {
  /**
   * Takes over look, edges, shadows and switches of the model as they are now.
   *
   * @throws TypeError if the model is of `@odori/model/webgpu`.
   */
  constructor(model: MmdModel) {
    super(WEBGL_CROWD_KIT, model);
  }
}

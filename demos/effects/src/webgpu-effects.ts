import type { Focus } from '@odori/runtime';
import type { PerspectiveCamera, Scene } from 'three';
import { type Node, RenderPipeline, type WebGPURenderer } from 'three/webgpu';
import { mix, pass, saturation, uniform, vec3, vec4 } from 'three/tsl';
import { bloom } from 'three/addons/tsl/display/BloomNode.js';
import { dof } from 'three/addons/tsl/display/DepthOfFieldNode.js';
import { film } from 'three/addons/tsl/display/FilmNode.js';
import { ao } from 'three/addons/tsl/display/GTAONode.js';
import { EFFECTS, type EffectName, type Effects } from './effects.js';

type Picture = ReturnType<typeof pass>;

/** The effects by the nodes of three.js. */
export class WebGPUEffects implements Effects {
  readonly #renderer: WebGPURenderer;
  readonly #camera: PerspectiveCamera;
  readonly #focus: Focus;
  readonly #picture: Picture;
  readonly #focusDistance = uniform(1);
  readonly #pipeline: RenderPipeline;
  /** The graphs, by the names of their effects: each is compiled once. */
  readonly #graphs = new Map<string, Node<'vec4'>>();

  constructor(renderer: WebGPURenderer, scene: Scene, camera: PerspectiveCamera, focus: Focus) {
    this.#renderer = renderer;
    this.#camera = camera;
    this.#focus = focus;
    this.#picture = pass(scene, camera);
    this.#pipeline = new RenderPipeline(renderer);
  }

  show(names: ReadonlySet<EffectName>): void {
    const key = EFFECTS.filter((name) => names.has(name)).join();
    let graph = this.#graphs.get(key);
    if (!graph) this.#graphs.set(key, (graph = this.#createGraph(names)));
    this.#pipeline.outputNode = graph;
    this.#pipeline.needsUpdate = true;
  }

  draw(): void {
    this.#focus.update();
    this.#focusDistance.value = this.#focus.distanceFrom(this.#camera);
    this.#pipeline.render();
  }

  async finish(): Promise<void> {
    const { device } = this.#renderer.backend as unknown as { device: GPUDevice };
    await device.queue.onSubmittedWorkDone();
  }

  #createGraph(names: ReadonlySet<EffectName>): Node<'vec4'> {
    let color = this.#picture.getTextureNode() as unknown as Node<'vec4'>;
    if (names.has('ao')) color = color.mul(vec4(vec3(this.#createOcclusion()), 1));
    if (names.has('dof')) {
      const blurred = dof(color, this.#picture.getViewZNode(), this.#focusDistance, 40, 2.5);
      color = blurred as unknown as Node<'vec4'>;
    }
    if (names.has('bloom')) color = color.add(bloom(color, 0.5, 0.6, 1) as unknown as Node<'vec4'>);
    if (names.has('grading')) {
      color = vec4(saturation(color.rgb, 1.08).max(0), color.a);
    }
    if (names.has('grain')) color = film(color, uniform(0.35)) as unknown as Node<'vec4'>;
    return color;
  }

  /** From the depth alone: normals are null, which the types do not know. */
  #createOcclusion(): Node<'float'> {
    const occlusion = ao(this.#picture.getTextureNode('depth'), null as unknown as Node, this.#camera);
    occlusion.radius.value = 2;
    const open = (occlusion.getTextureNode() as unknown as Node<'vec4'>).r;
    return mix(1, open, 0.6); // the edges of samples show where it is whole
  }
}

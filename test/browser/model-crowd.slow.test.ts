import { parsePmx } from '@odori/format';
import type { MmdModel, ModelOptions } from '@odori/model';
import { bindMotion, loadMotion, type Motion } from '@odori/runtime';
import {
  BasicShadowMap,
  DirectionalLight,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PlaneGeometry,
  PointLight,
} from 'three';
import type { WebGPURenderer } from 'three/webgpu';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import danceUrl from '@odori/sample/files/dance.vmd?url';
import dancerUrl from '@odori/sample/files/dancer.pmx?url';
import {
  CAMERA,
  compare,
  createCrowdPicture,
  differenceOf,
  expectSame,
  formation,
} from '#test/support/crowd-pictures.js';
import { environment } from '#test/support/lit-scenes.js';
import { LOOK_POSE, lookModel } from '#test/support/look-model.js';
import { type ModelPicture, playKeys, showModel } from '#test/support/model-picture.js';
import { crowdOf, modelEntryOf, RENDERER_KINDS } from '#test/support/renderers.js';

let dance: Motion;

beforeAll(async () => {
  dance = await loadMotion(danceUrl);
});

let picture: ModelPicture;
afterEach(() => picture.dispose());

describe.each(RENDERER_KINDS)('%s, dancers', (kind) => {
  async function openDancers(count: number, options: ModelOptions = {}): Promise<MmdModel[]> {
    picture = await createCrowdPicture(kind);
    const { loadModel } = await modelEntryOf(kind);
    const dancers = formation(await loadModel(dancerUrl, options), count);
    dancers.forEach((dancer, i) => {
      bindMotion(dance, dancer.rig).sample(30 * i);
      dancer.update();
    });
    return dancers;
  }

  test('twenty dancers take at most 60 draw calls, and the picture is the same', async () => {
    const dancers = await openDancers(20);
    const result = await compare(picture, dancers);
    expect(result.calls[1]).toBeLessThanOrEqual(60);
    expectSame(result);
  });

  test('materials of the page, and a faded material', async () => {
    const dancers = await openDancers(2, {
      material: ({ color, side, colorMap: map, index }) =>
        index % 2 === 0 ? new MeshBasicMaterial({ color, side, map }) : undefined,
    });
    for (const { surface } of dancers) surface.setMaterialOpacity(0, 0.5);
    const result = await compare(picture, dancers);
    expectSame(result);
  });

  test('dancers of other sizes, with other faces, under shadows', async () => {
    const dancers = await openDancers(5);
    const { createMmdLight } = await modelEntryOf(kind);
    const floor = new Mesh(new PlaneGeometry(60, 60).rotateX(-Math.PI / 2), new MeshLambertMaterial());
    floor.receiveShadow = true;
    picture.scene.add(createMmdLight(), floor);
    picture.renderer.shadowMap.enabled = true;
    picture.renderer.shadowMap.type = BasicShadowMap;
    dancers.forEach((dancer, i) => {
      dancer.root.scale.set(1 + i / 10, 1 + i / 20, 1);
      dancer.surface.groundShadow.visible = false;
      dancer.rig.pose.morphWeights.fill(0);
      dancer.rig.pose.morphWeights[2 * i] = 1;
      dancer.update();
    });
    const result = await compare(picture, dancers);
    expectSame(result);
  });

  test('dancers in the light of the scene, with its shadows and environment', async () => {
    const dancers = await openDancers(3);
    const sun = new DirectionalLight(0xffe0c0, 2);
    sun.position.set(20, 40, 30);
    sun.castShadow = true;
    Object.assign(sun.shadow.camera, { left: -25, right: 25, bottom: -25, top: 25, near: 1, far: 200 });
    picture.scene.add(sun, new PointLight(0x4060ff, 300).translateY(12).translateZ(8));
    picture.scene.environment = environment((_x, y) => (y > 0 ? [0.4, 0.4, 0.5] : [0.2, 0.1, 0.1]));
    picture.renderer.shadowMap.enabled = true;
    for (const dancer of dancers) dancer.surface.look = 'scene';
    const result = await compare(picture, dancers);
    expect(result.calls[1]).toBeLessThan(result.calls[0]);
    expectSame(result);
  });

  test('a crowd that grows, beside a crowd of another model', async () => {
    const dancers = await openDancers(12);
    const { bytes, files } = lookModel();
    const other = await showModel(picture, parsePmx(bytes), files);
    playKeys(other, LOOK_POSE);
    other.root.position.set(0, 10, -60);
    // where they overlap, a crowd's are not darker
    for (const dancer of dancers) dancer.surface.groundShadow.visible = false;
    picture.scene.add(other.root, ...dancers.map(({ root }) => root));
    await picture.draw(CAMERA);
    const expected = picture.pixels();
    for (const model of [...dancers, other]) model.root.removeFromParent();
    const crowds = [await crowdOf(other, kind), await crowdOf(dancers[0], kind)];
    for (const crowd of crowds) picture.add(crowd);
    crowds[0].add(other);
    for (const dancer of dancers) {
      crowds[1].add(dancer);
      for (const crowd of crowds) crowd.update();
      if (crowds[1].dancers.length % 4 === 1) await picture.draw(CAMERA);
    }
    await picture.draw(CAMERA);
    expectSame(differenceOf(picture.pixels(), expected));
  });

  test.skipIf(kind === 'WebGLRenderer')(
    'all passes draw what one compute shader has skinned, where the renderer has compute shaders',
    async () => {
      const dancers = await openDancers(2);
      const { compute } = (picture.renderer as WebGPURenderer).info;
      const crowd = await crowdOf(dancers[0], kind);
      picture.add(crowd);
      crowd.add(dancers[0]);
      crowd.update();
      const before = compute.calls;
      await picture.draw(CAMERA); // bodies, edges and ground shadows
      await picture.draw(CAMERA); // the same poses
      const computed = kind === 'WebGPURenderer, WebGPU' ? 1 : 0;
      expect(compute.calls - before).toBe(computed);
      crowd.update();
      await picture.draw(CAMERA);
      expect(compute.calls - before).toBe(2 * computed);
    },
  );
});

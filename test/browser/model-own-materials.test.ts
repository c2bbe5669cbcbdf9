import { BDEF2, SDEF } from '@odori/format/internal';
import { createPmxBone, PMX_BONE, type Pmx } from '@odori/format';
import type { FileMaterial, MmdModel, ModelOptions } from '@odori/model';
import {
  DirectionalLight,
  DoubleSide,
  GLSL3,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshPhysicalMaterial,
  PlaneGeometry,
  RawShaderMaterial,
  Raycaster,
  ShaderMaterial,
  Vector3,
} from 'three';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ADD, materialMorph, MULTIPLY } from '#test/model/small-model.js';
import { ModelBuilder } from '#test/support/model-builder.js';
import { expectColor, ModelPicture, playKeys, showModel } from '#test/support/model-picture.js';
import { modelEntryOf, type RendererKind, RENDERERS } from '#test/support/renderers.js';
import { bmp } from '#test/support/test-images.js';

describe.each(RENDERERS)('%s', (kind) => {
  /** 32 × 32 pixels for 8 × 8 units. */
  let picture: ModelPicture;

  beforeEach(async () => {
    picture = await ModelPicture.create(kind, 32, 32, 8);
  });

  afterEach(() => picture.dispose());

  type Make = NonNullable<ModelOptions['material']>;
  type FileSettings = Parameters<ModelBuilder['material']>[0];

  /** An arm of 6 units, upright, with an elbow in its middle. */
  function arm(type: number): Pmx {
    const builder = new ModelBuilder();
    builder.material({ flags: 1 | 4 });
    const flags = PMX_BONE.rotatable | PMX_BONE.visible | PMX_BONE.enabled;
    const elbow =
      builder.bones.push(createPmxBone({ name: '肘', parent: 0, position: [0, 0, 0], flags })) - 1;
    builder.tube([0, -3, 0], 3, (height) => {
      const weight = Math.min(Math.max((height - 0.25) * 2, 0), 1);
      return { type, bones: [elbow, 0], weights: [weight, 1 - weight], sdef: [0, 0, 0, 0, 0, 0, 0, 0, 0] };
    });
    return builder.build();
  }

  const BENT = {
    bones: [
      {
        name: '肘',
        frame: 0,
        rotation: [0, 0, -Math.SQRT1_2, Math.SQRT1_2] as [number, number, number, number],
      },
    ],
  };

  function quad(material: FileSettings = {}): ModelBuilder {
    const builder = new ModelBuilder();
    builder.material(material);
    builder.quad({ center: [0, 0, 0], width: 6, height: 6 });
    return builder;
  }

  async function show(pmx: Pmx, material?: Make, files: Record<string, Blob> = {}): Promise<MmdModel> {
    return showModel(picture, pmx, files, material ? { material } : {});
  }

  const glowing: Make = () =>
    new MeshPhysicalMaterial({ color: 0x000000, emissive: 0xffffff, side: DoubleSide });

  /** Which pixels are not those of the background, 128. */
  async function silhouette(): Promise<string> {
    await picture.draw();
    const pixels = picture.pixels();
    return Array.from({ length: pixels.length / 4 }, (_, i) => (pixels[4 * i] === 128 ? '.' : '#')).join('');
  }

  async function shapeOf(pmx: Pmx, material?: Make): Promise<string> {
    const model = await show(pmx, material);
    playKeys(model, BENT);
    const shape = await silhouette();
    model.dispose();
    return shape;
  }

  test('a physical material is where MMD’s material is, with SDEF and without it', async () => {
    const spherical = await shapeOf(arm(SDEF));
    expect(await shapeOf(arm(SDEF), glowing)).toBe(spherical);
    const linear = await shapeOf(arm(BDEF2));
    expect(await shapeOf(arm(BDEF2), glowing)).toBe(linear);
    expect(linear).not.toBe(spherical);
  });

  test('normals turn with the bones', async () => {
    const light = new DirectionalLight(0xffffff, Math.PI);
    light.position.set(0, 0, 100);
    picture.scene.add(light);
    const builder = quad();
    const [{ name }] = builder.bones;
    const model = await show(builder.build(), () => new MeshLambertMaterial());
    expectColor(await picture.pixel(16, 16), [255, 255, 255]);
    playKeys(model, {
      bones: [{ name, frame: 0, rotation: [0, Math.sin(Math.PI / 6), 0, Math.cos(Math.PI / 6)] }],
    });
    expectColor(await picture.pixel(16, 16), [188, 188, 188]); // cos 60° of linear white
  });

  test('shadow maps have the vertices that SDEF moves', async () => {
    picture.renderer.shadowMap.enabled = true;
    const light = new DirectionalLight(0xffffff, Math.PI);
    light.position.set(0, 0, 10);
    light.castShadow = true;
    picture.scene.add(light);
    const wall = new Mesh(new PlaneGeometry(8, 8), new MeshLambertMaterial());
    wall.position.z = -3;
    wall.receiveShadow = true;
    picture.scene.add(wall);
    picture.camera.near = picture.camera.position.z + 2; // the arm is nearer
    picture.camera.updateProjectionMatrix();
    const shadowOf = async (type: number, material?: Make): Promise<string> => {
      const model = await show(arm(type), material);
      model.surface.groundShadow.visible = false;
      playKeys(model, BENT);
      await picture.draw();
      const dark = Array.from(picture.pixels()).filter((_, i) => i % 4 === 0);
      model.dispose();
      return dark.map((red) => (red < 128 ? '#' : '.')).join('');
    };
    const spherical = await shadowOf(SDEF);
    expect(spherical).toContain('#');
    expect(await shadowOf(SDEF, glowing)).toBe(spherical);
    expect(await shadowOf(BDEF2, glowing)).not.toBe(spherical);
  });

  test('what the page does in the shader goes on: places and colors', async () => {
    const own = await greenAndAside(kind);
    const model = await show(quad().build(), () => own);
    expectColor(await picture.pixel(22, 16), [0, 255, 0]);
    expectColor(await picture.pixel(5, 16), [128, 128, 128]); // moved by 2 units, 8 pixels
    expectColor(await picture.pixel(31, 16), [0, 255, 0]);
    model.surface.setMaterialOpacity(0, 0.5);
    expectColor(await picture.pixel(22, 16), [64, 192, 64]);
  });

  test('two kinds of code of the page are two programs, also if nothing else differs', async () => {
    const builder = quad();
    builder.material();
    builder.quad({ center: [0, -2, -1], width: 6, height: 2 });
    const own = await greenAndAside(kind);
    await show(builder.build(), ({ index }) => (index === 0 ? own : new MeshBasicMaterial()));
    expectColor(await picture.pixel(16, 12), [0, 255, 0]);
    expectColor(await picture.pixel(16, 24), [255, 255, 255]);
  });

  test('material morphs tint the color and the alpha, each material by itself', async () => {
    const half = { diffuse: [0.5, 0.5, 0.5, 1], ambient: [0.5, 0.5, 0.5] };
    const builder = quad({ ambient: [1, 0.5, 0.25], diffuse: [0, 0, 0, 1] });
    builder.material({ ambient: [1, 1, 1] });
    builder.quad({ center: [0, -2, -1], width: 6, height: 2 });
    builder.morphs.push(
      materialMorph('dark', { material: 0, operation: MULTIPLY, changes: half }),
      materialMorph('faint', { material: 0, operation: MULTIPLY, changes: { diffuse: [1, 1, 1, 0.5] } }),
      materialMorph('gone', { material: 0, operation: ADD, changes: { diffuse: [0, 0, 0, -1] } }),
    );
    const model = await show(builder.build(), ({ color }) => new MeshBasicMaterial({ color }));
    const shown = async (...names: string[]): Promise<number[]> => {
      playKeys(model, { morphs: names.map((name) => ({ name, frame: 0, weight: 1 })) });
      expectColor(await picture.pixel(16, 24), [255, 255, 255]);
      return picture.pixel(16, 12);
    };
    expectColor(await shown(), [255, 128, 64]);
    expectColor(await shown('dark'), [128, 64, 32]);
    expectColor(await shown('faint'), [192, 128, 96]); // half of the background, 128
    expectColor(await shown('gone'), [128, 128, 128]);
  });

  test('another look leaves it as it is, and changes the materials beside it', async () => {
    const sun = new DirectionalLight(0xffffff, 2 * Math.PI);
    sun.position.set(0, 0, 100);
    picture.scene.add(sun);
    const builder = quad();
    builder.material({ ambient: [0.5, 0.5, 0.5], diffuse: [0, 0, 0, 1] });
    builder.quad({ center: [0, -2, -1], width: 6, height: 2 });
    const own = ({ index }: FileMaterial): Material | undefined =>
      index === 0 ? new MeshBasicMaterial({ color: 0x00ff00 }) : undefined;
    const model = await show(builder.build(), own);
    const looks: Record<string, number> = {};
    for (const look of ['plain', 'scene', 'shaded'] as const) {
      model.surface.look = look;
      expectColor(await picture.pixel(16, 12), [0, 255, 0]);
      [looks[look]] = await picture.pixel(16, 24);
    }
    expect(looks['shaded']).toBe(looks['plain']);
    expect(looks['scene']).toBeGreaterThan(looks['plain'] + 20); // twice the light
  });

  test('glass may become opaque and glass again', async () => {
    const own = new MeshBasicMaterial({ color: 0xff0000, opacity: 0.5 });
    const model = await show(quad().build(), () => own);
    expectColor(await picture.pixel(16, 16), [192, 64, 64]);
    own.transparent = false;
    own.needsUpdate = true;
    expectColor(await picture.pixel(16, 16), [255, 0, 0]);
    own.transparent = true;
    own.needsUpdate = true;
    expectColor(await picture.pixel(16, 16), [192, 64, 64]);
    model.surface.setMaterialOpacity(0, 0);
    expectColor(await picture.pixel(16, 16), [128, 128, 128]);
  });

  test('a ray hits it as it hits MMD’s material, and says which one', async () => {
    const ray = new Raycaster(new Vector3(1, 1, 10), new Vector3(0, 0, -1));
    const picked = async (material?: Make): Promise<unknown> => {
      const builder = quad({ name: 'front' });
      builder.material({ name: 'behind' });
      builder.quad({ center: [0, 0, 1], width: 6, height: 6 });
      const model = await show(builder.build(), material);
      model.root.updateMatrixWorld(true);
      const hit = model.pick(ray);
      model.dispose();
      return hit;
    };
    expect(await picked(glowing)).toEqual(await picked());
    expect(await picked(glowing)).toMatchObject({ material: 'front', point: { x: 1, y: 1, z: 0 } });
  });

  test('a material has the edge of the file; setMaterialOpacity fades both', async () => {
    const builder = new ModelBuilder();
    builder.material({ flags: 16, edgeColor: [0, 0, 1, 1], edgeSize: 40 });
    builder.ball([0, 0, 0], 2);
    const model = await show(builder.build(), () => new MeshBasicMaterial({ color: 0xff0000 }));
    expectColor(await picture.pixel(16, 16), [255, 0, 0]);
    expectColor(await picture.pixel(16, 7), [0, 0, 255]);
    model.surface.setMaterialOpacity(0, 0.5);
    expectColor(await picture.pixel(16, 16), [192, 64, 64]);
    expectColor(await picture.pixel(16, 7), [64, 64, 192]);
    model.surface.setMaterialOpacity(0, 0);
    expectColor(await picture.pixel(16, 16), [128, 128, 128]);
  });

  test('the textures of the file are white, and have their images when these have loaded', async () => {
    const builder = quad({ texture: 0 });
    builder.texture('green.bmp');
    let open: (file: Blob) => void = () => {};
    const file = new Promise<Blob>((resolve) => (open = resolve));
    const { createModel } = await modelEntryOf(kind);
    const model = createModel(builder.build(), {
      files: { open: () => file },
      material: ({ colorMap: map }) => new MeshBasicMaterial({ map }),
    });
    picture.add(model);
    expectColor(await picture.pixel(16, 16), [255, 255, 255]);
    open(
      bmp({
        width: 2,
        rows: [
          [
            [0, 200, 0],
            [0, 200, 0],
          ],
        ],
      }),
    );
    await model.ready;
    expectColor(await picture.pixel(16, 16), [0, 200, 0]);
  });

  test('clones have materials of their own, and share the textures', async () => {
    const made: FileMaterial[] = [];
    const builder = quad({ texture: 0 });
    builder.texture('green.bmp');
    const green = bmp({
      width: 2,
      rows: [
        [
          [0, 200, 0],
          [0, 200, 0],
        ],
      ],
    });
    const model = await show(
      builder.build(),
      (material) => {
        made.push(material);
        return new MeshBasicMaterial({ map: material.colorMap });
      },
      { 'green.bmp': green },
    );
    const clone = model.clone();
    picture.add(clone);
    model.surface.setMaterialOpacity(0, 0);
    expect(made.map(({ index }) => index)).toEqual([0, 0]);
    expect(made[0].colorMap).toBe(made[1].colorMap);
    expectColor(await picture.pixel(16, 16), [0, 200, 0]);
    model.dispose();
    expectColor(await picture.pixel(16, 16), [0, 200, 0]);
  });
});

/** The body of `main` of a red material that includes what the tint needs. */
const RED = /* glsl */ `{
  vec4 diffuseColor = vec4(1.0, 0.0, 0.0, 1.0);
  vec3 outgoingLight = vec3(0.0);
  #include <color_fragment>
  outgoingLight = diffuseColor.rgb;
  #include <opaque_fragment>
}`;

describe('a ShaderMaterial on WebGLRenderer', () => {
  let picture: ModelPicture;

  beforeEach(async () => {
    picture = await ModelPicture.create('WebGLRenderer', 32, 32, 8);
  });

  afterEach(() => picture.dispose());

  const inPlace = /* glsl */ `void main(void) {
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }`;

  async function expectRed(material: ShaderMaterial): Promise<void> {
    const builder = new ModelBuilder();
    builder.material({ ambient: [1, 1, 1], diffuse: [0, 0, 0, 1] });
    builder.quad({ center: [0, 0, 0], width: 6, height: 6 });
    builder.morphs.push(
      materialMorph('dark', {
        material: 0,
        operation: MULTIPLY,
        changes: { diffuse: [1, 1, 1, 1], ambient: [0.5, 0.5, 0.5] },
      }),
    );
    const model = await showModel(picture, builder.build(), {}, { material: () => material });
    expectColor(await picture.pixel(16, 16), [255, 0, 0]);
    playKeys(model, { morphs: [{ name: 'dark', frame: 0, weight: 1 }] });
    expectColor(await picture.pixel(16, 16), [55, 0, 0]); // linear: the shader does not encode
  }

  test.each([
    'void main()',
    'void main(void)',
    'void main ()',
    'void\nmain( void )',
    '// void main()\nvoid main ()',
  ])('is tinted, however it writes its main function: %j', (main) =>
    expectRed(new ShaderMaterial({ vertexShader: inPlace, fragmentShader: `${main} ${RED}` })),
  );

  test('is tinted, also if it is raw and sets its own precision', () =>
    expectRed(
      new RawShaderMaterial({
        vertexShader: `uniform mat4 projectionMatrix, modelViewMatrix;\nin vec3 position;\n${inPlace}`,
        fragmentShader: `precision mediump float;\nout vec4 color;\n#define gl_FragColor color\nvoid main(void) ${RED}`,
        glslVersion: GLSL3,
      }),
    ));
});

/** Green in any light, and moved 2 units to the right, by code of the page's. */
async function greenAndAside(kind: RendererKind): Promise<Material> {
  if (kind !== 'WebGLRenderer') {
    const { MeshBasicNodeMaterial } = await import('three/webgpu');
    const { positionLocal, vec3 } = await import('three/tsl');
    const material = new MeshBasicNodeMaterial();
    material.colorNode = vec3(0, 1, 0);
    material.positionNode = positionLocal.add(vec3(2, 0, 0));
    return material;
  }
  const material = new MeshBasicMaterial();
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader.replace(
      '#include <begin_vertex>',
      '#include <begin_vertex>\ntransformed.x += 2.0;',
    );
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <opaque_fragment>',
      'outgoingLight = vec3(0.0, 1.0, 0.0);\n#include <opaque_fragment>',
    );
  };
  return material;
}

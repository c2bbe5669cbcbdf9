import type { PmxMaterial } from '@odori/format';
import { type Material, Vector4 } from 'three';
import type { Node, NodeBuilder } from 'three/webgpu';
import { diffuseColor, Fn, positionLocal, uniform } from 'three/tsl';
import { PageTint } from '../surface/page-tint.js';
import { type BodyOptions, type BodySurface, drawInOrder } from '../surface/surface-kit.js';
import type { InstanceFeatures } from './instance-data.js';
import { NOWHERE } from './mmd-node-material.js';
import { skinnedPosition } from './skin-vertex.js';

/** What three calls to build a shader. For materials without nodes, it makes one with these properties. */
interface PageMaterial extends Material {
  setupPosition?: (builder: NodeBuilder) => Node;
  setupDiffuseColor?: (builder: NodeBuilder) => void;
  positionNode?: Node | null;
  castShadowPositionNode?: Node | null;
}

type Setup = Required<Pick<PageMaterial, 'setupPosition' | 'setupDiffuseColor'>>;

const TINTS = /* @__PURE__ */ new WeakMap<Material, PageTint>();
const WHOLE = /* @__PURE__ */ new Vector4(1, 1, 1, 1);

/** That of the material that is drawn: materials of one kind share a shader. */
const tint = uniform(new Vector4()).onObjectUpdate(
  ({ material }) => TINTS.get(material!)?.value ?? WHOLE,
) as unknown as Node<'vec4'>;

/** A material of the page as that of a body: webgl/page-material.ts with nodes. */
export function createPageSurface(
  material: PageMaterial,
  features: BodyOptions & InstanceFeatures,
  file: PmxMaterial,
): BodySurface {
  const own = new PageTint(file);
  TINTS.set(material, own);
  drawInOrder(material);
  const { castShadowPositionNode } = material;
  const skin = skinnedPosition(features);
  material.setupPosition = function setupPosition(builder) {
    positionLocal.assign(skin);
    return classOf(this).setupPosition.call(this, withoutBones(builder));
  };
  material.setupDiffuseColor = function setupDiffuseColor(builder) {
    classOf(this).setupDiffuseColor.call(this, builder);
    diffuseColor.mulAssign(tint);
  };
  material.castShadowPositionNode = features.castsShadow ? shadowPosition(material, skin) : NOWHERE;
  return {
    material,
    write: (values, start, opacity) => own.write(values, start, opacity),
    lightByScene() {}, // three's lights light it in any look
    setTexture() {}, // the page has textures that get the images, see PageTextures
    dispose() {
      delete material.setupPosition;
      delete material.setupDiffuseColor;
      material.castShadowPositionNode = castShadowPositionNode ?? null;
      material.dispose();
    },
  };
}

function classOf(material: object): Setup {
  return Object.getPrototypeOf(material) as Setup;
}

/** three would move the vertices of a skinned mesh once more. */
function withoutBones(builder: NodeBuilder): NodeBuilder {
  return Object.create(builder, { object: { value: {} } }) as NodeBuilder;
}

/** The page's node finds the vertex in the pose, as it does where it is not drawn into a shadow map. */
function shadowPosition({ castShadowPositionNode, positionNode }: PageMaterial, skin: Node<'vec3'>): Node {
  const moved = castShadowPositionNode ?? positionNode;
  if (!moved) return skin;
  return Fn(() => {
    positionLocal.assign(skin);
    return moved;
  })();
}

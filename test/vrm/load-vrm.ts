import { type VRM, VRMLoaderPlugin } from '@pixiv/three-vrm';
import { type VRMAnimation, VRMAnimationLoaderPlugin } from '@pixiv/three-vrm-animation';
import { Texture } from 'three';
import { type GLTF, GLTFLoader, type GLTFParser } from 'three/addons/loaders/GLTFLoader.js';

/** Textures need a browser. */
class EmptyTextures {
  readonly name = 'empty-textures';

  loadTexture(): Promise<Texture> {
    return Promise.resolve(new Texture());
  }
}

/** Loads a GLB in Node, with everything but its pictures. */
export async function loadGltf(bytes: Uint8Array): Promise<GLTF> {
  const loader = new GLTFLoader();
  loader.register((parser: GLTFParser) => new VRMLoaderPlugin(parser));
  loader.register((parser: GLTFParser) => new VRMAnimationLoaderPlugin(parser));
  loader.register(() => new EmptyTextures());
  return loader.parseAsync(Uint8Array.from(bytes).buffer, '');
}

/** An avatar as three-vrm loads it. */
export async function loadVrm(bytes: Uint8Array): Promise<VRM> {
  const { userData } = await loadGltf(bytes);
  return userData['vrm'] as VRM;
}

/** A VRMA as three-vrm-animation loads it. */
export async function loadVrma(bytes: Uint8Array): Promise<VRMAnimation> {
  const { userData } = await loadGltf(bytes);
  return (userData['vrmAnimations'] as VRMAnimation[])[0];
}

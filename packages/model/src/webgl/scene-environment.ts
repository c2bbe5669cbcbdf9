import {
  CubeReflectionMapping,
  type CubeTexture,
  Euler,
  Matrix3,
  Matrix4,
  PMREMGenerator,
  type Scene,
  type ShaderMaterial,
  type Texture,
  type WebGLRenderer,
} from 'three';
import type { SceneSettings } from '../surface/scene-settings.js';

/** What three's chunks for environment maps read. */
export function environmentUniforms(): ShaderMaterial['uniforms'] {
  return {
    envMap: { value: null },
    envMapIntensity: { value: 1 },
    envMapRotation: { value: new Matrix3() },
  };
}

/**
 * Gives a material the environment of the scene that is drawn: three gives it to its own materials only.
 * Allocates only for a new environment.
 */
export function applyEnvironment(
  material: ShaderMaterial,
  { environmentShare, noteAreaLight }: SceneSettings,
  renderer: WebGLRenderer,
  scene: Scene,
): void {
  const { uniforms } = material;
  if (uniforms['rectAreaLights'].value.length > 0) noteAreaLight();
  const environment = environmentShare.value > 0 ? blurred(renderer, scene.environment) : null;
  // three compiles the material anew if there is one now, and was none before
  (material as { envMap?: Texture | null }).envMap = uniforms['envMap'].value = environment;
  if (!environment) return;
  uniforms['envMapIntensity'].value = scene.environmentIntensity * environmentShare.value;
  rotation.copy(scene.environmentRotation);
  (uniforms['envMapRotation'].value as Matrix3)
    .setFromMatrix4(matrix.makeRotationFromEuler(rotation))
    .transpose();
}

const rotation = /* @__PURE__ */ new Euler();
const matrix = /* @__PURE__ */ new Matrix4();

/** The mapping of blurred environments, which the oldest versions of three that this package takes have. */
const CUBE_UV_MAPPING = 306;

type BlurredTarget = ReturnType<PMREMGenerator['fromEquirectangular']>;

/** The environments of a renderer, blurred for surfaces of all roughnesses. */
interface Environments {
  readonly generator: PMREMGenerator;
  readonly targets: WeakMap<Texture, BlurredTarget>;
}

const environments = /* @__PURE__ */ new WeakMap<WebGLRenderer, Environments>();

/** An environment as three's chunks read it; null if its picture has not loaded yet. */
function blurred(renderer: WebGLRenderer, texture: Texture | null): Texture | null {
  if (!texture || isBlurred(texture)) return texture;
  let own = environments.get(renderer);
  if (!own) environments.set(renderer, (own = createEnvironments(renderer)));
  const target = own.targets.get(texture);
  const { pmremVersion } = texture;
  if (target?.texture.pmremVersion === pmremVersion) return target.texture;
  if (!hasPicture(texture)) return null;
  return createBlurred(own, texture).texture;
}

function createEnvironments(renderer: WebGLRenderer): Environments {
  return { generator: new PMREMGenerator(renderer), targets: new WeakMap() };
}

function createBlurred({ generator, targets }: Environments, texture: Texture): BlurredTarget {
  const last = targets.get(texture);
  const isCube = texture.mapping === CubeReflectionMapping;
  const target = isCube
    ? generator.fromCubemap(texture as CubeTexture, last)
    : generator.fromEquirectangular(texture, last);
  target.texture.pmremVersion = texture.pmremVersion;
  if (last) return target;
  targets.set(texture, target);
  const free = (): void => {
    texture.removeEventListener('dispose', free);
    targets.delete(texture);
    target.dispose();
  };
  texture.addEventListener('dispose', free);
  return target;
}

function isBlurred(texture: Texture): boolean {
  return (texture.mapping as number) === CUBE_UV_MAPPING || texture.isPMREMTexture;
}

function hasPicture({ image, isRenderTargetTexture }: Texture): boolean {
  if (isRenderTargetTexture) return true;
  const first = (Array.isArray(image) ? image[0] : image) as { readonly height?: number } | undefined;
  return first?.height !== undefined && first.height > 0;
}

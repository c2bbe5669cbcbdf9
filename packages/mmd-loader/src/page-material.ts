import { type Pmx, PMX_MATERIAL, type PmxMaterial } from '@odori/format';
import {
  Color,
  DataTexture,
  type IUniform,
  type Material,
  MeshPhongMaterial,
  NoColorSpace,
  type RGB,
  ShaderMaterial,
  SRGBColorSpace,
  type Texture,
  type Vector3,
  type Vector4,
} from 'three';
import { warnOnce } from './warn-once.js';

/** The properties of r171's materials that pages read and write; colors as three has them. */
interface PageProperties {
  color: Color;
  emissive: Color;
  specular: Color;
  shininess: number;
}

type PageMaterial = ShaderMaterial & PageProperties;

/**
 * Gives one of our materials the properties of r171's, so that pages can read them, write them, clone the
 * material, and copy it into a `MeshPhongMaterial`.
 */
export function addPageProperties(
  material: ShaderMaterial,
  pmx: Pmx,
  index: number,
  isEdgeShown: () => boolean,
): void {
  const { texture, sphereTexture, sphereMode } = pmx.materials[index];
  material.userData = {
    MMD: { mapFileName: pmx.textures[texture], matcapFileName: pmx.textures[sphereTexture] },
    outlineParameters: outlineParameters(pmx.materials[index], isEdgeShown),
  };
  behave(material, sphereMode, texture < 0 ? 1 : MAPPED_EMISSIVE);
}

/** r171 had a fifth of MMD's ambient color as the emissive color of materials with a texture. */
const MAPPED_EMISSIVE = 0.2;

function behave(material: ShaderMaterial, sphereMode: number, emissivePart: number): void {
  addMissing(material);
  define(material, 'isMMDToonMaterial', { value: true });
  const { colorMap, hasColorMap, toonMap, hasToon, sphereMap, sphereMode: mode } = material.uniforms;
  defineTexture(material, 'map', colorMap, hasColorMap, true);
  defineTexture(material, 'gradientMap', toonMap, hasToon, true);
  defineTexture(material, 'matcap', sphereMap, mode, sphereMode || 1);
  material.onBeforeRender = writtenProperties(material as PageMaterial, emissivePart);
  material.clone = () => {
    const { uniforms } = material;
    const copy = new ShaderMaterial().copy(material);
    for (const name in uniforms) {
      // three has copied it
      if (uniforms[name].value?.isTexture) copy.uniforms[name].value = uniforms[name].value;
    }
    behave(copy, sphereMode, emissivePart);
    return copy;
  };
}

function define(material: Material, name: string, descriptor: PropertyDescriptor): void {
  Object.defineProperty(material, name, { configurable: true, ...descriptor });
}

/** What `MeshPhongMaterial.copy` reads and a ShaderMaterial lacks. */
function addMissing(material: Material): void {
  for (const [name, value] of Object.entries(new MeshPhongMaterial())) {
    if (name in material || name.startsWith('is')) continue;
    let own: unknown = value;
    define(material, name, {
      get: () => own,
      set(written: unknown) {
        if (value === null && written) warnOnce(`models have no ${name}. Use a material of three's.`);
        own = written;
      },
    });
  }
}

/** What three's `OutlineEffect` reads. While Odori draws its own edge, the effect draws none. */
function outlineParameters(
  { flags, edgeColor, edgeSize }: PmxMaterial,
  isEdgeShown: () => boolean,
): Record<string, unknown> {
  const [r, g, b, alpha] = edgeColor;
  return {
    thickness: edgeSize / 300,
    color: new Color().setRGB(r, g, b, SRGBColorSpace).toArray(),
    alpha,
    get visible(): boolean {
      return (flags & PMX_MATERIAL.edge) !== 0 && edgeSize > 0 && !isEdgeShown();
    },
  };
}

/** Our shaders read texels without gamma correction, three's with it: each gets a copy, with one image. */
function defineTexture(
  material: ShaderMaterial,
  name: string,
  uniform: IUniform<Texture>,
  mode: IUniform<boolean | number>,
  used: boolean | number,
): void {
  let shown: Texture | undefined;
  let given: Texture | null = null;
  define(material, name, {
    get(): Texture | null {
      if (!mode.value) return null;
      if (uniform.value !== shown) {
        shown = uniform.value;
        given = inSpace(shown, SRGBColorSpace);
        disposeWith(given, shown);
      }
      return given;
    },
    set(texture: Texture | null) {
      given = texture;
      mode.value = texture ? used : 0;
      uniform.value = shown = texture ? inSpace(texture, NoColorSpace) : whiteTexture();
      if (texture) disposeWith(texture, shown);
    },
  });
}

/** The page disposes of the textures that it knows. */
function disposeWith(known: Texture, shown: Texture): void {
  if (known !== shown) known.addEventListener('dispose', () => shown.dispose());
}

let white: Texture | undefined;

/** In place of a texture that a page has taken away. */
function whiteTexture(): Texture {
  if (white) return white;
  white = new DataTexture(Uint8Array.of(255, 255, 255, 255), 1, 1);
  white.needsUpdate = true;
  return white;
}

function inSpace(texture: Texture, space: typeof SRGBColorSpace | typeof NoColorSpace): Texture {
  if (texture.colorSpace === space) return texture;
  const copy = texture.clone();
  copy.colorSpace = space;
  copy.needsUpdate = true;
  return copy;
}

/**
 * Sets the properties from the uniforms. Returns a function that writes back what the page has changed, and
 * allocates nothing.
 */
function writtenProperties(material: PageMaterial, emissivePart: number): () => void {
  const { diffuse, ambient, specular, specularPower } = material.uniforms;
  const colors = [
    writtenColor(material, 'color', diffuse.value, 1),
    writtenColor(material, 'emissive', ambient.value, emissivePart),
    writtenColor(material, 'specular', specular.value, 1),
  ];
  let opacity = (material.opacity = diffuse.value.w);
  let shininess = (material.shininess = specularPower.value);
  return () => {
    for (let i = 0; i < colors.length; i++) colors[i]();
    if (opacity !== material.opacity) diffuse.value.w = opacity = material.opacity;
    if (shininess !== material.shininess) specularPower.value = shininess = material.shininess;
  };
}

/** The property is `part` of the uniform. */
function writtenColor(
  material: PageMaterial,
  name: 'color' | 'emissive' | 'specular',
  uniform: Vector3 | Vector4,
  part: number,
): () => void {
  const color = new Color().setRGB(uniform.x, uniform.y, uniform.z, SRGBColorSpace).multiplyScalar(part);
  const last = color.clone();
  material[name] = color;
  return () => {
    if (last.equals(material[name])) return;
    whole
      .copy(last.copy(material[name]))
      .multiplyScalar(1 / part)
      .getRGB(encoded, SRGBColorSpace);
    [uniform.x, uniform.y, uniform.z] = [encoded.r, encoded.g, encoded.b];
  };
}

const whole = /* @__PURE__ */ new Color();
const encoded: RGB = { r: 0, g: 0, b: 0 };

import type { X, XMaterial } from '@odori/format/x';
import type { BufferGeometry } from 'three';
import { ModelReport } from '../surface/model-report.js';
import type { AccessoryKit } from '../surface/surface-kit.js';
import { ModelTextures, type TexturedMaterial, type TextureOptions } from '../textures/model-textures.js';
import { createAccessoryGeometry } from './accessory-geometry.js';

/** The data that an accessory and its clones share. It is freed with the last of them. */
export class AccessoryParts {
  readonly kit: AccessoryKit;
  readonly geometry: BufferGeometry;
  /** One for each group of the geometry; undefined: the file has none. */
  readonly materials: readonly (XMaterial | undefined)[];
  /** The textures of these materials. */
  readonly textured: readonly TexturedMaterial[];
  readonly textures: ModelTextures;
  readonly report: ModelReport;
  #users = 0;

  constructor(kit: AccessoryKit, x: X, options: TextureOptions) {
    this.kit = kit;
    const { geometry, materials } = createAccessoryGeometry(x);
    this.geometry = geometry;
    this.materials = materials.map((index) => x.materials[index]);
    const paths = new Map<string, number>();
    this.textured = this.materials.map((material) => texturesOf(material?.texture ?? '', paths));
    this.report = new ModelReport(x.warnings);
    this.textures = new ModelTextures(
      { materials: this.textured, textures: [...paths.keys()] },
      options,
      this.report,
    );
  }

  /** Registers one more accessory. */
  use(): void {
    this.#users++;
  }

  /** Frees everything with the last accessory. */
  release(): void {
    if (--this.#users > 0) return;
    this.textures.dispose();
    this.geometry.dispose();
  }
}

/**
 * `a.bmp*b.sph` is a texture and a sphere map, which multiplies (.sph) or adds (.spa); each may stand alone.
 * Adds the paths to `paths`.
 */
function texturesOf(field: string, paths: Map<string, number>): TexturedMaterial {
  const found = { texture: -1, sphereTexture: -1, sphereMode: 0, sharedToon: 0, toon: -1 };
  for (const path of field.split('*')) {
    if (path === '') continue;
    const index = paths.get(path) ?? paths.size;
    paths.set(path, index);
    const sphereMode = ['.sph', '.spa'].indexOf(path.slice(-4).toLowerCase()) + 1;
    Object.assign(found, sphereMode > 0 ? { sphereTexture: index, sphereMode } : { texture: index });
  }
  return found;
}

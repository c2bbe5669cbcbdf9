import { createX, type X, type XMaterial } from '@odori/format/x';

type Vector3 = readonly [number, number, number];

/** A mesh of quads, each with a material of its own; units of the file, of which MMD makes ten of its own. */
export class XBuilder {
  readonly #positions: number[] = [];
  readonly #normals: number[] = [];
  readonly #uvs: number[] = [];
  readonly #materials: Partial<XMaterial>[] = [];

  /** Adds a square that faces the viewer, at `center` in MMD's space, with one normal for all corners. */
  quad(center: Vector3, size: number, material: Partial<XMaterial> = {}, normal: Vector3 = [0, 0, -1]): this {
    const half = size / 2;
    // clockwise as the viewer sees them, from the upper left
    for (const [x, y] of [
      [-half, half],
      [half, half],
      [half, -half],
      [-half, -half],
    ]) {
      this.#positions.push(center[0] + x, center[1] + y, center[2]);
      this.#normals.push(...normal);
      this.#uvs.push(x > 0 ? 1 : 0, y > 0 ? 0 : 1);
    }
    this.#materials.push(material);
    return this;
  }

  build(): X {
    const quads = this.#materials.length;
    const corners = Uint32Array.from({ length: 4 * quads }, (_, i) => i);
    return createX({
      meshes: [
        {
          positions: Float32Array.from(this.#positions),
          faceStarts: Uint32Array.from({ length: quads + 1 }, (_, i) => 4 * i),
          corners,
          normals: { vectors: Float32Array.from(this.#normals), corners: corners.slice() },
          uvs: Float32Array.from(this.#uvs),
          materials: this.#materials.map((_, i) => i),
          faceMaterials: Uint32Array.from({ length: quads }, (_, i) => i),
        },
      ],
      materials: this.#materials,
    });
  }
}

import {
  BackSide,
  Color,
  DataTexture,
  DoubleSide,
  LinearFilter,
  MeshBasicMaterial,
  MeshToonMaterial,
  RedFormat,
} from 'three';

/** Light in two tones, with a narrow soft border. */
const STEPS = [150, 150, 150, 158, 240, 255, 255, 255];

function toonSteps(): DataTexture {
  const texture = new DataTexture(new Uint8Array(STEPS), STEPS.length, 1, RedFormat);
  texture.magFilter = texture.minFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}

const steps = toonSteps();

/** What lies in shade keeps some of its own colour. */
export function toonMaterial(color: string): MeshToonMaterial {
  const material = new MeshToonMaterial({ color, gradientMap: steps, side: DoubleSide });
  material.emissive = new Color(color).multiplyScalar(0.12);
  return material;
}

export function outlineMaterial(color: string): MeshBasicMaterial {
  return new MeshBasicMaterial({ color, side: BackSide });
}

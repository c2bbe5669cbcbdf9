import { createVmd, type Curve, LINEAR_CURVE, type Quaternion, type Vmd } from '@odori/format';

const EASE: Curve = [64, 0, 64, 127];
const EARLY: Curve = [10, 90, 40, 127];
const LATE: Curve = [90, 10, 127, 60];
const STEEP: Curve = [127, 0, 0, 127];
const PAUSE: Curve = [0, 127, 127, 0];

/** A motion in which every curve has a different shape. */
export function exampleMotion(): Vmd {
  return createVmd({
    modelName: '踊り子', // dancer
    bones: [
      { name: 'センター', frame: 0 }, // center
      {
        name: 'センター',
        frame: 30,
        position: [3, 2, 1],
        rotation: aboutY(50),
        curves: { x: EASE, y: EARLY, z: LINEAR_CURVE, rotation: LATE },
      },
      {
        name: 'センター',
        frame: 48,
        position: [3, 0, -2],
        rotation: aboutY(20),
        curves: { y: LATE, z: STEEP, rotation: EASE },
      },
      {
        name: 'センター',
        frame: 90,
        position: [-3, 1.5, -2.5],
        rotation: aboutY(-70),
        curves: { x: PAUSE, y: EASE, z: EARLY, rotation: STEEP },
      },
      { name: 'センター', frame: 120, curves: { x: EARLY, y: EARLY, z: LATE, rotation: EASE } },
      { name: '頭', frame: 0 }, // head
      { name: '頭', frame: 12, rotation: aboutX(18), curves: EASE },
      { name: '頭', frame: 24, rotation: aboutX(-8), curves: EASE },
      { name: '頭', frame: 60, rotation: aboutX(12), curves: PAUSE },
      { name: '頭', frame: 120, curves: EARLY },
    ],
  });
}

function aboutX(degrees: number): Quaternion {
  const half = (degrees * Math.PI) / 360;
  return [Math.sin(half), 0, 0, Math.cos(half)];
}

function aboutY(degrees: number): Quaternion {
  const half = (degrees * Math.PI) / 360;
  return [0, Math.sin(half), 0, Math.cos(half)];
}

import { parsePmx, parseVmd } from '@odori/format';
import { AutoCamera, createModel } from '@odori/model';
import { Motion, MotionPlayer } from '@odori/runtime';
import { Vector3 } from 'three';
import { beforeAll, describe, expect, test } from 'vitest';
import { readAsset } from '#test/support/dancer-files.js';
import { times } from './box-dancer.js';

const WIDE = ['full', 'turn', 'low', 'high'];

/** The head of the sample dancer, and where she looks. */
const HEAD = '頭';
/**
 * Parts that a wide shot must not lose, with the radius around the bone, in units: top of the head, hands,
 * feet.
 */
const ENDS: readonly (readonly [bone: string, radius: number])[] = [
  [HEAD, 3],
  ['左中指３', 0.8],
  ['右中指３', 0.8],
  ['左つま先ＩＫ', 0.8],
  ['右つま先ＩＫ', 0.8],
];

describe.each([
  ['16:9', 16 / 9],
  ['9:16', 9 / 16],
])('the sample dance in %s', (_, aspect) => {
  const model = createModel(parsePmx(readAsset('dancer.pmx')));
  const dance = Motion.from(parseVmd(readAsset('dance.vmd')));
  const player = new MotionPlayer();
  const camera = new AutoCamera(model, { aspect });
  const bars = times(64, 2);
  const place = new Vector3();

  beforeAll(async () => {
    await camera.direct({ motion: dance, bars });
    player.add(model, dance);
    player.camera = camera;
  });

  function placeOf(bone: string): Vector3 {
    return place.fromArray(model.rig.worldPositions, 3 * model.rig.boneIndex(bone));
  }

  /** Visits times of the dance, with the kind of their shot. */
  function visit(see: (kind: string, seconds: number) => void): void {
    for (const seconds of times(64, 0.4)) {
      player.currentTime = seconds;
      see(camera.shots.findLast(({ start }) => start <= seconds)!.kind, seconds);
    }
  }

  test('wide shots show head, hands and feet', () => {
    visit((kind) => {
      if (!WIDE.includes(kind)) return;
      for (const [bone, radius] of ENDS) {
        const { x, y } = placeOf(bone).project(camera.active);
        const edge = 1 - radius / (Math.abs(camera.distance) * Math.tan(Math.PI / 12) * Math.min(aspect, 1));
        expect(Math.abs(y)).toBeLessThan(aspect < 1 ? 1 : edge);
        expect(Math.abs(x)).toBeLessThan(aspect < 1 ? edge : 1);
      }
    });
  });

  test('near shots show the face from the front or the side, inside the picture', () => {
    let [near, seen] = [0, 0];
    visit((kind) => {
      if (WIDE.includes(kind)) return;
      near++;
      const rotations = model.rig.worldRotations;
      const [x, y, z, w] = rotations.subarray(
        4 * model.rig.boneIndex(HEAD),
        4 * model.rig.boneIndex(HEAD) + 4,
      );
      const forward = new Vector3(2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y));
      const toEye = camera.active.position.clone().sub(placeOf(HEAD)).normalize();
      if (forward.dot(toEye) > -0.1) seen++;
      const { x: across, y: up } = placeOf(HEAD).project(camera.active);
      expect(Math.abs(across)).toBeLessThan(0.75);
      expect(Math.abs(up)).toBeLessThan(0.8);
    });
    expect(near).toBeGreaterThan(30);
    expect(seen / near).toBeGreaterThan(0.9);
  });

  test('the camera never looks up from below the knees, nor steeper than 12°', () => {
    visit((kind) => {
      const { position } = camera.active;
      // knees are at 5.5 units, the hem at 9 or higher
      expect(position.y).toBeGreaterThan(kind === 'low' ? 5 : 9);
      expect(camera.angles.x).toBeLessThanOrEqual((12.01 * Math.PI) / 180);
    });
  });
});

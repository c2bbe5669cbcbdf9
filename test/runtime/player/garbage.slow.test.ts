import { expect, test } from 'vitest';
import { isClean, leastGarbage } from '#test/support/garbage.js';

const THREE = import.meta.resolve('three');

/**
 * A playable with a motion, camera and light, and an idle one; by the player's clock or by that of media,
 * with or without a crossfade.
 */
const PLAYING = `
import { register } from 'node:module';
import { PerformanceObserver } from 'node:perf_hooks';
import { createPmx, createPmxBone, createVmd } from '@odori/format';
import { createRigDefinition, Rig } from '@odori/runtime/rig';
import { Motion } from '@odori/runtime/motion';
const hook = "export const resolve = (name, context, next) => next(name === 'three' ? '${THREE}' : name, context);";
register('data:text/javascript,' + encodeURIComponent(hook));
const { DirectionalLight } = await import('three');
const { MotionCamera, MotionLight, MotionPlayer } = await import('@odori/runtime');

const FRAMES = 5000, WARM_UP = 4 * FRAMES, DELTA = 1 / 60;
const [kind, fading] = process.argv.slice(2);

class Media extends EventTarget {
  loop = false; paused = true; ended = false; seeking = false; readyState = 4;
  playbackRate = 1; duration = 1e6; currentTime = 0;
  async play() { this.paused = false; }
  pause() { this.paused = true; }
}
const media = kind === 'media' ? new Media() : undefined;
// Computed beforehand: a number that the media compute in each frame would be garbage of theirs.
const times = [];
for (let i = 0; i < FRAMES + WARM_UP; i++) times.push(Math.floor(i * DELTA / 0.04) * 0.04 + 1e-9);

const names = Array.from({ length: 12 }, (_, i) => 'b' + i);
const definition = createRigDefinition(createPmx({ bones: names.map((name, i) => createPmxBone({ name, parent: i - 1 })) }));
const keys = [], cameras = [], lights = [];
for (let frame = 0; frame < 30000; frame += 500) {
  const half = (frame % 70) / 400;
  for (const name of names) keys.push({ name, frame, position: [half, 0, half], rotation: [Math.sin(half), 0, 0, Math.cos(half)] });
  cameras.push({ frame, distance: -frame });
  lights.push({ frame, color: [half, 1, 1], direction: [0, -1, half] });
}
const motion = Motion.from(createVmd({ bones: keys, cameras, lights }));
const playable = () => ({ rig: new Rig(definition), update() { this.rig.solve(); }, reset() {} });
const player = new MotionPlayer({ media, loop: true });
player.idle = motion;
const dancer = playable();
player.add(dancer, motion).add(playable());
player.camera = new MotionCamera(motion);
player.light = new MotionLight(motion, new DirectionalLight());
if (fading === 'fading') player.crossfade(dancer, motion.offset(100), 1e6);
if (fading === 'performing') {
  player.perform(dancer, motion, { times: Infinity, bones: names.slice(0, 6) });
  player.perform(dancer, motion, { times: Infinity, additive: true, layer: 'other', weight: 0.5 });
}
await player.play();

let at = 0;
const run = (frames) => {
  for (let i = 0; i < frames; i++) {
    if (media) media.currentTime = times[at++];
    player.update(DELTA);
  }
};
let collections = 0;
const observer = new PerformanceObserver((list) => (collections += list.getEntries().length));
const settle = () => new Promise((resolve) => setTimeout(resolve, 50));
run(WARM_UP);
gc();
await settle();
observer.observe({ entryTypes: ['gc'] });
const before = process.memoryUsage().heapUsed;
run(FRAMES);
const bytes = process.memoryUsage().heapUsed - before;
await settle();
console.log(JSON.stringify({ collections, bytesPerFrame: bytes / FRAMES }));
`;

test.each([
  ['with its own clock', ['own']],
  ['with media, during a crossfade', ['media', 'fading']],
  ['with its own clock and two gestures', ['own', 'performing']],
])('5000 frames of a player %s cause no garbage collection', (_, options) => {
  expect(leastGarbage(PLAYING, ...options)).toSatisfy(isClean);
});

import { expect, test } from 'vitest';
import { isClean, leastGarbage } from '#test/support/garbage.js';

/** Lips that listen, then speak, and an emotion that changes, in a process of its own on the packed code. */
const SPEAKING = `
import { PerformanceObserver } from 'node:perf_hooks';
import { createPmx, createPmxBone } from '@odori/format';
import { chain, emotion, lips } from '@odori/runtime/companion';
import { createRigDefinition, Rig } from '@odori/runtime/rig';

const FRAMES = 5000, WARM_UP = 2 * FRAMES, DELTA = 1 / 60;
const samples = Float32Array.from({ length: 44100 }, (_, i) => 0.3 * Math.sin(0.03 * i) + 0.1 * Math.sin(0.09 * i));
const analyser = {
  fftSize: 2048, at: 0, context: { sampleRate: 44100 },
  getFloatTimeDomainData(out) { for (let i = 0; i < out.length; i++) out[i] = samples[(this.at + i) % samples.length]; },
};
const names = ['あ', 'い', 'う', 'え', 'お', '笑い', 'まばたき', 'にこり', '怒り', 'にやり', 'びっくり'];
const morphs = names.map((name) => ({ type: 'vertex', name, nameEn: '', panel: 0, vertices: new Uint32Array(), offsets: new Float32Array() }));
const rig = new Rig(createRigDefinition(createPmx({ bones: [createPmxBone({ name: 'a' })], morphs })));
const mouth = lips(analyser), mood = emotion();
const life = chain(mouth, mood);
const clock = { seconds: DELTA, isJump: false };
const run = (frames) => {
  for (let i = 0; i < frames; i++) {
    analyser.at += 735;
    rig.pose.morphWeights.fill(0);
    life(rig, DELTA, clock);
  }
};
const speak = (seconds) => {
  mood.set('joy', 0.7, { seconds });
  if (process.argv[2] === 'words') void mouth.say('あいうえおんまみむめも'.repeat(9 * seconds));
};
let collections = 0;
const observer = new PerformanceObserver((list) => (collections += list.getEntries().length));
const settle = () => new Promise((resolve) => setTimeout(resolve, 50));
speak(WARM_UP / 60);
run(WARM_UP);
speak(FRAMES / 60 + 1);
run(10);
gc();
await settle();
observer.observe({ entryTypes: ['gc'] });
const before = process.memoryUsage().heapUsed;
run(FRAMES);
const bytes = process.memoryUsage().heapUsed - before;
await settle();
console.log(JSON.stringify({ collections, bytesPerFrame: bytes / FRAMES }));
`;

test.each(['a voice', 'words'])(
  '5000 frames of lips that follow %s, with an emotion, cause no garbage collection',
  (kind) => {
    expect(leastGarbage(SPEAKING, kind)).toSatisfy(isClean);
  },
);

import { loadMotion, sampleBone, secondsToFrame } from '@odori/runtime';

const dance = await loadMotion('dance.vmd');
const position = [0, 0, 0];
const rotation = [0, 0, 0, 1]; // a quaternion: x, y, z, w
const hips = dance.bones.get('センター'); // center
for (let seconds = 0; hips && seconds < 10; seconds += 1 / 120) {
  sampleBone(hips, secondsToFrame(seconds), position, rotation);
  console.log(seconds, position, rotation); // relative to rest
}

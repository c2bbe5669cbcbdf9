import { parseVmd } from '@odori/format';
import { Motion, sampleBone, secondsToFrame } from '@odori/runtime/motion';

/** Samples a bone of a motion in a worker: bytes and seconds in, a position out. */
onmessage = ({ data }: MessageEvent<{ bytes: Uint8Array; bone: string; seconds: number }>) => {
  const track = Motion.from(parseVmd(data.bytes)).bones.get(data.bone)!;
  const position = new Float64Array(3);
  sampleBone(track, secondsToFrame(data.seconds), position, new Float64Array(4));
  postMessage([...position]);
};

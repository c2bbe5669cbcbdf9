import { parseVmd } from '@odori/format';
import { Motion } from '@odori/runtime/motion';
import { readHumanoid } from '@odori/vrm/humanoid';
import { bakeVrmAnimation, serializeVrma } from '@odori/vrm/vrma';

const bytesOf = async (url: string) =>
  new Uint8Array(await (await fetch(url)).arrayBuffer());
const dance = Motion.from(parseVmd(await bytesOf('dance.vmd')));
const avatar = readHumanoid(await bytesOf('dancer.vrm'));
// the bytes of dance.vrma, for this avatar
const vrma = serializeVrma(bakeVrmAnimation(dance, avatar));

import { HumanoidError, readHumanoid } from '@odori/vrm/humanoid';
import { say } from '../language/texts.js';

/** Throws a sentence for viewers if a glTF file is no VRM avatar that can dance. */
export function checkVrm(bytes: Uint8Array): void {
  if (!isVrm(bytes))
    throw new Error(
      say('this is no VRM avatar, but another glTF model. The page VRM lets it dance if it is a humanoid.'),
    );
}

/** Throws for a broken file, or an avatar that cannot dance. */
function isVrm(bytes: Uint8Array): boolean {
  try {
    return readHumanoid(bytes).version !== 'gltf';
  } catch (error) {
    if (error instanceof HumanoidError && error.code === 'no-humanoid') return false;
    throw error;
  }
}

import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

const DRIVER = 'vk_swiftshader_icd.json';
/**
 * Where packages of Linux install Chromium and Chrome; what lies in `/usr/bin` is a script that starts them.
 */
const INSTALLED = ['/usr/lib/chromium', '/opt/google/chrome'];

/**
 * The file that names SwiftShader as a driver of Vulkan: beside the executable of a browser, else in one of
 * `folders`. Without it in `VK_ICD_FILENAMES`, Chromium on Linux loses its WebGPU device as soon as it draws.
 * Undefined if there is none, as on other systems.
 */
export function findVulkanDriver(
  executable: string,
  folders: readonly string[] = INSTALLED,
): string | undefined {
  return [dirname(realpathSync(executable)), ...folders]
    .map((folder) => join(folder, DRIVER))
    .find((path) => existsSync(path));
}

/** The environment of a browser that draws by WebGPU without a graphics card. */
export function browserEnvironment(executable: string): NodeJS.ProcessEnv {
  const driver = findVulkanDriver(executable);
  return driver === undefined ? process.env : { ...process.env, VK_ICD_FILENAMES: driver };
}

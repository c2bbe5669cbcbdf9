import { execFileSync } from 'node:child_process';
import type { Manifest } from './public-packages.js';

/** What npm says about a tarball. */
export interface Published {
  /** Bytes of the tarball, and of its files. */
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** Whether npm has this version of a package. Throws if the registry does not answer. */
export function isOnNpm({ name, version }: Manifest): boolean {
  try {
    const args = ['view', `${name}@${version}`, 'version', '--json'];
    const output = execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return output.trim() !== ''; // older versions of npm print nothing if they know other versions only
  } catch (error) {
    const output = String((error as { stdout?: Buffer }).stdout ?? '');
    if (output.includes('"E404"')) return false;
    throw new Error(`npm does not say whether it has ${name} ${version}. Check the network.\n${output}`, {
      cause: error,
    });
  }
}

/** Does all that `npm publish` does with a tarball, but does not send it. Returns what would be sent. */
export function tryPublish(tarball: string): Published {
  const args = ['publish', tarball, '--access', 'public', '--dry-run', '--json'];
  let output: string;
  try {
    output = execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch (error) {
    const { stdout = '' } = error as { stdout?: string };
    throw new Error(`npm would not take ${tarball}:\n${stdout}`, { cause: error });
  }
  const result = JSON.parse(output) as Published | Record<string, Published>;
  return 'files' in result ? (result as Published) : Object.values(result)[0]; // npm 10, npm 11
}

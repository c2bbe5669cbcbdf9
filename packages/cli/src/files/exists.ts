import { access } from 'node:fs/promises';

/** Is there a file or a folder? */
export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

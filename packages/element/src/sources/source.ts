import { type MmdModel } from '@odori/model';
import { Motion } from '@odori/runtime';

/** Where one file may come from. */
export type FileSource = string | URL | Blob;
/** Files by path: a dropped folder, an unpacked zip. */
export type Files = ReadonlyMap<string, Blob>;

/** What `element.model` takes: an address, a file (a zip too), a folder, or a model that is there and stays yours. */
export type ModelSource = FileSource | Files | MmdModel;
/** What `element.motion`, `.camera` and `.pose` take. */
export type MotionSource = FileSource | Files | Motion;
/** What `element.audio` takes. */
export type AudioSource = FileSource | HTMLMediaElement;

/** What a reader calls it. */
export function nameOf(source: ModelSource | MotionSource | AudioSource): string {
  if (typeof source === 'string' || source instanceof URL) return nameOfUrl(String(source));
  if (source instanceof Blob) return 'name' in source ? String(source.name) : 'a file';
  if (source instanceof Map) return 'the files';
  return source instanceof Motion ? 'Motion' : 'name' in source ? source.name : 'the song';
}

function nameOfUrl(url: string): string {
  if (/^(?:data|blob):/i.test(url)) return 'a file';
  const path = url.replace(/[?#].*$/, '').replace(/\/+$/, '');
  const name = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // a percent sign that means itself
  }
}

import { detectFormat } from '@odori/format';
import { inspectBytes, type Inspection } from './inspect-bytes.js';

/** More than any format is recognized by. */
const HEAD_BYTES = 4096;

/** Reads a file and looks into it; of a file that Odori has no reader for, only the head. Never throws. */
export async function inspectFile(file: File): Promise<Inspection> {
  try {
    const head = await bytesOf(file.slice(0, HEAD_BYTES)); // somebody will drop a film of four gigabytes
    const format = detectFormat(head);
    const isRead = format !== undefined && format !== 'pmm' && format !== 'bvmd';
    return inspectBytes(isRead ? await bytesOf(file) : head, file.name);
  } catch (error) {
    return { kind: 'unreadable', reason: error instanceof Error ? error.message : String(error) };
  }
}

async function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Uint8Array(await blob.arrayBuffer());
}

import { crc32, deflateRawSync } from 'node:zlib';

/** A file for {@link zipBytes}. Fields that are not given get correct values. */
export interface ZippedFile {
  readonly name: string | Uint8Array;
  readonly content?: Uint8Array | string;
  readonly packed?: Uint8Array;
  readonly method?: number;
  readonly flags?: number;
  readonly size?: number;
  readonly packedBytes?: number;
  readonly offset?: number;
  readonly extra?: Uint8Array;
}

export interface ZipParts {
  readonly comment?: string;
  /** The number of entries at the end of the file, if it should be wrong. */
  readonly count?: number;
  /** Also writes a zip64 end record. */
  readonly isWide?: boolean;
}

/** A zip written field by field, so that it can contain wrong values and names that are not UTF-8. */
export function zipBytes(files: readonly ZippedFile[], parts: ZipParts = {}): Uint8Array<ArrayBuffer> {
  const chunks: Uint8Array[] = [];
  const directory = files.map((file) => {
    const { header, entry, packed } = fileParts(file, length(chunks));
    chunks.push(header, packed);
    return entry;
  });
  const offset = length(chunks);
  chunks.push(...directory, end(files.length, length(directory), offset, parts));
  return Uint8Array.from(Buffer.concat(chunks));
}

const length = (chunks: readonly Uint8Array[]): number =>
  chunks.reduce((sum, chunk) => sum + chunk.length, 0);

function fileParts(
  file: ZippedFile,
  at: number,
): { header: Uint8Array; entry: Uint8Array; packed: Uint8Array } {
  const { method = 8, flags = 0, extra = new Uint8Array(0) } = file;
  const content = Buffer.from(file.content ?? '');
  const packed = file.packed ?? (method === 0 ? content : deflateRawSync(content));
  const name = Buffer.from(file.name);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0); // version needed
  common.writeUInt16LE(flags, 2);
  common.writeUInt16LE(method, 4);
  common.writeUInt32LE(crc32(content), 10);
  common.writeUInt32LE(file.packedBytes ?? packed.length, 14);
  common.writeUInt32LE(file.size ?? content.length, 18);
  common.writeUInt16LE(name.length, 22);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(file.offset ?? at, 10);
  // the extra field of a file header may differ from that in the directory
  const ownExtra = Buffer.from('xx\x02\x00yy');
  const lengthOf = (bytes: Uint8Array): Buffer => Buffer.from([bytes.length & 0xff, bytes.length >> 8]);
  return {
    header: Buffer.concat([
      Buffer.from('PK\x03\x04'),
      common.subarray(0, 24),
      lengthOf(ownExtra),
      name,
      ownExtra,
    ]),
    entry: Buffer.concat([
      Buffer.from('PK\x01\x02\x14\x00'),
      common.subarray(0, 24),
      lengthOf(extra),
      rest,
      name,
      extra,
    ]),
    packed,
  };
}

function end(count: number, bytes: number, offset: number, parts: ZipParts): Uint8Array {
  const { comment = '', isWide = false } = parts;
  const tail = Buffer.alloc(22 + Buffer.byteLength(comment));
  tail.write('PK\x05\x06');
  tail.writeUInt16LE(isWide ? 0xffff : (parts.count ?? count), 8);
  tail.writeUInt16LE(isWide ? 0xffff : (parts.count ?? count), 10);
  tail.writeUInt32LE(isWide ? 0xffffffff : bytes, 12);
  tail.writeUInt32LE(isWide ? 0xffffffff : offset, 16);
  tail.writeUInt16LE(Buffer.byteLength(comment), 20);
  tail.write(comment, 22);
  return isWide ? Buffer.concat([wideEnd(parts.count ?? count, bytes, offset), tail]) : tail;
}

function wideEnd(count: number, bytes: number, offset: number): Uint8Array {
  const record = Buffer.alloc(56 + 20);
  record.write('PK\x06\x06');
  record.writeBigUInt64LE(44n, 4); // bytes that follow
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(bytes), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  record.write('PK\x06\x07', 56);
  record.writeBigUInt64LE(BigInt(offset + bytes), 56 + 8);
  record.writeUInt32LE(1, 56 + 16);
  return record;
}

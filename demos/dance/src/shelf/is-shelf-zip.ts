/** The file with the list of a shelf. It is the last one in the zip, which names it again at its end. */
const LIST = 'odori-shelf.json';
/** The beginning of an entry in the directory of a zip. */
const ENTRY = 'PK\u0001\u0002';
const END_BYTES =
  46 + // the entry, before its name
  LIST.length +
  22; // the end of the directory

/** Whether a file is a zip that a shelf has exported. Only its last bytes are read. */
export async function isShelfZip(file: Blob): Promise<boolean> {
  const end = await file.slice(-END_BYTES).text();
  return end.startsWith(ENTRY) && end.includes(LIST);
}

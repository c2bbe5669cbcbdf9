import { appendFileSync } from 'node:fs';
import type { Shell } from '../shell.js';
import type { IndexRow } from './index-row.js';

/** A table that grows row by row. */
export interface IndexTable {
  add(rows: readonly IndexRow[]): void | Promise<void>;
  finish(): void | Promise<void>;
}

/** A line of JSON for each row, to stdout. */
export function linesToStdout(console: Shell): IndexTable {
  return { add: (rows) => console.write(toLines(rows)), finish: () => undefined };
}

/** A line of JSON for each row, appended to a file. */
export function linesToFile(path: string): IndexTable {
  return { add: (rows) => appendFileSync(path, toLines(rows)), finish: () => undefined };
}

function toLines(rows: readonly IndexRow[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

const COLUMNS = {
  file: 'STRING',
  bytes: 'INT64',
  hash: 'STRING',
  kind: 'STRING',
  model: 'STRING',
  frames: 'INT64',
  seconds: 'DOUBLE',
  bones: 'JSON',
  morphs: 'JSON',
  iks: 'JSON',
  cameraKeys: 'INT32',
  cuts: 'INT32',
  warnings: 'JSON',
  code: 'STRING',
  message: 'STRING',
  section: 'STRING',
  offset: 'INT64',
} as const satisfies Record<keyof IndexRow, string>;

const NAMES = Object.keys(COLUMNS) as (keyof IndexRow)[];

/** So many rows are in memory. */
const GROUP_ROWS = 5000;

/** Parquet in a file. Lists of names are columns of JSON. */
export async function parquetToFile(path: string): Promise<IndexTable> {
  const { fileWriter, ParquetWriter, schemaFromColumnData } = await import('hyparquet-writer');
  const columns = NAMES.map((name) => ({ name, type: COLUMNS[name], data: [], nullable: true }));
  const writer = new ParquetWriter({
    writer: fileWriter(path),
    schema: schemaFromColumnData({ columnData: columns }),
  });
  let waiting: IndexRow[] = [];
  const writeGroup = async (): Promise<void> => {
    const group = waiting;
    waiting = [];
    if (group.length === 0) return;
    await writer.write({
      columnData: NAMES.map((name) => ({ name, data: group.map((row) => cellOf(row, name)) })),
    });
  };
  return {
    add: (rows) => {
      waiting.push(...rows);
      return waiting.length < GROUP_ROWS ? undefined : writeGroup();
    },
    finish: async () => {
      await writeGroup();
      await writer.finish();
    },
  };
}

function cellOf(row: IndexRow, name: keyof IndexRow): unknown {
  const value = row[name];
  return COLUMNS[name] === 'INT64' && typeof value === 'number' ? BigInt(value) : value;
}

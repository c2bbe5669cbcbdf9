import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { npmEnvironment } from './npm-environment.js';

const ROOT = join(import.meta.dirname, '../..');
const EXAMPLES = join(ROOT, 'docs/examples');
const ASSETS = join(ROOT, 'packages/sample/files');

/** What a program printed, and how it ended. */
export interface ProgramResult {
  code: number;
  output: string;
  messages: string;
}

/** A web server of an example. */
export interface ExampleServer {
  /** Its address, without a slash at the end. */
  url: string;
  close(): void;
}

/**
 * A copy of an example in an empty folder outside the workspace, installed by npm with the packed packages.
 */
export interface InstalledExample {
  folder: string;
  /** Runs a program in the folder, and resolves when it ends. */
  run(command: string, ...args: readonly string[]): Promise<ProgramResult>;
  /** Runs a program that must succeed; an error has all its output. */
  runWell(command: string, ...args: readonly string[]): Promise<string>;
  /** Starts a script of the `package.json` that serves pages, and resolves when it answers. */
  serve(script: string): Promise<ExampleServer>;
  remove(): void;
}

/** Copies and installs an example of `docs/examples`, and gets its sample files. Takes some seconds. */
export async function installExample(name: string): Promise<InstalledExample> {
  const folder = mkdtempSync(join(tmpdir(), `odori-example-${name}-`));
  cpSync(join(EXAMPLES, name), folder, {
    recursive: true,
    filter: (path) => !/node_modules|\.next/.test(path),
  });
  usePackedPackages(join(folder, 'package.json'));
  const example: InstalledExample = {
    folder,
    run: (command, ...args) => run(folder, command, args),
    runWell: (command, ...args) => runWell(folder, command, args),
    serve: (script) => serve(folder, script),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
  await example.runWell('npm', 'install', '--no-audit', '--no-fund', '--prefer-offline');
  await example.runWell('npm', 'run', 'files', '--', ASSETS);
  return example;
}

interface Manifest {
  dependencies: Record<string, string>;
  overrides?: Record<string, string>;
}

/** Puts the tarballs in the place of the published packages, also where packages depend on one another. */
function usePackedPackages(path: string): void {
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  manifest.overrides = {};
  for (const file of readdirSync(inject('packedFolder'))) {
    const [, name] = /^odori-(.+)-\d+\.\d+\.\d+\.tgz$/.exec(file) ?? [];
    if (name === undefined) continue;
    const tarball = `file:${join(inject('packedFolder'), file)}`;
    manifest.overrides[`@odori/${name}`] = tarball;
    if (manifest.dependencies[`@odori/${name}`]) manifest.dependencies[`@odori/${name}`] = tarball;
  }
  writeFileSync(path, JSON.stringify(manifest));
}

function run(folder: string, command: string, args: readonly string[]): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: npmEnvironment(), maxBuffer: 64 << 20 };
    const child = execFile(command, args, options, (_, output, messages) =>
      resolve({ code: child.exitCode ?? -1, output, messages }),
    );
  });
}

/** Runs a program in a folder that must succeed; an error has all its output. */
export async function runWell(folder: string, command: string, args: readonly string[]): Promise<string> {
  const { code, output, messages } = await run(folder, command, args);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}\n${output}\n${messages}`);
  return output;
}

function serve(folder: string, script: string): Promise<ExampleServer> {
  return serveCommand(folder, ['npm', 'run', script, '--']);
}

/** Starts a command that serves a folder, on a port that an option sets, and resolves when it answers. */
export async function serveCommand(
  folder: string,
  [command, ...words]: readonly string[],
  portOption = '--port',
): Promise<ExampleServer> {
  const port = await freePort();
  const args = [...words, portOption, String(port)];
  // A process group of its own, because npm leaves its script running when it is stopped.
  const child = spawn(command, args, { cwd: folder, env: npmEnvironment(), stdio: 'pipe', detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  const url = `http://localhost:${port}`;
  for (let attempt = 0; !(await answers(url)); attempt++) {
    if (child.exitCode !== null || attempt > 300)
      throw new Error(`${command} ${args.join(' ')} does not answer\n${output}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { url, close: () => process.kill(-child.pid!, 'SIGTERM') };
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

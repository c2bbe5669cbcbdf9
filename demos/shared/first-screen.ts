import { join } from 'node:path';
import type { Rollup } from 'vite';

const DEMOS = join(import.meta.dirname, '..');
/** What a stranger opens first. */
const FIRST = ['home', 'dance'];
/** Pages without three.js, which must not load it with a larger file. */
const SMALL = ['inspect', 'sample'];
const THREE = /[\\/]node_modules[\\/]three[\\/]/;

/** The part of a bundler that says what a module imports. */
interface Graph {
  getModuleInfo(id: string): Pick<Rollup.ModuleInfo, 'importedIds'> | null;
}

/**
 * Names the file of a built site for each module that the first screen of the index and of the dance page
 * needs: each of some forty files would cost a request, which takes longer than its bytes on a slow line.
 * What needs no three.js has a file of its own, for pages without it.
 */
export class FirstScreen {
  #names: Map<string, string> | undefined;

  /** The name of the file for a module; undefined: the bundler decides. */
  nameOf(id: string, graph: Graph): string | undefined {
    this.#names ??= namesOf(graph);
    return this.#names.get(id);
  }
}

function namesOf(graph: Graph): Map<string, string> {
  const [home, dance] = FIRST.map((page) => reached(mainOf(page), graph));
  const small = new Set(SMALL.flatMap((page) => [...reached(mainOf(page), graph)]));
  const names = new Map<string, string>();
  for (const id of home) {
    if (!dance.has(id)) continue;
    // a page reaches all files of a package, even if it needs few
    const needsThree = id.startsWith(DEMOS)
      ? !small.has(id)
      : [...reached(id, graph)].some((each) => THREE.test(each));
    names.set(id, needsThree ? 'first-screen' : 'base');
  }
  return names;
}

function mainOf(page: string): string {
  return join(DEMOS, page, 'src/main.ts');
}

/** A module, and those that it imports, directly or not, before anything else. */
function reached(main: string, graph: Graph): Set<string> {
  const ids = new Set([main]);
  for (const id of ids) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) ids.add(imported);
  return ids;
}

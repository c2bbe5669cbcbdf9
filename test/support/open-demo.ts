import { frames } from './frames.js';
import { openPage, type OpenPage, waitUntil } from './open-page.js';
import { pixelsOf } from './compare-pictures.js';

/** A demo page that shows its first picture: unless the query says otherwise, small and paused. */
export interface OpenDemo extends OpenPage {
  /** The pixels of the current picture. */
  pixels: () => Uint8ClampedArray;
  /** An element of the page; throws if there is none. */
  part: (id: string) => HTMLElement;
  /** Sets a slider or a list and dispatches the event. */
  change: (id: string, value: string, event: 'input' | 'change') => void;
}

export async function openDemo(
  name: string,
  query = 'paused=1',
  prepare?: Parameters<typeof openPage>[1],
): Promise<OpenDemo> {
  const page = await openPage(`/demos/${name}/index.html?${query}&size=160x90`, prepare);
  const { document } = page;
  const part = (id: string): HTMLElement => {
    const found = document.querySelector<HTMLElement>(`#${id}`);
    if (!found) throw new Error(`${name} has no #${id}`);
    return found;
  };
  try {
    await waitUntil(() => document.documentElement.dataset['ready'] === 'true');
  } catch (cause) {
    page.close(); // it would go on beside the next tests
    throw new Error(`${name} did not get ready. Its errors: ${page.errors.join(', ')}`, { cause });
  }
  return {
    ...page,
    part,
    pixels: () => pixelsOf(part('view') as HTMLCanvasElement),
    change: (id, value, event) => {
      const element = part(id) as HTMLInputElement;
      element.value = value;
      element.dispatchEvent(new Event(event, { bubbles: true }));
    },
  };
}

/** The picture of a demo once it no longer changes. */
export async function atRest({ pixels }: OpenDemo): Promise<Uint8ClampedArray> {
  for (;;) {
    const before = pixels();
    await frames(10);
    if (pixels().every((value, i) => value === before[i])) return before;
  }
}

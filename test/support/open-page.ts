/** A page of ours in a frame of the test's. */
export interface OpenPage {
  readonly document: Document;
  readonly window: Window;
  /** What nobody in the page caught. */
  readonly errors: string[];
  close(): void;
}

/** Opens a page and waits for its scripts; collects the errors that nobody in it catches. */
export async function openPage(path: string): Promise<OpenPage> {
  const frame = document.createElement('iframe');
  frame.style.cssText = 'width: 640px; height: 360px; border: 0';
  frame.src = path;
  document.body.append(frame);
  await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  const { contentWindow: window, contentDocument } = frame;
  if (!window || !contentDocument) throw new Error(`${path} did not open`);
  // Vitest serves modules whose dynamic imports go through its runner, which only the test has.
  Object.assign(window, {
    __vitest_browser_runner__: { wrapDynamicImport: (load: () => unknown) => load() },
  });
  const errors: string[] = [];
  window.addEventListener('error', (event) => errors.push(event.message));
  window.addEventListener('unhandledrejection', (event) => errors.push(String(event.reason)));
  return { document: contentDocument, window, errors, close: () => frame.remove() };
}

/** A page in an iframe of the test. */
export interface OpenPage {
  readonly document: Document;
  readonly window: Window;
  /** Uncaught errors of the page. */
  readonly errors: string[];
  close(): void;
}

/** Opens a page, waits for its scripts and collects its uncaught errors. */
export async function openPage(path: string): Promise<OpenPage> {
  const frame = document.createElement('iframe');
  frame.style.cssText = 'width: 640px; height: 360px; border: 0';
  frame.src = path;
  document.body.append(frame);
  await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  const { contentWindow: window, contentDocument } = frame;
  if (!window || !contentDocument) throw new Error(`${path} did not open`);
  // Vitest rewrites dynamic imports to go through its runner, which exists only in the page of the test.
  Object.assign(window, {
    __vitest_browser_runner__: { wrapDynamicImport: (load: () => unknown) => load() },
  });
  const errors: string[] = [];
  window.addEventListener('error', (event) => errors.push(event.message));
  window.addEventListener('unhandledrejection', (event) => errors.push(String(event.reason)));
  return { document: contentDocument, window, errors, close: () => frame.remove() };
}

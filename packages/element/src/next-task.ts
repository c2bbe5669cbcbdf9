/** Resolves in a task of its own: the browser can draw, and handle what the viewer does, before. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

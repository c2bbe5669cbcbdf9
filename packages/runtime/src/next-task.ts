/**
 * Resolves in a task of its own, after what waits already: the browser can draw, and handle what the viewer does, before.
 *
 * Unlike timers, it is not slower in a page in the background.
 *
 * @example
 * const motion = Motion.from(parseVmd(bytes));
 * await nextTask(); // the page reacts between two steps that take long
 * const clip = createAnimationClip(motion, rig);
 */
export function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', () => resolve(port1.close()));
    port1.start();
    port2.postMessage(0);
  });
}

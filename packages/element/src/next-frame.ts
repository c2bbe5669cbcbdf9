/** Resolves in the next frame of the page; soon, if it is in the background and has no frames. */
export async function nextFrame(): Promise<void> {
  if (document.hidden) return;
  await Promise.race([new Promise(requestAnimationFrame), timeout(100)]);
}

export function timeout(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

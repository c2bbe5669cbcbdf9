import { byId } from '../../shared/dom.js';
import { hasWebGPU } from '../../shared/renderer-kind.js';

/**
 * Prepares the check box that changes the renderer. Returns whether the address asks for `WebGPURenderer` and
 * the browser has WebGPU. A change loads the page again: the models of one renderer are of no use to another.
 */
export async function webgpuIsChosen(): Promise<boolean> {
  const address = new URL(location.href);
  const isThere = await hasWebGPU();
  const isChosen = isThere && address.searchParams.get('renderer') === 'webgpu';
  const box = byId('together', HTMLInputElement);
  box.checked = isChosen;
  box.disabled = !isThere;
  byId('no-webgpu', HTMLElement).hidden = isThere;
  box.addEventListener('change', () => {
    if (box.checked) address.searchParams.set('renderer', 'webgpu');
    else address.searchParams.delete('renderer');
    location.replace(address);
  });
  return isChosen;
}

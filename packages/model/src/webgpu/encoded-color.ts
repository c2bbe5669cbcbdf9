import type { Node } from 'three/webgpu';
import { sRGBTransferEOTF, sRGBTransferOETF } from 'three/tsl';

/** A linear color, gamma encoded. */
export function encoded(color: Node<'vec3'>): Node<'vec3'> {
  return sRGBTransferOETF(color) as Node<'vec3'>;
}

/** A gamma-encoded color, linear. */
export function decoded(color: Node<'vec3'>): Node<'vec3'> {
  return sRGBTransferEOTF(color) as Node<'vec3'>;
}

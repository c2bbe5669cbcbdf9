import type { Bodies } from './bodies.js';
import { touchBoxes } from './contacts/box-box-contact.js';
import { touchGround } from './contacts/plane-contact.js';
import { touchCapsules, touchSphereCapsule, touchSpheres } from './contacts/round-contacts.js';
import { touchRoundBox } from './contacts/round-box-contact.js';
import type { Manifolds } from './manifolds.js';
import { BOX, CAPSULE } from './shapes.js';

/**
 * Finds where the bodies of each close pair touch, and brings the points of earlier substeps up to date
 * (§5.2).
 */
export function detectContacts(manifolds: Manifolds, bodies: Bodies, hasGround: boolean): void {
  for (let m = 0; m < manifolds.count; m++) {
    const onGround = manifolds.bodiesB[m] === 0;
    if (onGround && !(hasGround && bodies.grounds[manifolds.bodiesA[m]] > -Infinity))
      manifolds.pointCounts[m] = 0;
    else {
      touch(manifolds, m, bodies);
      manifolds.refresh(m, bodies);
    }
  }
}

function touch(manifolds: Manifolds, m: number, bodies: Bodies): void {
  const a = manifolds.bodiesA[m];
  const b = manifolds.bodiesB[m];
  const shapeA = bodies.shapes[a];
  const shapeB = bodies.shapes[b];
  if (b === 0) touchGround(manifolds, m, bodies);
  else if (shapeA === BOX && shapeB === BOX) touchBoxes(manifolds, m, bodies);
  else if (shapeA === BOX) touchRoundBox(manifolds, m, bodies, a);
  else if (shapeB === BOX) touchRoundBox(manifolds, m, bodies, b);
  else if (shapeA === CAPSULE && shapeB === CAPSULE) touchCapsules(manifolds, m, bodies);
  else if (shapeA === CAPSULE) touchSphereCapsule(manifolds, m, bodies, a);
  else if (shapeB === CAPSULE) touchSphereCapsule(manifolds, m, bodies, b);
  else touchSpheres(manifolds, m, bodies);
}

import { Box3, Vector3 } from 'three';

/** Where our dancer poses and dances, most of the time. */
export const DANCER_BOX: Box3 = /* @__PURE__ */ new Box3(
  /* @__PURE__ */ new Vector3(-6, -0.5, -2),
  /* @__PURE__ */ new Vector3(6, 23.5, 2),
);

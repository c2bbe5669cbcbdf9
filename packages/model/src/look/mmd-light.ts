import { Vector3 } from 'three';

/** The light of a new MMD project, for scenes that have no directional light: gamma encoded; MMD divides what it shows by 256. */
export const MMD_LIGHT_COLOR: number = 154 / 256;

/** Where it comes from: against its direction in the file, (−0.5, −1, 0.5), in three's space. */
export const MMD_LIGHT_DIRECTION: Vector3 = /* @__PURE__ */ new Vector3(0.5, 1, 0.5).normalize();

/** How bright the shadow on the ground is, gamma encoded: as MMD draws it on white. */
export const GROUND_SHADOW_SHADE: number = 189 / 255;

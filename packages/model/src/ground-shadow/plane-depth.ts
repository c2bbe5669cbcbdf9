import { type Camera, Matrix3, type Matrix4, Vector3 } from 'three';
import { GROUND_SHADOW_HEIGHT } from '../look/mmd-look.js';

/**
 * Writes how deep the plane of a ground shadow is, as a linear function of the place on the picture: the
 * depth itself in an orthographic view, 1 / depth in a perspective one. `out.z` is that in the middle of the
 * picture; `out.x` and `out.y` are what is added 1 to the right and 1 above it. A picture is 2 wide and high.
 * `modelView` is the matrix of the model. Allocates nothing.
 */
export function writePlaneDepth(out: Vector3, camera: Camera, modelView: Matrix4): void {
  normal.set(0, 1, 0).applyNormalMatrix(normalMatrix.getNormalMatrix(modelView));
  ground.set(0, GROUND_SHADOW_HEIGHT, 0).applyMatrix4(modelView);
  const isPerspective = camera.projectionMatrix.elements[11] === -1;
  for (let i = 0; i < 3; i++) {
    point.set(i === 1 ? 1 : 0, i === 2 ? 1 : 0, 0.5).applyMatrix4(camera.projectionMatrixInverse);
    const distance = normal.x * ground.x + normal.y * ground.y + normal.z * ground.z;
    const here = normal.x * point.x + normal.y * point.y + normal.z * point.z;
    depths[i] = isPerspective
      ? here / (-point.z * (distance || MIN_DEPTH))
      : (here - distance) / (normal.z || MIN_DEPTH) - point.z;
  }
  out.x = depths[1] - depths[0];
  out.y = depths[2] - depths[0];
  out.z = depths[0];
}

const MIN_DEPTH = 1e-9;
const normal = /* @__PURE__ */ new Vector3();
const ground = /* @__PURE__ */ new Vector3();
const point = /* @__PURE__ */ new Vector3();
/** In an array, because a number that a function returns may be allocated. */
const depths = /* @__PURE__ */ new Float64Array(3);
const normalMatrix = /* @__PURE__ */ new Matrix3();

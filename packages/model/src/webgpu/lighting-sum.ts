import type { Node } from 'three/webgpu';
import { clamp, dot, Fn, mix, normalize, pow, select, vec2, vec3 } from 'three/tsl';

/*
 * The formulas of webgl/lighting-sum.ts, which explains them, as nodes.
 */

/** The visibility outside of a shadow map, where light arrives in full whatever the normal. */
export const OUTSIDE = 2;

type Float = Node<'float'>;
type Vec2 = Node<'vec2'>;
type Vec3 = Node<'vec3'>;
type Vec4 = Node<'vec4'>;

export const highlight: (normal: Vec3, light: Vec3, eye: Vec3, power: Float) => Float = Fn(
  ([normal, light, eye, power]: [Vec3, Vec3, Vec3, Float]) => {
    const cosine = dot(normal, normalize(light.add(eye))).toVar();
    const isLit = cosine.greaterThan(0).and(dot(normal, light).greaterThan(0));
    return select(isLit, pow(cosine, power), 0);
  },
);

export const baseColor: (ambient: Vec3, diffuse: Vec3, light: Vec3) => Vec3 = Fn(
  ([ambient, diffuse, light]: [Vec3, Vec3, Vec3]) => clamp(ambient.add(diffuse.mul(light)), 0, 1),
);

export const tinted: (texel: Vec3, multiply: Vec4, add: Vec4) => Vec3 = Fn(
  ([texel, multiply, add]: [Vec3, Vec4, Vec4]) =>
    mix(vec3(1), texel.mul(multiply.rgb).add(add.rgb), multiply.a.add(add.a)),
);

/** The UV in a sphere map for a normal in view space. The top of the map faces up. */
export const sphereUv: (normal: Vec3) => Vec2 = Fn(([normal]: [Vec3]) =>
  vec2(normal.x.mul(0.5).add(0.5), normal.y.mul(-0.5).add(0.5)),
);

/** The UV in a toon. v is 0 at its lit end and 1 at its shaded end. */
export const toonUv: (normal: Vec3, light: Vec3) => Vec2 = Fn(([normal, light]: [Vec3, Vec3]) => {
  const across = vec2(light.z.negate(), light.x).toVar();
  const square = dot(across, across).toVar();
  const u = select(
    square.greaterThan(1e-12),
    dot(normal.xz, across).mul(square.inverseSqrt()),
    normal.z.negate(),
  );
  return vec2(u.mul(0.5).add(0.5), dot(normal, light).mul(-0.5).add(0.5));
});

/** How much of the light arrives: 0 in a shadow, 1 in full light. */
export const litPart: (normal: Vec3, light: Vec3, visibility: Float) => Float = Fn(
  ([normal, light, visibility]: [Vec3, Vec3, Float]) =>
    select(visibility.greaterThanEqual(OUTSIDE), 1, clamp(dot(normal, light).mul(3), 0, 1).min(visibility)),
);

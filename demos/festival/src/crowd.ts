import type { StageView } from '@odori/element';
import { type InstancedBufferGeometry, Mesh, ShaderMaterial } from 'three';
import { prefersReducedMotion } from '../../shared/page.js';
import { GROUND, ORDER, type Part, random, spriteGeometry } from './part.js';
import type { Theme } from './theme.js';

/** Rows of people: radius and how many. They stand lower than the dancer and never hide her. */
const ROWS = [
  { radius: 29, count: 46 },
  { radius: 37, count: 58 },
  { radius: 47, count: 70 },
] as const;
const BEATS_PER_SECOND = 2; // of the song

/** Silhouettes of people around the platform, who bob on the beat. Some hold a round fan, some a small light. */
export class Crowd implements Part {
  readonly root: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  readonly #isStill = prefersReducedMotion();

  constructor() {
    this.root = new Mesh(spriteGeometry(createPeople()), createMaterial());
    this.root.frustumCulled = false;
    this.root.renderOrder = ORDER.crowd;
  }

  set theme({ crowd, horizon, lanternCore, glow, ground }: Theme) {
    const { uniforms } = this.root.material;
    uniforms['shade'].value = crowd;
    uniforms['haze'].value = horizon;
    uniforms['light'].value = lanternCore;
    uniforms['glow'].value = glow;
    uniforms['ground'].value = ground;
  }

  update({ currentTime }: StageView): void {
    this.root.material.uniforms['beat'].value = this.#isStill ? 0 : currentTime * BEATS_PER_SECOND;
  }
}

/** Place and height of each person; and what makes people differ: phase, what they hold, haze, width. */
function createPeople(): { person: number[]; self: number[] } {
  const next = random(3);
  const person: number[] = [];
  const self: number[] = [];
  ROWS.toReversed().forEach(({ radius, count }, row) => {
    for (let i = 0; i < count; i++) {
      const angle = ((i + 0.7 * next()) / count) * 2 * Math.PI;
      const away = radius + 4 * next();
      person.push(Math.sin(angle) * away, GROUND, Math.cos(angle) * away, 11 + 2.2 * next());
      self.push(next(), next(), 0.62 - 0.22 * row, 0.9 + 0.25 * next());
    }
  });
  return { person, self };
}

function createMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: {
      beat: { value: 0 },
      shade: { value: null },
      haze: { value: null },
      light: { value: null },
      ground: { value: null },
      glow: { value: 0 },
    },
    vertexShader: /* glsl */ `
      uniform float beat;
      attribute vec4 person, self;
      varying vec2 place;
      varying vec4 who;
      void main() {
        who = self;
        place = vec2(position.x * 2.0, position.y + 0.5) * vec2(1.0, 1.25);
        float hop = abs(sin(3.14159265 * (0.5 * beat + 0.12 * self.x)));
        vec2 toEye = normalize(cameraPosition.xz - person.xz);
        vec3 side = vec3(toEye.y, 0.0, -toEye.x);
        vec3 at = person.xyz + side * position.x * person.w * 0.8 * self.w;
        at.y += (position.y + 0.5) * person.w * 1.25 + 0.55 * hop * step(0.25, self.x);
        gl_Position = projectionMatrix * viewMatrix * vec4(at, 1.0);
      }
    `,
    fragmentShader: /* glsl */ `
      uniform vec3 shade, haze, light, ground;
      uniform float glow;
      varying vec2 place;
      varying vec4 who;
      float inside(float distance) {
        float soft = fwidth(distance);
        return smoothstep(soft, -soft, distance);
      }
      void main() {
        float head = inside(length((place - vec2(0.0, 0.9)) * vec2(0.92, 1.0)) - 0.105);
        float bun = who.y < 0.3 ? inside(length(place - vec2(0.05, 1.02)) - 0.05) : 0.0;
        vec2 box = abs(place - vec2(0.0, 0.34)) - vec2(0.16 + 0.06 * (0.8 - place.y), 0.3);
        float trunk = inside(length(max(box, 0.0)) + min(max(box.x, box.y), 0.0) - 0.1);
        float alpha = max(max(head, bun), trunk);
        vec3 color = mix(shade, haze, who.z);
        if (who.y > 0.8) {
          vec2 hand = vec2(who.x > 0.5 ? 0.36 : -0.36, 1.0);
          float along = clamp((place.y - 0.62) / (hand.y - 0.62), 0.0, 1.0);
          float arm = inside(length(place - mix(vec2(0.62 * hand.x, 0.62), hand, along)) - 0.05);
          bool isLight = who.y > 0.9;
          float held = inside(length(place - hand - vec2(0.0, 0.08)) - (isLight ? 0.06 : 0.13));
          alpha = max(alpha, max(arm, held));
          color = mix(color, isLight ? light : mix(color, light, 0.18), held * (isLight ? 0.3 + 0.7 * glow : 1.0));
        }
        color = mix(ground, color, smoothstep(0.0, 0.7, place.y));
        if (alpha < 0.02) discard;
        gl_FragColor = vec4(color, alpha);
        #include <colorspace_fragment>
      }
    `,
    transparent: true,
    depthWrite: false,
  });
}

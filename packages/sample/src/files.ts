/**
 * The addresses of the files in this package. Bundlers know this form of `new URL` and copy the files beside
 * the page, which loads only those that it asks for. In Node, they are `file:` URLs, which `node:fs` reads.
 */

/**
 * Our dancer as a PMX with her textures, in a zip (0.4 MB): 15,320 vertices, 166 bones with IK, 20 morphs,
 * and physics in hair, skirt and sash.
 *
 * @example
 * const model = await loadModel(dancer, { physics: true });
 */
export const dancer: URL = /* @__PURE__ */ new URL('../files/dancer.zip', import.meta.url);

/**
 * The same dancer as an avatar, VRM 1.0 with its textures (0.9 MB).
 *
 * @example
 * dancerVrm.pathname.endsWith('.vrm'); // → true
 */
export const dancerVrm: URL = /* @__PURE__ */ new URL('../files/dancer.vrm', import.meta.url);

/**
 * Her dance to the {@link song} as a VMD (1.6 MB): 64 seconds, bones and morphs. Hair and clothes have
 * keyframes, for programs without physics.
 *
 * @example
 * player.add(model, await loadMotion(dance));
 */
export const dance: URL = /* @__PURE__ */ new URL('../files/dance.vmd', import.meta.url);

/**
 * The camera and the light of the dance as a VMD: 112 keyframes with cuts, 22 of the light.
 *
 * @example
 * player.camera = new MotionCamera(await loadMotion(camera));
 */
export const camera: URL = /* @__PURE__ */ new URL('../files/camera.vmd', import.meta.url);

/**
 * The song of the dance: 64 seconds, 120 beats a minute. It is AAC, which browsers on phones and computers
 * play.
 *
 * @example
 * const audio = new Audio(song.href);
 */
export const song: URL = /* @__PURE__ */ new URL('../files/song.m4a', import.meta.url);

/**
 * A stage for the dance, an accessory of MMD (`.x`, 18 kB): boards, steps, a curtain and two lanterns.
 *
 * @example
 * scene.add((await loadAccessory(stage)).root);
 */
export const stage: URL = /* @__PURE__ */ new URL('../files/stage.x', import.meta.url);

/**
 * Motions of upper body and face, two to three seconds long, that begin and end at rest: to play over a dance
 * or an idle motion. They fit {@link dancer}.
 *
 * @example
 * player.perform(model, await loadMotion(gestures.wave));
 */
export const gestures: Readonly<Record<'bow' | 'laugh' | 'nod' | 'point' | 'wave', URL>> = {
  bow: /* @__PURE__ */ new URL('../files/gesture-bow.vmd', import.meta.url),
  laugh: /* @__PURE__ */ new URL('../files/gesture-laugh.vmd', import.meta.url),
  nod: /* @__PURE__ */ new URL('../files/gesture-nod.vmd', import.meta.url),
  point: /* @__PURE__ */ new URL('../files/gesture-point.vmd', import.meta.url),
  wave: /* @__PURE__ */ new URL('../files/gesture-wave.vmd', import.meta.url),
};

/**
 * Motions of somebody who waits, 10 to 13 seconds long, whose end meets their beginning: for companions.
 *
 * @example
 * Object.keys(idles); // → ['calm', 'look', 'shift']
 */
export const idles: Readonly<Record<'calm' | 'look' | 'shift', URL>> = {
  calm: /* @__PURE__ */ new URL('../files/idle-calm.vmd', import.meta.url),
  look: /* @__PURE__ */ new URL('../files/idle-look.vmd', import.meta.url),
  shift: /* @__PURE__ */ new URL('../files/idle-shift.vmd', import.meta.url),
};

/**
 * Poses of the dancer, as VPD.
 *
 * @example
 * player.add(model, await loadMotion(poses.heart));
 */
export const poses: Readonly<Record<'heart' | 'jump' | 'wave', URL>> = {
  heart: /* @__PURE__ */ new URL('../files/pose-heart.vpd', import.meta.url),
  jump: /* @__PURE__ */ new URL('../files/pose-jump.vpd', import.meta.url),
  wave: /* @__PURE__ */ new URL('../files/pose-wave.vpd', import.meta.url),
};

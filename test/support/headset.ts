import { metaQuest3, XRDevice, type XRDeviceConfig } from 'iwer';
import { type ArrayCamera, PerspectiveCamera, type Scene, type Vector4, type WebGLRenderer } from 'three';

/**
 * Lets the page have an emulated headset with two controllers, until {@link Headset.remove}. The viewer
 * stands at the origin, looks along −z, and is 1.6 m tall. Both eyes are drawn side by side in the canvas of
 * the renderer, which covers the page meanwhile.
 */
export class Headset {
  readonly device: XRDevice;
  /** Undefined between sessions. */
  session: XRSession | undefined;

  constructor(config: Partial<XRDeviceConfig> = {}) {
    this.device = new XRDevice({ ...metaQuest3, ...config });
    this.device.installRuntime({ forceInstall: true });
    this.device.stereoEnabled = true;
    const system = navigator.xr!;
    const request = system.requestSession.bind(system);
    system.requestSession = async (...parameters) => {
      this.session = await request(...parameters);
      this.session.addEventListener('end', () => (this.session = undefined));
      return this.session;
    };
  }

  async remove(): Promise<void> {
    await this.session?.end();
    this.device.uninstallRuntime();
  }
}

/** What one eye sees, and what a single camera at its place would see: RGBA, from the lower left corner. */
export interface EyePicture {
  readonly width: number;
  readonly height: number;
  readonly seen: Uint8Array;
  readonly single: Uint8Array;
  readonly camera: PerspectiveCamera;
}

/** The next picture of both eyes. */
export function nextEyes(scene: Scene): Promise<EyePicture[]> {
  return new Promise((resolve) => {
    const last = scene.onAfterRender.bind(scene);
    scene.onAfterRender = (renderer, _scene, camera) => {
      if (!('isArrayCamera' in camera)) return;
      scene.onAfterRender = last;
      resolve(takeEyes(renderer, scene, camera as ArrayCamera));
    };
  });
}

function takeEyes(renderer: WebGLRenderer, scene: Scene, { cameras }: ArrayCamera): EyePicture[] {
  const seen = cameras.map((camera) => read(renderer, camera.viewport!));
  const { xr } = renderer;
  const target = renderer.getRenderTarget();
  const light = scene.children.find((object) => 'isDirectionalLight' in object);
  const shadow = (light as unknown as { shadow: { autoUpdate: boolean } } | undefined)?.shadow;
  if (shadow) shadow.autoUpdate = false; // the map is that of the head
  xr.enabled = false;
  renderer.setRenderTarget(null);
  const pictures = cameras.map((eye, i) => {
    const { z: width, w: height } = eye.viewport!;
    renderer.setViewport(0, 0, width, height);
    const camera = new PerspectiveCamera();
    camera.matrixAutoUpdate = false;
    camera.matrix.copy(eye.matrixWorld);
    camera.matrixWorldNeedsUpdate = true;
    camera.projectionMatrix.copy(eye.projectionMatrix);
    camera.projectionMatrixInverse.copy(eye.projectionMatrixInverse);
    renderer.render(scene, camera);
    return {
      width,
      height,
      seen: seen[i],
      single: read(renderer, { x: 0, y: 0, z: width, w: height }),
      camera,
    };
  });
  renderer.setViewport(0, 0, renderer.domElement.width, renderer.domElement.height);
  renderer.setRenderTarget(target);
  xr.enabled = true;
  if (shadow) shadow.autoUpdate = true;
  return pictures;
}

function read(renderer: WebGLRenderer, { x, y, z, w }: Pick<Vector4, 'x' | 'y' | 'z' | 'w'>): Uint8Array {
  const gl = renderer.getContext();
  const pixels = new Uint8Array(4 * z * w);
  gl.readPixels(x, y, z, w, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  return pixels;
}

type Controller = NonNullable<XRDevice['controllers']['right']>;

/** Presses and releases the trigger of a controller, which points to where it did for a picture. */
export async function pressTrigger(
  controller: Controller,
  nextPicture: () => Promise<unknown>,
): Promise<void> {
  await nextPicture();
  for (const value of [1, 0]) {
    controller.updateButtonValue('trigger', value);
    await nextPicture();
    await nextPicture();
  }
}

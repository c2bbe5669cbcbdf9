import type { MmdModel } from '@odori/model';
import type { Camera, Color, DirectionalLight, Object3D, Texture, WebGLRenderer } from 'three';

/** What stands around the model. The page makes it and disposes of it. */
export interface Stage {
  readonly root: Object3D;
  readonly background?: Color | Texture | null;
  readonly hasGroundShadow?: boolean;
  readonly isMoving?: boolean;
  update?(view: StageView): void;
}

export interface StageView {
  readonly camera: Camera;
  readonly light: DirectionalLight;
  readonly model: MmdModel | undefined;
  readonly renderer: WebGLRenderer;
  readonly currentTime: number;
  readonly deltaSeconds: number;
}

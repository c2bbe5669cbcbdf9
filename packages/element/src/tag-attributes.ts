import type { Glow, Look, QualityChoice } from '@odori/model';
import type { NameRule, WorkerUse } from '@odori/runtime';
import type { RendererName } from './graphics/renderers.js';
import type { Fit, Preload } from './player-attributes.js';
import type {
  AudioInput,
  FilesInput,
  ModelInput,
  MotionInput,
  MotionInputs,
  ProjectInput,
} from './sources/inputs.js';
import type { CameraFit } from './viewport/height-fit.js';
import type { Stage, StageKind } from './viewport/stage.js';

/**
 * What `<odori-player>` takes in JSX and in templates, besides what all HTML elements take: attributes, and
 * properties that hold more than text. `null` and `undefined` take an attribute away.
 */
export interface PlayerTagAttributes {
  readonly model?: ModelInput | null | undefined;
  readonly motion?: MotionInputs | null | undefined;
  readonly camera?: MotionInput | null | undefined;
  readonly 'camera-fit'?: CameraFit | undefined;
  readonly cameraFit?: CameraFit | undefined;
  readonly pose?: MotionInput | null | undefined;
  readonly audio?: AudioInput | null | undefined;
  readonly project?: ProjectInput | null | undefined;
  readonly files?: FilesInput | null | undefined;
  readonly offset?: number | string | undefined;
  readonly fit?: Fit | undefined;
  readonly controls?: boolean | undefined;
  readonly autoplay?: boolean | undefined;
  readonly loop?: boolean | undefined;
  readonly muted?: boolean | undefined;
  readonly preload?: Preload | undefined;
  readonly poster?: string | undefined;
  readonly stage?: Stage | StageKind | undefined;
  readonly look?: Look | undefined;
  readonly glow?: Glow | undefined;
  readonly effects?: string | undefined;
  readonly quality?: QualityChoice | undefined;
  readonly physics?: 'off' | undefined;
  readonly sharing?: 'models' | 'none' | undefined;
  readonly ik?: 'motion' | 'off' | undefined;
  readonly offscreen?: 'pause' | 'play' | undefined;
  readonly names?: NameRule | undefined;
  readonly companion?: boolean | undefined;
  readonly xr?: boolean | undefined;
  readonly renderer?: RendererName | undefined;
  readonly worker?: WorkerUse | 'on' | 'off' | undefined;
  readonly refuse?: string | undefined;
  readonly alt?: string | undefined;
}

/** What `<odori-dancer>` and `<odori-stage>` have in common. */
interface CastTagAttributes {
  readonly motion?: MotionInput | null | undefined;
  readonly position?: string | undefined;
  readonly turn?: number | string | undefined;
  readonly alt?: string | undefined;
}

/** What `<odori-dancer>` takes, as {@link PlayerTagAttributes}. */
export interface DancerTagAttributes extends CastTagAttributes {
  readonly model?: ModelInput | null | undefined;
}

/** What `<odori-stage>` takes, as {@link PlayerTagAttributes}. */
export interface StageTagAttributes extends CastTagAttributes {
  readonly src?: ModelInput | null | undefined;
}

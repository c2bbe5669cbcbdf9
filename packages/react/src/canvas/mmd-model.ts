import type {
  Glow,
  LightStrength,
  Look,
  MmdModel as Model,
  ModelPhysicsOptions,
  ModelSource,
  ModelSurface,
  ShadowBorders,
} from '@odori/model';
import { type ThreeElements, useThree } from '@react-three/fiber';
import { type ReactElement, type ReactNode, type Ref, createElement, useEffect, useMemo } from 'react';
import { Color, type ColorRepresentation } from 'three';
import { useExposed, useProperty } from '../effects.js';
import { useMmdModel } from '../loading/use-mmd-model.js';
import { openMotions } from '../loading/use-motion.js';
import { PlayedModel, type PlayedProps } from './played-model.js';

/**
 * Settings of `model.surface` of @odori/model. A setting that is taken away gets back the value that it had
 * before.
 */
export interface SurfaceProps {
  readonly look?: Look | undefined; // 'auto'
  readonly shadows?: ShadowBorders | undefined; // 'mmd'
  readonly glow?: Glow | undefined; // 'auto'
  readonly lightStrength?: LightStrength | undefined; // 'mmd'
  /** Whether the model has a shadow on the ground. With the look `'scene'`, none by default. */
  readonly groundShadow?: boolean | undefined; // true
  readonly groundShadowOpacity?: number | undefined; // 166/255
  readonly groundShadowBrightness?: number | undefined; // 1
  /** Whether the model has edges. */
  readonly outline?: boolean | undefined; // true
  readonly edgeWidth?: number | undefined; // 1
  readonly edgeColor?: ColorRepresentation | undefined; // the materials' own
  /** The color of the side that no light reaches; as the settings below, for the look `'scene'`. */
  readonly shadeColor?: ColorRepresentation | undefined; // the toons' own
  readonly rampSoftness?: number | undefined; // 1/3
  readonly environmentShare?: number | undefined; // 1
  readonly rim?: number | undefined; // 0
}

/**
 * Props of {@link MmdModel}, besides those of a group: `position`, `rotation`, `scale`, `visible`, `onClick`.
 */
export interface MmdModelProps
  extends Omit<ThreeElements['group'], 'ref' | 'args' | 'dispose' | 'children'>, PlayedProps {
  /** The `MmdModel` of @odori/model: morphs, physics, report. */
  readonly ref?: Ref<Model> | undefined;
  /** Objects that move with the place of the model, and a {@link Companion}. */
  readonly children?: ReactNode;
  /**
   * A model of {@link useMmdModel} or your own, which stays yours; or what `useMmdModel` takes: a URL, a
   * file, a zip, a folder.
   */
  readonly model: Model | ModelSource;
  /** Which one of several models of a zip or a folder. */
  readonly path?: string | undefined;
  /** True or options: rigid bodies move hair and clothes. False: they follow their keyframes. */
  readonly physics?: boolean | ModelPhysicsOptions | undefined; // false
  readonly surface?: SurfaceProps | undefined;
}

/**
 * A model in the scene. Its motion plays by the {@link MotionPlayer} around it; without one, the model shows
 * its pose, and physics moves hair and clothes.
 *
 * A model that is loaded from a source is this component's own, see {@link useMmdModel}. A prop that is taken
 * away gives its property back the value that it had before.
 *
 * @throws LoadError, to the nearest error boundary, if the model or a motion cannot be loaded; Error if it
 * has a `motion` and no `<MotionPlayer>` is around it.
 * @example
 * <MmdModel model="models/dancer.pmx" motion="dance.vmd" physics={{ wind: [20, 0, 0] }} scale={0.08} />
 */
export function MmdModel(props: MmdModelProps): ReactElement {
  // all at once: a component that waits for the model would ask for the motions only then
  openMotions(props.motion);
  openMotions(props.gesture);
  const { model } = props;
  return isModel(model)
    ? createElement(ShownModel, { ...props, model })
    : createElement(LoadedModel, { ...props, source: model });
}

function isModel(model: object | string): model is Model {
  return (model as Model).rig !== undefined;
}

function LoadedModel({ source, ...props }: MmdModelProps & { source: ModelSource }): ReactElement {
  const model = useMmdModel(source, { path: props.path!, physics: props.physics });
  return createElement(ShownModel, { ...props, model, physics: props.physics ?? false });
}

function ShownModel({ ref, path: _path, ...props }: MmdModelProps & { model: Model }): ReactElement {
  const { model, physics, surface, castShadow, receiveShadow, ...rest } = props;
  useExposed(ref, model);
  useSurface(model.surface, surface);
  useProperty(model.mesh, 'castShadow', castShadow);
  useProperty(model.mesh, 'receiveShadow', receiveShadow);
  usePhysics(model, physics);
  return createElement(PlayedModel, { ...rest, model, object: model.root, component: 'MmdModel' });
}

function useSurface(surface: ModelSurface, settings: SurfaceProps = {}): void {
  const { look, groundShadow, outline } = settings;
  useProperty(surface, 'look', look);
  useEffect(() => {
    if (look === 'scene') surface.groundShadow.visible = groundShadow === true;
  }, [surface, look, groundShadow]);
  useProperty(surface, 'shadeColor', useColor(settings.shadeColor));
  useProperty(surface, 'rampSoftness', settings.rampSoftness);
  useProperty(surface, 'environmentShare', settings.environmentShare);
  useProperty(surface, 'rim', settings.rim);
  useProperty(surface, 'shadows', settings.shadows);
  useProperty(surface, 'glow', settings.glow);
  useProperty(surface, 'lightStrength', settings.lightStrength);
  useProperty(surface, 'edgeWidth', settings.edgeWidth);
  useProperty(surface, 'edgeColor', useColor(settings.edgeColor));
  useProperty(surface, 'groundShadowOpacity', settings.groundShadowOpacity);
  useProperty(surface, 'groundShadowBrightness', settings.groundShadowBrightness);
  // Their `visible` belongs to the pose, which hides the model if its motion says so.
  useProperty(surface.groundShadow.layers, 'mask', maskOf(groundShadow));
  useProperty(surface.outline.layers, 'mask', maskOf(outline));
}

function useColor(color: ColorRepresentation | undefined): Color | undefined {
  return useMemo(() => (color === undefined ? undefined : new Color(color)), [color]);
}

/** The first layer, or none. */
function maskOf(isShown: boolean | undefined): number | undefined {
  return isShown === undefined ? undefined : Number(isShown);
}

/**
 * Loads a model's physics and sets its options; false turns physics off. What was set is taken back with the
 * options.
 */
function usePhysics(model: Model, physics: MmdModelProps['physics']): void {
  const get = useThree((state) => state.get);
  useEffect(() => {
    const options = physics === true ? {} : physics;
    let isOver = false;
    let restore: (() => void) | undefined;
    void Promise.resolve(options && model.loadPhysics(options)).then(() => {
      if (isOver || options === undefined) return;
      restore = write(model.physics, options || { mode: 'off' });
      get().invalidate();
    });
    return () => {
      isOver = true;
      restore?.();
    };
  }, [model, physics, get]);
}

/**
 * Sets the properties that the target has; vectors keep their arrays. Returns a function that takes that
 * back.
 */
function write(target: object = {}, values: object): () => void {
  const before: Record<string, unknown> = {};
  const properties = target as Record<string, unknown>;
  for (const [name, value] of Object.entries(values)) {
    const last = properties[name];
    if (last === undefined || value === undefined) continue;
    before[name] = last instanceof Float64Array ? last.slice() : last;
    if (last instanceof Float64Array) last.set(value as ArrayLike<number>);
    else properties[name] = value;
  }
  return () => write(target, before);
}

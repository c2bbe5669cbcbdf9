import type {
  Look,
  MmdModel as Model,
  ModelPhysicsOptions,
  ModelSource,
  ModelSurface,
  ShadowBorders,
} from '@odori/model';
import type { AddOptions, Adjust } from '@odori/runtime';
import { type RootState, type ThreeElements, useFrame } from '@react-three/fiber';
import {
  type ReactElement,
  type ReactNode,
  type Ref,
  Suspense,
  createElement,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Color, type ColorRepresentation } from 'three';
import { useExposed, useLatest, useProperty } from '../effects.js';
import { type MotionInput, openMotions } from '../loading/use-motion.js';
import { useMmdModel } from '../loading/use-mmd-model.js';
import { Gesture, type GestureProps } from './gesture.js';
import { POSE_ORDER, usePlayed } from './motion-player.js';

/**
 * Settings of `model.surface` of @odori/model. A setting that is taken away gets back the value that it had
 * before.
 */
export interface SurfaceProps {
  readonly look?: Look | undefined; // 'auto'
  readonly shadows?: ShadowBorders | undefined; // 'mmd'
  /** Whether the model has a shadow on the ground. */
  readonly groundShadow?: boolean | undefined; // true
  readonly groundShadowOpacity?: number | undefined; // 166/255
  readonly groundShadowBrightness?: number | undefined; // 1
  /** Whether the model has edges. */
  readonly outline?: boolean | undefined; // true
  readonly edgeWidth?: number | undefined; // 1
  readonly edgeColor?: ColorRepresentation | undefined; // the materials' own
}

/**
 * Props of {@link MmdModel}, besides those of a group: `position`, `rotation`, `scale`, `visible`, `onClick`.
 */
export interface MmdModelProps
  extends Omit<ThreeElements['group'], 'ref' | 'args' | 'dispose' | 'children'>, GestureProps {
  /** The `MmdModel` of @odori/model: morphs, physics, report. */
  readonly ref?: Ref<Model> | undefined;
  /** Objects that move with the place of the model. */
  readonly children?: ReactNode;
  /**
   * A model of {@link useMmdModel} or your own, which stays yours; or what `useMmdModel` takes: a URL, a
   * file, a zip, a folder.
   */
  readonly model: Model | ModelSource;
  /** Which one of several models of a zip or a folder. */
  readonly path?: string | undefined;
  /**
   * What the model plays, inside a {@link MotionPlayer}: a motion, a URL, a file, or several files of one
   * motion.
   */
  readonly motion?: MotionInput | null | undefined; // the player's idle motion
  /** Seconds by which this model is behind the player. */
  readonly offset?: number | undefined; // 0
  /** Starts the motion again at its end. */
  readonly loop?: boolean | undefined; // false
  /** `'off'`: legs follow their own keyframes, as motion capture wants. */
  readonly ik?: AddOptions['ik']; // 'motion'
  /** How names of the motion find bones: `'mmd'` as in MMD, `'help'` also where only one fits. */
  readonly names?: AddOptions['names'] | undefined; // the player's
  /**
   * Seconds in which the model fades into another motion. Without a song and an `offset`, that motion begins
   * then, at its beginning.
   */
  readonly fade?: number | undefined; // 0
  /**
   * Your own changes to the pose, each time it is posed, before IK: look-at, lip sync. See `MotionPlayer.add`
   * of @odori/runtime.
   */
  readonly adjust?: AddOptions['adjust'] | undefined;
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
  // both at once: a component that waits for the model would ask for the motion only then
  openMotions(props.motion);
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

function ShownModel(props: MmdModelProps & { model: Model }): ReactElement {
  const {
    ref,
    children,
    model,
    path: _path,
    motion,
    offset,
    loop,
    ik,
    names,
    fade,
    gesture,
    gestureOptions,
    onPerformed,
    adjust,
    physics,
    ...rest
  } = props;
  const { surface, castShadow, receiveShadow, ...group } = rest;
  const performing = { gestureOptions, onPerformed };
  useExposed(ref, model);
  useSurface(model.surface, surface);
  useProperty(model.mesh, 'castShadow', castShadow);
  useProperty(model.mesh, 'receiveShadow', receiveShadow);
  return createElement(
    'primitive',
    { ...group, object: model.root, key: model.root.uuid },
    children,
    // its file may come later than the model, which it must not hide
    gesture && createElement(Suspense, null, createElement(Gesture, { model, gesture, ...performing })),
    createElement(ModelMotion, { model, motion, offset, loop, ik, names, fade, adjust, physics }),
  );
}

function useSurface(surface: ModelSurface, settings: SurfaceProps = {}): void {
  const { edgeColor, groundShadow, outline } = settings;
  const color = useMemo(() => (edgeColor === undefined ? undefined : new Color(edgeColor)), [edgeColor]);
  useProperty(surface, 'look', settings.look);
  useProperty(surface, 'shadows', settings.shadows);
  useProperty(surface, 'edgeWidth', settings.edgeWidth);
  useProperty(surface, 'edgeColor', color);
  useProperty(surface, 'groundShadowOpacity', settings.groundShadowOpacity);
  useProperty(surface, 'groundShadowBrightness', settings.groundShadowBrightness);
  // Their `visible` belongs to the pose, which hides the model if its motion says so.
  useProperty(surface.groundShadow.layers, 'mask', maskOf(groundShadow));
  useProperty(surface.outline.layers, 'mask', maskOf(outline));
}

/** The first layer, or none. */
function maskOf(isShown: boolean | undefined): number | undefined {
  return isShown === undefined ? undefined : Number(isShown);
}

type ModelMotionProps = { readonly model: Model } & Pick<
  MmdModelProps,
  'motion' | 'offset' | 'loop' | 'ik' | 'names' | 'fade' | 'adjust' | 'physics'
>;

/** Poses a model in every frame: by the player around it, or as its pose is. */
function ModelMotion(props: ModelMotionProps): null {
  const { model, motion: input, offset, loop = false, ik, names, physics } = props;
  const { player, motion, get } = usePlayed('MmdModel', input);
  const latest = useLatest(props);
  const begin = useRef(0);
  const [clock] = useState(() => ({ seconds: 0, isJump: false }));
  const adjust = useCallback(
    (...step: Parameters<Adjust>) => latest.current.adjust?.(...step),
    [latest], // the same function in every render
  );
  useLayoutEffect(() => () => void player?.remove(model), [player, model]);
  useLayoutEffect(() => {
    const { frameloop } = get();
    const last = player?.motionOf(model);
    const isSwitch = last !== undefined && last !== motion && latest.current.fade !== undefined;
    if (isSwitch && !player?.media) begin.current = player!.currentTime;
    const options = { offset: offset ?? begin.current, loop, ik, ...(names && { names }), adjust };
    // otherwise nothing would show the steps of a fade
    const isDrawn = frameloop !== 'demand' || !player?.paused;
    if (isDrawn && player?.playables.includes(model))
      player.crossfade(model, motion, latest.current.fade ?? 0, options);
    else player?.add(model, motion, options);
  }, [player, model, motion, offset, loop, ik, names, adjust, latest, get]);
  usePhysics(model, physics, get);
  useLayoutEffect(() => get().invalidate()); // any prop may have changed the picture
  useFrame(({ invalidate }, delta) => {
    if (!player) {
      clock.seconds = delta;
      adjust(model.rig, delta, clock);
      model.update(delta);
    }
    if (model.isSettling) invalidate();
  }, POSE_ORDER);
  return null;
}

/**
 * Loads a model's physics and sets its options; false turns physics off. What was set is taken back with the
 * options.
 */
function usePhysics(model: Model, physics: MmdModelProps['physics'], get: RootState['get']): void {
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

import type { Look, MmdModel as Model, ModelPhysicsOptions, ModelSource, ShadowBorders } from '@odori/model';
import type { AddOptions } from '@odori/runtime';
import type { ThreeElements } from '@react-three/fiber';
import {
  createElement,
  type ReactElement,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useMemo,
} from 'react';
import { Color, type ColorRepresentation } from 'three';
import { useProperty } from '../effects.js';
import { type MotionInput, openMotions } from '../loading/use-motion.js';
import { useMmdModel } from '../loading/use-mmd-model.js';
import { ModelMotion } from './model-motion.js';
import { usePhysics } from './use-physics.js';

/** Props of {@link MmdModel}, besides those of a group: `position`, `rotation`, `scale`, `visible`, `onClick`. */
export interface MmdModelProps extends Omit<ThreeElements['group'], 'ref' | 'args' | 'dispose' | 'children'> {
  /** The `MmdModel` of @odori/model: morphs, physics, report. */
  readonly ref?: Ref<Model> | undefined;
  /** Objects that move with the place of the model. */
  readonly children?: ReactNode;
  /** A model of {@link useMmdModel} or your own, which stays yours; or what `useMmdModel` takes: a URL, a file, a zip, a folder. */
  readonly model: Model | ModelSource;
  /** Which one of several models of a zip or a folder. */
  readonly path?: string | undefined;
  /** What the model plays, inside a {@link MotionPlayer}: a motion, a URL, a file, or several files of one motion. */
  readonly motion?: MotionInput | undefined; // the player's idle motion
  /** Seconds by which this model is behind the player. */
  readonly offset?: number | undefined; // 0
  /** Starts the motion again at its end. */
  readonly loop?: boolean | undefined; // false
  /** Seconds in which the model fades into another motion. */
  readonly fade?: number | undefined; // 0
  /** Your own changes to the pose, each time it is posed, before IK: look-at, lip sync. See `MotionPlayer.add` of @odori/runtime. */
  readonly adjust?: AddOptions['adjust'] | undefined;
  readonly look?: Look | undefined; // 'auto'
  readonly shadows?: ShadowBorders | undefined; // 'mmd'
  /** True or options: rigid bodies move hair and clothes. False: they follow their keyframes. */
  readonly physics?: boolean | ModelPhysicsOptions | undefined; // false
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
 * A model in the scene. Its motion plays by the {@link MotionPlayer} around it; without one, the model shows its pose, and physics moves
 * hair and clothes.
 *
 * A model that is loaded from a source is this component's own, see {@link useMmdModel}. A prop that is taken away gives its
 * property back the value that it had before.
 *
 * @throws LoadError, to the nearest error boundary, if the model or a motion cannot be loaded; Error if it has a `motion` and no
 * `<MotionPlayer>` is around it.
 * @example
 * <MmdModel model="models/dancer.pmx" motion="dance.vmd" physics={{ wind: [20, 0, 0] }} scale={0.08} />
 */
export function MmdModel(props: MmdModelProps): ReactElement {
  openMotions(props.motion); // both at once: a component that waits for the model would ask for the motion only then
  return isModel(props.model)
    ? createElement(ShownModel, { ...props, model: props.model })
    : createElement(LoadedModel, { ...props, source: props.model });
}

function isModel(model: Model | ModelSource): model is Model {
  return typeof model === 'object' && 'rig' in model;
}

function LoadedModel({ source, ...props }: MmdModelProps & { source: ModelSource }): ReactElement {
  const model = useMmdModel(source, { path: props.path!, physics: props.physics });
  return createElement(ShownModel, { ...props, model });
}

function ShownModel(props: MmdModelProps & { model: Model }): ReactElement {
  const { ref, children, model, path: _path, motion, offset, loop, fade, adjust, ...rest } = props;
  const { look, shadows, physics, groundShadow, groundShadowOpacity, groundShadowBrightness, ...others } =
    rest;
  const { outline, edgeWidth, edgeColor, castShadow, receiveShadow, ...group } = others;
  useImperativeHandle(ref, () => model, [model]);
  useProperty(model, 'look', look);
  useProperty(model, 'shadows', shadows);
  useProperty(model, 'groundShadowOpacity', groundShadowOpacity);
  useProperty(model, 'groundShadowBrightness', groundShadowBrightness);
  useProperty(model, 'edgeWidth', edgeWidth);
  useProperty(
    model,
    'edgeColor',
    useMemo(() => (edgeColor === undefined ? undefined : new Color(edgeColor)), [edgeColor]),
  );
  useProperty(model.groundShadow, 'visible', groundShadow);
  useProperty(model.outline, 'visible', outline);
  useProperty(model.mesh, 'castShadow', castShadow);
  useProperty(model.mesh, 'receiveShadow', receiveShadow);
  usePhysics(model, physics);
  return createElement(
    'primitive',
    { ...group, object: model.root, key: model.root.uuid },
    children,
    createElement(ModelMotion, { model, motion, offset, loop, fade, adjust }),
  );
}

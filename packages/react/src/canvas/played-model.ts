import type { AddOptions, Adjust } from '@odori/runtime';
import type { CompanionModel } from '@odori/runtime/companion';
import { type ThreeElements, useFrame } from '@react-three/fiber';
import {
  type Context,
  type ReactElement,
  type ReactNode,
  Suspense,
  createContext,
  createElement,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Object3D } from 'three';
import { useLatest } from '../effects.js';
import type { MotionInput } from '../loading/use-motion.js';
import { Gesture, type GestureProps } from './gesture.js';
import { POSE_ORDER, usePlayed } from './motion-player.js';

/** Props of models and avatars for what they play. */
export interface PlayedProps extends GestureProps {
  /**
   * What the model plays, inside a `<MotionPlayer>`: a motion, a URL, a file, or several files of one
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
}

/** What a component of a model gives to a companion inside it. */
export interface ModelPlace {
  readonly model: CompanionModel;
  /** The prop of the last render. */
  readonly adjust: Adjust;
  readonly hasMotion: boolean;
  /** Whether a companion decides what the model plays. */
  readonly isLed: boolean;
  readonly lead: (isLed: boolean) => void;
}

export const ModelContext: Context<ModelPlace | undefined> = /* @__PURE__ */ createContext<
  ModelPlace | undefined
>(undefined);

type GroupProps = Omit<ThreeElements['group'], 'ref' | 'args' | 'dispose' | 'children'>;

interface PlayedModelProps extends GroupProps, PlayedProps {
  readonly model: CompanionModel & { readonly isSettling?: boolean };
  /** What is in the scene. */
  readonly object: Object3D;
  /** The name of the component, for messages. */
  readonly component: string;
  readonly children?: ReactNode;
}

/** A model or an avatar in the scene, and what it plays. */
export function PlayedModel(props: PlayedModelProps): ReactElement {
  const { component, children, model, object, motion, offset, loop, ik, names, fade, ...rest } = props;
  const { gesture, gestureOptions, onPerformed, adjust: _adjust, ...group } = rest;
  const latest = useLatest(props);
  const adjust = useCallback(
    (...step: Parameters<Adjust>) => latest.current.adjust?.(...step),
    [latest], // the same function in every render
  );
  const [isLed, lead] = useState(false);
  const hasMotion = Boolean(motion);
  const place = useMemo(
    () => ({ model, adjust, hasMotion, isLed, lead }),
    [model, adjust, hasMotion, isLed, lead],
  );
  const performing = { component, model, gesture, gestureOptions, onPerformed };
  const playing = { component, model, motion, offset, loop, ik, names, fade, adjust, isLed };
  return createElement(
    'primitive',
    { ...group, object, key: object.uuid },
    createElement(ModelContext, { value: place }, children),
    // its file may come later than the model, which it must not hide
    gesture && createElement(Suspense, null, createElement(Gesture, performing)),
    createElement(ModelMotion, playing),
  );
}

interface ModelMotionProps extends Pick<PlayedModelProps, 'component' | 'model'> {
  readonly motion: PlayedProps['motion'];
  readonly offset: number | undefined;
  readonly loop: boolean | undefined;
  readonly ik: PlayedProps['ik'];
  readonly names: PlayedProps['names'];
  readonly fade: number | undefined;
  readonly adjust: Adjust;
  readonly isLed: boolean;
}

/** Poses a model in every frame: by the player around it, or as its pose is. */
function ModelMotion(props: ModelMotionProps): null {
  const { component, model, motion: input, offset, loop = false, ik, names, adjust, isLed } = props;
  const { player, motion, get } = usePlayed(`${component} motion`, input);
  const latest = useLatest(props);
  const begin = useRef(0);
  const [clock] = useState(() => ({ seconds: 0, isJump: false }));
  useLayoutEffect(() => () => void player?.remove(model), [player, model]);
  useLayoutEffect(() => {
    if (!player || isLed) return;
    const { fade } = latest.current;
    const isAdded = player.playables.includes(model);
    if (isAdded && player.motionOf(model) !== motion) {
      const isInTime = fade === undefined || player.media !== undefined;
      begin.current = isInTime ? 0 : player.currentTime - player.offset;
    }
    const options = { offset: offset ?? begin.current, loop, ik, ...(names && { names }), adjust };
    // otherwise nothing would show the steps of a fade
    const isDrawn = get().frameloop !== 'demand' || !player.paused;
    if (isDrawn && isAdded) player.crossfade(model, motion, fade ?? 0, options);
    else player.add(model, motion, options);
  }, [player, model, motion, offset, loop, ik, names, adjust, isLed, latest, get]);
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

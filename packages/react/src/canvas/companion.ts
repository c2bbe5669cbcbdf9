import {
  type Companion as Character,
  type CompanionModel,
  type CompanionOptions,
  createCompanion,
  type LookTarget,
  pointerTarget,
} from '@odori/runtime/companion';
import { useFrame, useThree } from '@react-three/fiber';
import { type Ref, useContext, useLayoutEffect, useMemo, useState } from 'react';
import { useExposed, useLatest, useSameList } from '../effects.js';
import { type MotionInput, useMotionsOf } from '../loading/use-motion.js';
import { usePlayerPlace } from './motion-player.js';
import { ModelContext, type ModelPlace } from './played-model.js';

/**
 * Props of {@link Companion}: the options of `createCompanion` of @odori/runtime. `gestures`, `lookAt` and
 * `adjust` may change; another list of `idle` motions makes her anew; the others are those of the first
 * render.
 */
export interface CompanionProps extends Omit<CompanionOptions, 'idle' | 'gestures' | 'lookAt'> {
  /** The `Companion` of @odori/runtime: `perform`, `say`, `feel`, `dance`. */
  readonly ref?: Ref<Character> | undefined;
  /** An avatar that no component shows. The default: what the component around it shows. */
  readonly model?: CompanionModel | undefined;
  /** What she does while nothing else is to be done, one after another at random: motions, URLs, files. */
  readonly idle?: readonly MotionInput[] | undefined;
  /** The motions that `perform` knows by name. */
  readonly gestures?: Readonly<Record<string, MotionInput>> | undefined;
  /** What she looks at: also the camera of the canvas, or the pointer over the page. */
  readonly lookAt?: LookTarget | 'camera' | 'pointer' | undefined;
}

/**
 * Makes the model around it a companion: she idles, breathes, blinks, looks at the target, and does what the
 * ref says. She lives while this component is shown, also in pauses of the player, and asks for frames with
 * `frameloop="demand"`. It is suspended until all motions have loaded.
 *
 * She decides what the model plays, so that the component around it has no `motion`; its `adjust` works.
 *
 * @throws Error if there is no `<MotionPlayer>`, or no model around it, or if that has a `motion`; LoadError,
 * to the nearest error boundary, if a motion cannot be loaded.
 * @example
 * <MmdModel model="dancer.pmx">
 *   <Companion ref={companion} idle={['calm.vmd', 'proud.vmd']} gestures={{ wave: 'wave.vmd' }} lookAt="pointer" />
 * </MmdModel>
 * // later: await companion.current.perform('wave');
 */
export function Companion(props: CompanionProps): null {
  const { player, alive } = usePlayerPlace('<Companion>');
  const place = useContext(ModelContext);
  const model = props.model ?? place?.model;
  if (!model) throw new Error('<Companion> needs a <MmdModel> or <VrmModel> around it, or a `model`');
  const isInside = model === place?.model;
  if (isInside && place.hasMotion)
    throw new Error('a model with a <Companion> takes no `motion`: call dance() of the companion');
  const options = useOptions(props, isInside ? place.adjust : undefined);
  const { isLed, lead } = isInside ? place : ALONE;
  const get = useThree((state) => state.get);
  const [companion, setCompanion] = useState<Character>();
  useExposed(props.ref, companion!);
  useLayoutEffect(() => {
    lead(true);
    return () => lead(false);
  }, [lead]);
  useLayoutEffect(() => {
    if (!isLed) return undefined; // the component around it has not let go yet
    const made = createCompanion(player, model, options);
    alive.add(made);
    setCompanion(made);
    get().invalidate();
    return () => {
      alive.delete(made);
      made.dispose();
    };
  }, [player, alive, model, options, isLed, get]);
  useGaze(companion, props.lookAt);
  useFrame(({ invalidate }) => invalidate());
  return null;
}

/** Where no component shows the model. */
const ALONE = { isLed: true, lead: (): void => {} };

/**
 * The same object until the idle motions are others. A companion reads the gestures whenever it needs one.
 */
function useOptions(props: CompanionProps, adjustAround: ModelPlace['adjust'] | undefined): CompanionOptions {
  const { ref: _ref, model: _model, idle = [], gestures = {}, lookAt: _lookAt, ...first } = props;
  const names = Object.keys(gestures);
  const motions = useMotionsOf([...idle, ...Object.values(gestures)]);
  const idles = useSameList(motions.slice(0, idle.length));
  const latest = useLatest({ adjust: props.adjust, adjustAround });
  const options = useMemo((): CompanionOptions => {
    const adjust: CompanionOptions['adjust'] = (rig, deltaSeconds, clock) => {
      latest.current.adjustAround?.(rig, deltaSeconds, clock!); // a player has one
      latest.current.adjust?.(rig, deltaSeconds, clock);
    };
    return { ...first, idle: idles, adjust };
  }, [idles, latest]);
  useLayoutEffect(() => {
    options.gestures = Object.fromEntries(names.map((name, i) => [name, motions[idle.length + i]]));
  }, [options, motions, names.join()]);
  return options;
}

/** Lets a companion look at a target. */
function useGaze(companion: Character | undefined, target: CompanionProps['lookAt']): void {
  const camera = useThree((state) => state.camera);
  const canvas = useThree((state) => state.gl.domElement);
  useLayoutEffect(() => {
    if (!companion) return undefined;
    const pointer = target === 'pointer' ? pointerTarget(canvas, camera) : undefined;
    companion.lookAt(pointer ?? (target === 'camera' ? camera : (target as LookTarget | undefined)));
    return () => pointer?.dispose();
  }, [companion, target, camera, canvas]);
}

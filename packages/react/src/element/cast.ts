import '@odori/element/define';
import type { ModelInput, MotionInput, OdoriDancerElement, OdoriStageElement } from '@odori/element';
import {
  createElement,
  type HTMLAttributes,
  type ReactElement,
  type Ref,
  type RefObject,
  useEffect,
  useRef,
} from 'react';
import { useExposed, useLatest } from '../effects.js';
import { textOf, useAssigned } from './assigned.js';

/** What dancers and stages have in common. */
interface CastProps<E extends Element> extends Omit<HTMLAttributes<E>, 'onLoad' | 'onError' | 'children'> {
  /** The element: `loadedModel`, `error`. */
  readonly ref?: Ref<E> | undefined;
  /** Its motion; `|` in text joins the files of one motion. */
  readonly motion?: MotionInput | null | undefined;
  /** Where it stands, in MMD units; +z is towards the viewer. As text: `'-4 0 0'`. */
  readonly position?: string | readonly [number, number, number] | undefined;
  /** Degrees, to a dancer's left. */
  readonly turn?: number | undefined;
  /** What people who do not see the picture read of it. */
  readonly alt?: string | undefined;
  /** It is loaded and shown. */
  readonly onLoad?: ((event: Event & { readonly currentTarget: E }) => void) | undefined;
  /** It cannot be shown: `event.currentTarget.error` says why. */
  readonly onError?: ((event: Event & { readonly currentTarget: E }) => void) | undefined;
}

/** Props of {@link Dancer}, besides those of all HTML elements. */
export interface DancerProps extends CastProps<OdoriDancerElement> {
  /** A URL, a file or zip, files by path, or an `MmdModel`, which stays yours. */
  readonly model?: ModelInput | null | undefined;
}

/** Props of {@link Stage}, besides those of all HTML elements. */
export interface StageProps extends CastProps<OdoriStageElement> {
  /** PMX, PMD, `.x` or GLB: a URL, a file or zip, files by path, or an `MmdModel`, which stays yours. */
  readonly src?: ModelInput | null | undefined;
}

/**
 * `<odori-dancer>`: one of several dancers in an {@link OdoriPlayer}.
 *
 * @example
 * <OdoriPlayer audio="duet.ogg" controls>
 *   <Dancer model="miku.zip" motion="left.vmd" position={[-4, 0, 0]} />
 *   <Dancer model="luka.pmx" motion="right.vmd" position={[4, 0, 0]} turn={15} />
 * </OdoriPlayer>
 */
export function Dancer(props: DancerProps): ReactElement {
  return useCastElement('odori-dancer', 'model', props);
}

/**
 * `<odori-stage>`: a stage around the dancers of an {@link OdoriPlayer}.
 *
 * @example
 * <OdoriPlayer model="dancer.pmx" motion="dance.vmd"><Stage src="live-house/stage.pmx" /></OdoriPlayer>
 */
export function Stage(props: StageProps): ReactElement {
  return useCastElement('odori-stage', 'src', props);
}

function useCastElement<E extends Element>(
  tag: string,
  source: 'model' | 'src',
  props: CastProps<E> & { readonly [Name in 'model' | 'src']?: ModelInput | null | undefined },
): ReactElement {
  const element = useRef<E>(null);
  const { ref, motion, position, onLoad, onError, className, ...others } = props;
  useExposed(ref, element);
  useListener(element, 'load', onLoad);
  useListener(element, 'error', onError);
  for (const [name, value] of [
    [source, props[source]],
    ['motion', motion],
  ] as const) {
    useAssigned(element, name, textOf(value) ?? value ?? null);
  }
  return createElement(tag, {
    ...others,
    [source]: textOf(props[source]),
    motion: textOf(motion),
    position: typeof position === 'object' ? position.join(' ') : position,
    class: className,
    ref: element,
  });
}

function useListener<E extends Element>(
  element: RefObject<E | null>,
  type: string,
  listener: ((event: Event & { readonly currentTarget: E }) => void) | undefined,
): void {
  const latest = useLatest(listener);
  useEffect(() => {
    const target = element.current!;
    const call = (event: Event): void => latest.current?.(event as Event & { readonly currentTarget: E });
    target.addEventListener(type, call);
    return () => target.removeEventListener(type, call);
  }, [element, type, latest]);
}

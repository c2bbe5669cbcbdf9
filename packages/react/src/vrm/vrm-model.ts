import type { HumanoidBinding } from '@odori/vrm';
import type { ThreeElements } from '@react-three/fiber';
import {
  type ReactElement,
  type ReactNode,
  type Ref,
  createElement,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import { PlayedModel, type PlayedProps } from '../canvas/played-model.js';
import { useExposed } from '../effects.js';
import { openMotions } from '../loading/use-motion.js';
import { openVrm, type ShownAvatar, type VrmFile, type VrmSource } from './vrm-file.js';

export type { VrmSource } from './vrm-file.js';

/**
 * Props of {@link VrmModel}, besides those of a group: `position`, `rotation`, `visible`, `onClick`.
 */
export interface VrmModelProps
  extends Omit<ThreeElements['group'], 'ref' | 'args' | 'dispose' | 'children'>, PlayedProps {
  /** The avatar of `bindVrm` of @odori/vrm, once it is shown: `rig`, `missing`. */
  readonly ref?: Ref<HumanoidBinding> | undefined;
  /** Objects that move with the place of the avatar, and a `Companion`. */
  readonly children?: ReactNode;
  /** The URL of a VRM file, the file, or its bytes, which must stay the same object. */
  readonly src: VrmSource;
  /**
   * Size of an MMD unit in the scene: 0.08 in a scene in metres. Hair and clothes move right with it, and not
   * with a `scale`.
   */
  readonly unit?: number | undefined; // 1
}

/**
 * A VRM avatar in the scene, 0.x or 1.0, which dances as an `MmdModel` does. It faces +z, and its legs are as
 * long as those of an MMD model. The component is suspended until the file and its motions have loaded; a
 * second avatar of the same file appears a moment later.
 *
 * It needs light besides MMD's own: `MmdLight` has it.
 *
 * @throws LoadError, to the nearest error boundary, if a file cannot be loaded, or has no usable avatar;
 * Error if it has a `motion` and no `<MotionPlayer>` is around it.
 * @example
 * <MotionPlayer playing>
 *   <VrmModel src="me.vrm" motion="dance.vmd" />
 * </MotionPlayer>
 */
export function VrmModel({ src, unit = 1, ref, ...props }: VrmModelProps): ReactElement | null {
  openMotions(props.motion);
  openMotions(props.gesture);
  const shared = openVrm(src);
  const file = shared.loading.read();
  useEffect(() => shared.hold(), [shared]);
  const shown = useAvatar(file);
  useLayoutEffect(() => shown?.resize(unit), [shown, unit]);
  useExposed(ref, shown?.avatar as HumanoidBinding);
  if (!shown) return null;
  return createElement(PlayedModel, {
    ...props,
    model: shown.avatar,
    object: shown.root,
    component: 'VrmModel',
  });
}

/** An avatar of a file for this component alone; the first one is there before the page is painted. */
function useAvatar(file: VrmFile): ShownAvatar | undefined {
  const [shown, setShown] = useState<ShownAvatar>();
  const [failure, setFailure] = useState<{ readonly error: unknown }>();
  useLayoutEffect(() => {
    let isOver = false;
    let mine = file.take();
    setShown(mine);
    if (!mine)
      file.takeAnother().then(
        (another) => {
          if (isOver) return file.giveBack(another);
          mine = another;
          return setShown(another);
        },
        (error: unknown) => setFailure({ error }),
      );
    return () => {
      isOver = true;
      if (mine) file.giveBack(mine);
      setShown(undefined);
    };
  }, [file]);
  if (failure) throw failure.error;
  return shown;
}

import { useProgress } from '@react-three/drei';

/** How much of the model and the motions is loaded. drei reads it from three's LoadingManager. */
export function Progress() {
  const { active, progress } = useProgress();
  return <p role="status">{active ? `Loading: ${Math.round(progress)} %` : 'Press play.'}</p>;
}

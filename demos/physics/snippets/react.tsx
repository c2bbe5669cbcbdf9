import { MmdLight, MmdModel, MotionPlayer } from '@odori/react';
import { Canvas } from '@react-three/fiber';
import { Suspense } from 'react';

export function Wind() {
  return (
    <Suspense fallback="Loading…">
      <Canvas camera={{ position: [0, 12, 45], fov: 30 }}>
        <MotionPlayer playing loop>
          <MmdModel
            model="dancer.pmx"
            motion="dance.vmd"
            physics={{ wind: [60, 0, 0] }}
          />
          <MmdLight />
        </MotionPlayer>
      </Canvas>
    </Suspense>
  );
}

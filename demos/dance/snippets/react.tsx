import { MmdLight, MmdModel, MotionCamera, MotionPlayer } from '@odori/react';
import { Canvas } from '@react-three/fiber';
import { Suspense, useState } from 'react';

export function Dance() {
  const [playing, setPlaying] = useState(false); // sound needs a click
  return (
    <Suspense fallback="Loading…">
      <Canvas onClick={() => setPlaying(true)}>
        <MotionPlayer media="song.m4a" playing={playing} loop>
          <MmdModel model="dancer.pmx" motion="dance.vmd" physics />
          <MotionCamera motion="camera.vmd" makeDefault />
          <MmdLight />
        </MotionPlayer>
      </Canvas>
    </Suspense>
  );
}

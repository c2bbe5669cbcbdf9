import { filesByPath } from '@odori/model';
import { OrbitControls } from '@react-three/drei';
import { Canvas } from '@react-three/fiber';
import { Suspense, useRef, useState } from 'react';
import { type DanceProps, Dance } from './dance';
import { ErrorMessage } from './error-message';
import { Progress } from './progress';

export function App() {
  const song = useRef<HTMLAudioElement>(null);
  const [model, setModel] = useState<DanceProps['model']>('/files/dancer.pmx');
  const [isFree, setFree] = useState(false);
  return (
    <>
      <div className="picture">
        <ErrorMessage resetOn={model}>
          <Canvas
            shadows="basic"
            camera={{ position: [0, 12, 45], fov: 30 }}
            role="img"
            aria-label="A dancer"
          >
            <Suspense fallback={null}>
              <Dance model={model} song={song} hasCamera={!isFree} />
            </Suspense>
            {isFree && <OrbitControls target={[0, 10, 0]} />}
          </Canvas>
        </ErrorMessage>
      </div>
      <main>
        <h1>A dance in React</h1>
        <Progress />
        <audio ref={song} controls loop aria-label="The song and the dance">
          <source src="/files/song.ogg" type="audio/ogg" />
          <source src="/files/song.m4a" type="audio/mp4" />
        </audio>
        <div className="buttons">
          <button type="button" aria-pressed={isFree} onClick={() => setFree(!isFree)}>
            Free camera
          </button>
          <label>
            Open a zip
            <input
              type="file"
              accept=".zip"
              aria-label="Open a zip with a model"
              onChange={(event) => setModel(filesByPath(event.target.files))}
            />
          </label>
        </div>
      </main>
    </>
  );
}

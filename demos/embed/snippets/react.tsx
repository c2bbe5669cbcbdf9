import { OdoriPlayer } from '@odori/react/element';

export function Video() {
  return (
    <OdoriPlayer
      model="dancer.pmx"
      motion="dance.vmd"
      camera="camera.vmd"
      audio="song.m4a"
      controls
      loop
      alt="A dancer in a red festival coat"
    />
  );
}

import { OdoriPlayer } from '@odori/react/element';

export function Videos() {
  const dance = { model: 'dancer.pmx', motion: 'dance.vmd', loop: true };
  return (
    <>
      <OdoriPlayer
        {...dance}
        autoPlay
        muted
        alt="A dancer in a red festival coat"
      />
      <OdoriPlayer
        {...dance}
        camera="camera.vmd"
        audio="song.m4a"
        poster="dancer.webp"
        preload="none"
        controls
        alt="The dancer on a floor"
      />
    </>
  );
}

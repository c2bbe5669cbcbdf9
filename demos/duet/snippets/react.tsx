import { Dancer, OdoriPlayer, Stage } from '@odori/react/element';

export function Duet() {
  return (
    <OdoriPlayer camera="auto" audio="song.m4a" controls loop>
      <Dancer
        model="dancer.pmx"
        motion="left.vmd"
        position="-5 0 0"
        turn={12}
      />
      <Dancer
        model="dancer.pmx"
        motion="right.vmd"
        position="5 0 0"
        turn={-12}
      />
      <Stage src="stage.pmx" />
    </OdoriPlayer>
  );
}

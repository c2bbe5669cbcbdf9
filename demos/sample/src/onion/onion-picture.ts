import { type MmdModel, PMXLoader } from '@odori/model';
import type { Motion } from '@odori/runtime';
import { Box3, HemisphereLight, Vector3 } from 'three';
import { slider } from '../../../shared/controls.js';
import { followTheme } from '../../../shared/follow-theme.js';
import { type DemoStart, runDemo } from '../../../shared/run-demo.js';
import type { DemoStage } from '../../../shared/viewport.js';
import { OnionSkins } from './onion-skins.js';
import { DAY, NIGHT } from './theme.js';

/** Where she dances, and how high she reaches. */
const SPACE = new Box3(new Vector3(-9, 0, -2), new Vector3(9, 22, 2));

/** The picture beside the curves: the dancer at the chosen time, among ghosts of herself. */
export class OnionPicture {
  readonly #spacing = { each: 2, spacing: 6 };
  #theme = DAY;
  #frame = 0;
  #bone = '';
  #motion: Motion | undefined;
  #model: MmdModel | undefined;
  #stage: DemoStage | undefined;
  #skins: OnionSkins | undefined;

  constructor() {
    slider('skins', String, (each) => {
      this.#spacing.each = each;
      this.#refresh();
    });
    slider('spacing', framesText, (frames) => {
      this.#spacing.spacing = frames;
      this.#refresh();
    });
    followTheme(DAY, NIGHT, (theme) => {
      this.#theme = theme;
      this.#refresh();
    });
    void runDemo((start) => this.#begin(start));
  }

  dance(motion: Motion): void {
    this.#motion = motion;
    this.#skins?.dance(motion);
    this.#open();
    this.#refresh();
  }

  /** Shows a frame, and how a bone comes and goes. */
  seek(frame: number, bone: string): void {
    this.#frame = frame;
    this.#bone = bone;
    this.#refresh();
  }

  async #begin({ stage, assets }: DemoStart): Promise<void> {
    this.#model = await assets.load(new PMXLoader(), 'dancer.pmx');
    this.#stage = stage;
    this.#open();
  }

  /** Begins when there is a dancer and a dance. */
  #open(): void {
    if (this.#skins || !this.#stage || !this.#model || !this.#motion) return;
    const skins = new OnionSkins(this.#model, this.#motion);
    this.#skins = skins;
    this.#stage.scene.add(skins.root, new HemisphereLight('white', 'silver', 3.6)); // for the ghosts
    this.#stage.add(this.#model);
    this.#stage.lookAt(SPACE);
    this.#stage.run(() => {
      skins.show(this.#frame, this.#bone, this.#spacing, this.#theme);
      return false;
    });
  }

  #refresh(): void {
    this.#stage?.refresh();
  }
}

function framesText(frames: number): string {
  return frames === 1 ? '1 frame' : `${frames} frames`;
}

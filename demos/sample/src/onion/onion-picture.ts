import { type MmdModel, PMXLoader } from '@odori/model';
import type { Motion } from '@odori/runtime';
import { Box3, HemisphereLight, Vector3 } from 'three';
import { slider } from '../../../shared/controls.js';
import { amountText } from '../../../shared/number-text.js';
import { followTheme } from '../../../shared/page.js';
import { type DemoStart, runDemo } from '../../../shared/run-demo.js';
import type { Viewport } from '../../../shared/viewport.js';
import { OnionSkins } from './onion-skins.js';
import { DAY, NIGHT } from './theme.js';

/** The space that the camera shows, in units. */
const VIEW_BOX = new Box3(new Vector3(-9, 0, -2), new Vector3(9, 22, 2));

/** The picture beside the curves: the dancer at the chosen time, with onion skins before and after it. */
export class OnionPicture {
  readonly #spacing = { each: 2, spacing: 6 };
  #theme = DAY;
  #frame = 0;
  #bone = '';
  #motion: Motion | undefined;
  #model: MmdModel | undefined;
  #viewport: Viewport | undefined;
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

  play(motion: Motion): void {
    this.#motion = motion;
    this.#skins?.play(motion);
    this.#start();
    this.#refresh();
  }

  /** Shows a frame and the path of a bone around it. */
  seek(frame: number, bone: string): void {
    this.#frame = frame;
    this.#bone = bone;
    this.#refresh();
  }

  async #begin({ viewport, assets }: DemoStart): Promise<void> {
    this.#model = await assets.load(new PMXLoader(), 'dancer.pmx');
    this.#viewport = viewport;
    this.#start();
  }

  /** Starts drawing as soon as the dancer and a motion are loaded. */
  #start(): void {
    if (this.#skins || !this.#viewport || !this.#model || !this.#motion) return;
    const skins = new OnionSkins(this.#model, this.#motion);
    this.#skins = skins;
    this.#viewport.scene.add(skins.root, new HemisphereLight('white', 'silver', 3.6)); // for the ghosts
    this.#viewport.add(this.#model);
    this.#viewport.lookAt(VIEW_BOX);
    this.#viewport.run(() => {
      skins.show(this.#frame, this.#bone, this.#spacing, this.#theme);
      return false;
    });
  }

  #refresh(): void {
    this.#viewport?.refresh();
  }
}

function framesText(frames: number): string {
  return amountText(frames, 'frame');
}

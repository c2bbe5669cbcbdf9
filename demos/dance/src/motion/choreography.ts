import { Vector3 } from 'three';
import { restPosition } from '../figure/bone-table.js';
import { FRAMES_PER_BEAT } from './beat.js';
import { bodyTracks } from './body-score.js';
import { footSteps } from './foot-score.js';
import { handTracks } from './hand-score.js';
import { ArmPoser } from './pose-arm.js';
import { poseBody } from './pose-body.js';
import { LegPoser } from './pose-leg.js';
import { Puppet } from './puppet.js';
import { Swing } from './swing.js';

const FRAME = 1 / 30;

/** Works the dance out, frame after frame: scores for trunk, hands and feet; what hangs follows. */
export class Choreography {
  readonly puppet = new Puppet();
  readonly #body = bodyTracks();
  readonly #limbs = [
    new ArmPoser('左', handTracks('left')),
    new ArmPoser('右', handTracks('right')),
    new LegPoser('左', footSteps('left')),
    new LegPoser('右', footSteps('right')),
  ];
  readonly #swings = [
    new Swing('ポニーテール１', restPosition('ポニーテール２'), 150, 11, 0.15),
    new Swing('ポニーテール２', restPosition('ポニーテール３'), 95, 8, 0.25),
    new Swing('ポニーテール３', new Vector3(0, 14.0, -2.9), 70, 7, 0.3),
    new Swing('左横髪', new Vector3(1.66, 15.9, 0.85), 120, 9, 0.3),
    new Swing('右横髪', new Vector3(-1.66, 15.9, 0.85), 120, 9, 0.3),
    new Swing('左帯', new Vector3(0.45, 10.2, -1.75), 80, 7, 0.2),
    new Swing('右帯', new Vector3(-0.45, 10.2, -1.75), 80, 7, 0.2),
  ];

  /** Frames must follow each other: hair remembers. */
  pose(frame: number): void {
    const beat = frame / FRAMES_PER_BEAT;
    poseBody(this.puppet, this.#body, beat);
    this.puppet.bones[0].updateMatrixWorld(true);
    for (const limb of this.#limbs) limb.pose(this.puppet, beat);
    this.puppet.bones[0].updateMatrixWorld(true);
    for (const swing of this.#swings) swing.advance(this.puppet, FRAME);
  }
}

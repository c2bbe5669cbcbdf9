import { serializeVpd, type Vpd } from '@odori/format';
import { bindMotion, type Motion, type Rig, VPDLoader } from '@odori/runtime';
import { slider } from '../../shared/controls.js';
import { element, part } from '../../shared/dom.js';
import { englishName } from '../../shared/english-name.js';
import { nameLabel, visibleText } from '../../shared/file-text.js';
import { saveBytes, takeDroppedFiles } from '../../shared/files.js';
import { amountText } from '../../shared/number-text.js';
import { namedProblem } from '../../shared/problem-text.js';
import { poseChanges } from './pose-changes.js';

export interface PoseEvents {
  /** Undefined: rest. */
  onPose(pose: Motion | undefined, seconds: number): void;
  /** The pose as it is now is wanted. */
  onSave(): Vpd;
}

const REST = 'Rest';

/** The list of poses, what the chosen one moves, and the ways of files in and out. */
export class PosePanel {
  readonly #rig: Rig;
  readonly #events: PoseEvents;
  readonly #buttons = new Map<string, HTMLButtonElement>();
  readonly #poses = new Map<string, Motion>();
  readonly #status = part('status', HTMLElement);
  #seconds = 0;

  constructor(rig: Rig, events: PoseEvents) {
    this.#rig = rig;
    this.#events = events;
    this.#addButton(REST);
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) part('ease', HTMLInputElement).value = '0';
    slider(
      'ease',
      (seconds) => `${seconds.toFixed(1)} s`,
      (seconds) => (this.#seconds = seconds),
    );
    part('save', HTMLButtonElement).addEventListener('click', () =>
      saveBytes(serializeVpd(events.onSave()), 'pose.vpd'),
    );
    const files = part('files', HTMLInputElement);
    files.addEventListener('change', () => {
      void this.#take([...(files.files ?? [])]);
      files.value = ''; // else the same file could not be chosen twice
    });
    takeDroppedFiles((dropped) => void this.#take(dropped));
  }

  /** Puts a pose on the list; one of the same name goes. */
  offer(name: string, pose: Motion): void {
    this.#poses.set(name, pose);
    this.#addButton(name);
  }

  strike(name: string, seconds = this.#seconds): void {
    const pose = this.#poses.get(name);
    for (const [other, button] of this.#buttons) button.setAttribute('aria-pressed', String(other === name));
    this.#events.onPose(pose, seconds);
    this.#showChanges(pose);
    this.#status.textContent = '';
  }

  #addButton(name: string): void {
    if (this.#buttons.has(name)) return;
    const button = element('button', { type: 'button' }, visibleText(name));
    button.addEventListener('click', () => this.strike(name));
    this.#buttons.set(name, button);
    part('poses', HTMLElement).append(button);
  }

  #showChanges(pose: Motion | undefined): void {
    const changes = pose ? poseChanges(pose) : [];
    const count = (kind: 'bone' | 'morph'): number => changes.filter((change) => change.kind === kind).length;
    const lacks = pose ? bindMotion(pose, this.#rig).missing : { bones: [], morphs: [] };
    const missing = lacks.bones.length + lacks.morphs.length;
    part('summary', HTMLElement).textContent =
      `${amountText(count('bone'), 'bone')}, ${amountText(count('morph'), 'morph')}` +
      (missing > 0 ? `; ${missing} of them this dancer lacks` : '');
    const items = changes.map(({ kind, name, text }) =>
      element(
        'div',
        {},
        element('dt', {}, nameLabel(name, englishName(kind, name))),
        element('dd', {}, text),
      ),
    );
    part('changes', HTMLElement).replaceChildren(...items);
  }

  async #take(files: readonly File[]): Promise<void> {
    const problems: string[] = [];
    let last: string | undefined;
    for (const file of files) {
      try {
        this.offer(file.name, new VPDLoader().parse(await file.arrayBuffer()));
        last = file.name;
      } catch (error) {
        problems.push(namedProblem(file.name, error));
      }
    }
    if (last !== undefined) this.strike(last);
    this.#status.replaceChildren(...problems.map((problem) => element('span', {}, problem)));
  }
}

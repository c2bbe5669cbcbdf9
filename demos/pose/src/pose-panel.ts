import { serializeVpd, type Vpd } from '@odori/format';
import { bindMotion, type Motion, type Rig, VPDLoader } from '@odori/runtime';
import { slider } from '../../shared/controls.js';
import { element, byId } from '../../shared/dom.js';
import { englishName } from '../../shared/english-name.js';
import { nameLabel, visibleText } from '../../shared/file-text.js';
import { onChosenFiles, onDroppedFiles, saveFile } from '../../shared/files.js';
import { amountText } from '../../shared/number-text.js';
import { prefersReducedMotion } from '../../shared/page.js';
import { fileProblem } from '../../shared/problem-text.js';
import { poseChanges } from './pose-changes.js';

interface PoseEvents {
  /** The user has chosen a pose; undefined is the rest pose. */
  onPose(pose: Motion | undefined, seconds: number): void;
  /** The user saves the current pose. Returns it. */
  onSave(): Vpd;
}

const REST = 'Rest';

/** The list of poses, the changes that the chosen pose makes, and the buttons that open and save files. */
export class PosePanel {
  readonly #rig: Rig;
  readonly #events: PoseEvents;
  readonly #buttons = new Map<string, HTMLButtonElement>();
  readonly #poses = new Map<string, Motion>();
  readonly #status = byId('status', HTMLElement);
  #seconds = 0;

  constructor(rig: Rig, events: PoseEvents) {
    this.#rig = rig;
    this.#events = events;
    this.#addButton(REST);
    if (prefersReducedMotion()) byId('ease', HTMLInputElement).value = '0';
    slider(
      'ease',
      (seconds) => `${seconds.toFixed(1)} s`,
      (seconds) => (this.#seconds = seconds),
    );
    byId('save', HTMLButtonElement).addEventListener('click', () =>
      saveFile(new Blob([serializeVpd(events.onSave())]), 'pose.vpd'),
    );
    onChosenFiles(byId('files', HTMLInputElement), (files) => void this.#open(files));
    onDroppedFiles((files) => void this.#open(files));
  }

  /** Adds a pose to the list. Replaces a pose of the same name. */
  add(name: string, pose: Motion): void {
    this.#poses.set(name, pose);
    this.#addButton(name);
  }

  choose(name: string, seconds = this.#seconds): void {
    const pose = this.#poses.get(name);
    for (const [other, button] of this.#buttons) button.setAttribute('aria-pressed', String(other === name));
    this.#events.onPose(pose, seconds);
    this.#showChanges(pose);
    this.#status.textContent = '';
  }

  #addButton(name: string): void {
    if (this.#buttons.has(name)) return;
    const button = element('button', { type: 'button' }, visibleText(name));
    button.addEventListener('click', () => this.choose(name));
    this.#buttons.set(name, button);
    byId('poses', HTMLElement).append(button);
  }

  #showChanges(pose: Motion | undefined): void {
    const changes = pose ? poseChanges(pose) : [];
    const count = (kind: 'bone' | 'morph'): number => changes.filter((change) => change.kind === kind).length;
    const { bones, morphs } = pose ? bindMotion(pose, this.#rig).missing : { bones: [], morphs: [] };
    const missing = bones.length + morphs.length;
    byId('summary', HTMLElement).textContent =
      `${amountText(count('bone'), 'bone')}, ${amountText(count('morph'), 'morph')}` +
      (missing > 0 ? `; this dancer does not have ${missing} of them` : '');
    const items = changes.map(({ kind, name, text }) =>
      element(
        'div',
        {},
        element('dt', {}, nameLabel(name, englishName(kind, name))),
        element('dd', {}, text),
      ),
    );
    byId('changes', HTMLElement).replaceChildren(...items);
  }

  async #open(files: readonly File[]): Promise<void> {
    const problems: string[] = [];
    let last: string | undefined;
    for (const file of files) {
      try {
        this.add(file.name, new VPDLoader().parse(await file.arrayBuffer()));
        last = file.name;
      } catch (error) {
        problems.push(fileProblem(file.name, error));
      }
    }
    if (last !== undefined) this.choose(last);
    this.#status.replaceChildren(...problems.map((problem) => element('span', {}, problem)));
  }
}

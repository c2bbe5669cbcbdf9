import { serializeVpd, type Vpd } from '@odori/format';
import { bindMotion, type Motion, type Rig } from '@odori/runtime';
import { slider } from '../../shared/controls.js';
import { element, byId } from '../../shared/dom.js';
import { nameWithMeaning } from '../../shared/english-name.js';
import { fileText } from '../../shared/file-text.js';
import { onOpenedFiles, saveFile } from '../../shared/files.js';
import { enumerated, say } from '../../shared/language/texts.js';
import { amountText, fixedText } from '../../shared/number-text.js';
import { missingLines } from '../../shared/open/missing-lines.js';
import { openMotion } from '../../shared/open/open-motion.js';
import { type GetFiles, sortFiles } from '../../shared/open/sort-files.js';
import { unusedLines } from '../../shared/open/unused-files.js';
import { truncatedLines, warningDetails } from '../../shared/open/warning-lines.js';
import { prefersReducedMotion } from '../../shared/page.js';
import { fileProblem } from '../../shared/problem-text.js';
import { showLines } from '../../shared/show-lines.js';
import { poseChanges } from './pose-changes.js';

interface PoseEvents {
  /** The user has chosen a pose; undefined is the rest pose. */
  onPose(pose: Motion | undefined, seconds: number): void;
  /** The user saves the current pose. Returns it. */
  onSave(): Vpd;
}

const REST = say('Rest');

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
    this.#addButton(REST, REST);
    if (prefersReducedMotion()) byId('ease', HTMLInputElement).value = '0';
    slider(
      'ease',
      (seconds) => `${fixedText(seconds, 1)} s`,
      (seconds) => (this.#seconds = seconds),
    );
    byId('save', HTMLButtonElement).addEventListener('click', () =>
      saveFile(new Blob([serializeVpd(events.onSave())]), 'pose.vpd'),
    );
    onOpenedFiles(['files', 'folder'], (getFiles) => void this.#open(getFiles));
  }

  /** Adds a pose to the list. Replaces a pose of the same name. */
  add(name: string, pose: Motion, label: HTMLElement | string = name): void {
    this.#poses.set(name, pose);
    this.#addButton(name, label);
  }

  choose(name: string, seconds = this.#seconds): void {
    const pose = this.#poses.get(name);
    for (const [other, button] of this.#buttons) button.setAttribute('aria-pressed', String(other === name));
    this.#events.onPose(pose, seconds);
    this.#showChanges(pose);
    this.#status.textContent = '';
  }

  #addButton(name: string, label: HTMLElement | string): void {
    if (this.#buttons.has(name)) return;
    const button = element('button', { type: 'button' }, label);
    button.addEventListener('click', () => this.choose(name));
    this.#buttons.set(name, button);
    byId('poses', HTMLElement).append(button);
  }

  #showChanges(pose: Motion | undefined): void {
    const changes = pose ? poseChanges(pose) : [];
    const count = (kind: 'bone' | 'morph'): number => changes.filter((change) => change.kind === kind).length;
    const { bones, morphs } = pose ? bindMotion(pose, this.#rig).missing : { bones: [], morphs: [] };
    const missing = bones.length + morphs.length;
    const counts = enumerated([amountText(count('bone'), 'bone'), amountText(count('morph'), 'morph')]);
    const lacks = missing > 0 ? say('; this dancer does not have {count} of them', { count: missing }) : '';
    byId('summary', HTMLElement).replaceChildren(counts, lacks);
    const items = changes.map(({ kind, name, text }) =>
      element('div', {}, element('dt', {}, nameWithMeaning(kind, name)), element('dd', {}, text)),
    );
    byId('changes', HTMLElement).replaceChildren(...items);
  }

  /** Adds all poses among the files and chooses the last one. */
  async #open(getFiles: GetFiles): Promise<void> {
    const sorted = await sortFiles(getFiles);
    const { files, paths } = sorted;
    const lines = sorted.problems.map((problem) => element('span', {}, problem));
    let last: string | undefined;
    for (const path of paths.pose) {
      try {
        const { name, motion, warnings } = await openMotion(path, files);
        this.add(name, motion, fileText(name));
        last = name;
        lines.push(...truncatedLines(name, warnings), ...warningDetails(name, warnings));
      } catch (error) {
        lines.push(element('span', {}, fileProblem(path, error)));
      }
    }
    lines.push(...(await unusedLines(sorted, ['pose'])));
    if (last !== undefined) lines.push(...this.#choose(last));
    showLines(this.#status, lines);
  }

  /** Chooses an opened pose. Returns lines about the bones and morphs that the dancer does not have. */
  #choose(name: string): HTMLElement[] {
    this.choose(name);
    const pose = this.#poses.get(name)!;
    return missingLines(pose, bindMotion(pose, this.#rig).missing);
  }
}

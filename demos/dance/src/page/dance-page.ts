import { joined, say } from '../../../shared/language/texts.js';
import type { OdoriPlayerElement } from '@odori/element';
import { byId } from '../../../shared/dom.js';
import { visibleText } from '../../../shared/file-text.js';
import type { OpenedFiles } from '../../../shared/open/opened-files.js';
import type { ReadingNotice } from '../../../shared/open/reading-notice.js';
import type { GetFiles } from '../../../shared/open/sort-files.js';
import { isPicture, onlyFile } from '../../../shared/open/only-file.js';
import { resultLines } from '../../../shared/open/status-lines.js';
import { adviseFolder } from '../../../shared/show/advise-folder.js';
import { EXAMPLE_NAMES } from '../../../shared/show/example-names.js';
import { showOf } from '../../../shared/show/show-of.js';
import type { PlayerShow } from '../../../shared/show/player-show.js';
import { showCard } from '../../../shared/show/show-card.js';
import type { PlacesPanel } from '../places/places-panel.js';
import { Practice } from '../practice/practice.js';
import { RecordPanel } from '../record/record-panel.js';
import { fetchLinked } from '../share/linked-files.js';
import type { LinkedFiles } from '../share/share-link.js';
import { SharePanel } from '../share/share-panel.js';
import { isShelfZip } from '../shelf/is-shelf-zip.js';
import type { ShelfPanel } from '../shelf/shelf-panel.js';
import { Caption } from './caption.js';
import { usePageFullscreen } from './page-fullscreen.js';
import { stepFrame, watchPageKeys } from './page-keys.js';
import { Panels } from './panels.js';
import { StageChoice } from './stage-choice.js';
import { Statistics } from './statistics.js';
import type { WatchedStage } from './watched-stage.js';

/** How long the tools are in sight at first. */
const SHOWN_MILLISECONDS = 4000;

/** Shows how much has been played, see `#played`. */
function showPlayed({ currentTime, duration }: OdoriPlayerElement): void {
  const part = duration > 0 ? currentTime / duration : 0;
  byId('played', HTMLElement).style.setProperty('--played', part.toFixed(4));
}

/** Everything on the page but the picture and its control bar: panels, keys, and the files of the user. */
export class DancePage {
  readonly panels: Panels;
  readonly stages: StageChoice;
  readonly #player: OdoriPlayerElement;
  readonly #show: PlayerShow;
  readonly #practice: Practice;
  readonly #share: SharePanel;
  readonly #record: RecordPanel;
  readonly #statistics: Statistics;
  #places: PlacesPanel | undefined;
  #shelf: ShelfPanel | undefined;
  #openingShelf: Promise<ShelfPanel | undefined> | undefined;
  readonly #caption = new Caption();
  readonly #status = byId('status', HTMLElement);
  readonly #physics = byId('physics', HTMLInputElement);
  readonly #statsBox = byId('show-stats', HTMLInputElement);
  #opened: OpenedFiles | undefined;
  /** What is danced; undefined: the dance of the page. */
  #dance: object | undefined;

  constructor(player: OdoriPlayerElement, stage: WatchedStage) {
    this.#player = player;
    this.#show = showOf(player, {
      onReading: () => this.#say(say('Reading the files…'), 'quiet'),
      onChange: (_, opened) => this.#update(opened),
      onStage: (scene) => {
        stage.replace(player, scene);
        this.stages.isOpen = scene === undefined;
      },
    });
    this.stages = new StageChoice(player, stage);
    this.#practice = new Practice(player, this.#show);
    this.#share = new SharePanel(player, stage, this.#show, this.stages);
    this.#record = new RecordPanel(player, () => this.#practice.part);
    this.#statistics = new Statistics(player);
    stage.onPicture = (view) => {
      this.#statistics.count(view);
      this.#record.watch(view);
      this.#places?.watch(view);
    };
    this.panels = new Panels(
      (name) => this.#fill(name),
      () => this.#places?.update(),
    );
    usePageFullscreen(player);
    this.#connect();
    this.#hideWithBar();
    player.addEventListener('timeupdate', () => showPlayed(player));
    player.addEventListener('durationchange', () => this.panels.isOpen('card') && this.#showCard());
    watchPageKeys(player, this.#keys());
    this.#caption.show([EXAMPLE_NAMES.song, EXAMPLE_NAMES.dancer.toReversed().join(' ')]);
  }

  /**
   * Opens files, folders and zips that the user has dropped or chosen. A picture alone is for the wall of the
   * concert, and the zip of a shelf for the shelf. Calls `getFiles` at once.
   */
  async openFiles(getFiles: GetFiles, notice: ReadingNotice): Promise<void> {
    const only = await onlyFile(getFiles);
    if (only && isPicture(only.name)) {
      this.panels.open('more', false);
      return this.stages.showPicture(only.file, only.name);
    }
    if (only && (await isShelfZip(only.file))) {
      this.panels.open('shelf', false);
      return (await this.#openShelf())?.import(only.file);
    }
    this.#share.linked = undefined;
    return this.#show.open(getFiles, notice);
  }

  /** Opens the files that a link names. What cannot be fetched is said. */
  async openLinked(linked: LinkedFiles): Promise<void> {
    this.#say(say('Fetching the files of the link…'));
    const { files, problems } = await fetchLinked(linked, location.href);
    this.#say('');
    if (files.size > 0) {
      await this.#show.open(() => files);
      this.#share.linked = linked;
    }
    if (problems.length > 0) this.#say(joined(problems));
  }

  /** Shows what the visitor played from the shelf last, where it was. */
  async continueShelf(): Promise<void> {
    await (await this.#openShelf())?.plays.continue();
  }

  #connect(): void {
    this.#physics.addEventListener('change', () => this.#show.usePhysics(this.#physics.checked));
    this.#statsBox.addEventListener('change', () => (this.#statistics.isShown = this.#statsBox.checked));
    byId('reset', HTMLButtonElement).addEventListener('click', () => {
      this.#share.linked = undefined;
      void this.#show.reset();
    });
  }

  #keys(): Readonly<Record<string, () => void>> {
    const panel = (name: string) => () => this.panels.toggle(name);
    return {
      d: panel('card'),
      o: panel('open'),
      h: panel('shelf'),
      n: () => void this.#shelf?.plays.next(),
      l: () => this.#show.cast && this.panels.toggle('places'),
      t: panel('practice'),
      s: panel('share'),
      r: panel('record'),
      e: panel('code'),
      '?': panel('more'),
      a: () => this.#practice.startHere(),
      b: () => this.#practice.endHere(),
      z: () => this.#practice.toggleLoop(),
      x: () => this.#practice.toggleMirror(),
      p: () => this.#physics.click(),
      i: () => this.#statsBox.click(),
      g: () => this.stages.toggle(),
      ',': () => stepFrame(this.#player, -1),
      '.': () => stepFrame(this.#player, 1),
    };
  }

  /** Tools hide with the control bar, and the title becomes quiet. */
  #hideWithBar(): void {
    const player = this.#player;
    let isInactive = false;
    const update = (): void => {
      document.body.classList.toggle('is-idle', isInactive && !player.paused);
    };
    const hide = setTimeout(() => {
      isInactive = true;
      update();
    }, SHOWN_MILLISECONDS);
    player.addEventListener('userinactivechange', (event) => {
      clearTimeout(hide);
      isInactive = event instanceof CustomEvent && event.detail === true;
      update();
    });
    for (const type of ['play', 'pause']) player.addEventListener(type, update);
  }

  /** A panel opens. */
  #fill(name: string): void {
    this.#caption.hide();
    if (name === 'shelf') void this.#openShelf();
    this.#shelf?.moveOffer(name);
    if (name === 'card') this.#showCard();
    else if (name === 'practice') this.#practice.update();
    else if (name === 'share') this.#share.update();
    else if (name === 'record') this.#record.update();
    else if (name === 'places') this.#places?.update();
  }

  /** Several dancers have places. */
  async #updatePlaces(): Promise<void> {
    if (this.#show.cast && !this.#places) {
      const { PlacesPanel } = await import('../places/places-panel.js');
      this.#places ??= new PlacesPanel(this.#show, () => this.panels.isOpen('places'));
    }
    if (!this.#show.cast && this.panels.isOpen('places')) this.panels.close();
    this.#places?.update();
  }

  /** The shelf is opened when it is first wanted, or when there is something to keep. */
  #openShelf(): Promise<ShelfPanel | undefined> {
    this.#openingShelf ??= import('../shelf/shelf-panel.js').then(async ({ ShelfPanel }) => {
      this.#shelf = await ShelfPanel.open(this.#player, this.#show, () => this.panels.open('shelf'));
      if (this.panels.isOpen('shelf')) this.#shelf?.moveOffer('shelf');
      return this.#shelf;
    });
    return this.#openingShelf.catch(() => {
      this.#openingShelf = undefined;
      byId('shelf-note', HTMLElement).textContent = say('The shelf could not be loaded. Reload the page.');
      return undefined;
    });
  }

  /** The player shows something else. */
  #update(opened: OpenedFiles | undefined): void {
    const show = this.#show;
    this.#opened = opened;
    adviseFolder(this.#player.parentElement!, show, opened);
    void this.#updatePlaces();
    if (this.#shelf) this.#shelf.noteChange();
    else if (!show.isExample) void this.#openShelf();
    const dance = show.project ?? show.motion;
    if (dance !== this.#dance || opened?.names.length) this.#practice.forgetPart();
    else this.#practice.update();
    this.#dance = dance;
    byId('reset', HTMLButtonElement).hidden = show.isExample;
    if (opened) {
      // its mirror has failed
      const isInPractice = this.panels.isOpen('practice') && opened.names.length === 0;
      const lines = isInPractice ? opened.problems : resultLines(opened).flat();
      this.#showStatus(
        lines.flatMap((line, i) => (i > 0 ? [' ', line] : [line])),
        isInPractice ? '' : 'quiet',
      );
      const staysOpen = isInPractice || this.panels.isOpen('places') || this.panels.isOpen('shelf');
      if (!staysOpen) this.panels.open('card', false);
      const titles = show.project ? [show.project.name] : [show.motion?.name, show.songName];
      const names = titles.filter((name) => name !== undefined);
      if (opened.names.length > 0) this.#caption.show(names.map((name) => visibleText(name)));
    } else {
      this.#say('');
      if (this.panels.isOpen('card')) this.#showCard();
    }
    if (this.panels.isOpen('share')) this.#share.update();
  }

  /** Keeps the focus in the list that the user has just used. */
  #showCard(): void {
    const { activeElement } = document;
    const place = byId('card-content', HTMLElement);
    const name = place.contains(activeElement) ? activeElement!.getAttribute('name') : null;
    place.replaceChildren(showCard(this.#player, this.#show, EXAMPLE_NAMES, this.#opened));
    if (name !== null) place.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  }

  #say(text: string, look = ''): void {
    this.#showStatus([text], look);
  }

  #showStatus(lines: readonly (Node | string)[], look: string): void {
    this.#status.className = look;
    this.#status.replaceChildren(...lines);
  }
}

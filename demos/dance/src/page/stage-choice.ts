import type { OdoriPlayerElement } from '@odori/element';
import type { ConcertStage } from '../../../concert/src/concert-stage.js';
import { fitPlatform } from '../../../festival/src/fit-platform.js';
import { followSong } from '../../../festival/src/follow-song.js';
import { ASSETS } from '../../../shared/asset-loader.js';
import { byId } from '../../../shared/dom.js';
import { nameText } from '../../../shared/file-text.js';
import { say } from '../../../shared/language/texts.js';
import { songFile } from '../../../shared/song.js';
import type { WatchedStage } from './watched-stage.js';

/** The stages of the page. */
export type StageName = 'festival' | 'concert';

const FESTIVAL_ALT = 'A dancer in a red festival coat on a stage among paper lanterns';
const CONCERT_ALT = 'A dancer in a red festival coat on a concert stage before a wall of light';
const ON_WALL = '{name} is on the wall. It stays on your device.';
const UNREADABLE = '{name}: the browser cannot read this picture. Try a PNG or JPEG.';
const FAILED = 'The concert could not be loaded. Choose it again to retry.';

/**
 * The choice between festival and concert, and the picture of the user on the wall of the concert. The code
 * of the concert is loaded when it is first wanted.
 */
export class StageChoice {
  readonly #player: OdoriPlayerElement;
  readonly #stage: WatchedStage;
  readonly #names = byId('stages', HTMLFieldSetElement);
  readonly #note = byId('stage-note', HTMLElement);
  readonly #remove = byId('remove-picture', HTMLButtonElement);
  #concert: Promise<ConcertStage> | undefined;
  #name: StageName = 'festival';

  constructor(player: OdoriPlayerElement, stage: WatchedStage) {
    this.#player = player;
    this.#stage = stage;
    this.#names.addEventListener('change', ({ target }) => {
      void this.choose((target as HTMLInputElement).value as StageName);
    });
    const input = byId('wall-picture', HTMLInputElement);
    input.addEventListener('change', () => {
      const [file] = input.files ?? [];
      input.value = ''; // so that the same file can be chosen again
      if (file) void this.showPicture(file, file.name);
    });
    this.#remove.addEventListener('click', () => void this.showPicture(undefined));
  }

  /** Is there a choice? Not while the user has a stage of his own. */
  set isOpen(isOpen: boolean) {
    this.#names.disabled = !isOpen;
  }

  toggle(): void {
    if (!this.#names.disabled) void this.choose(this.#name === 'festival' ? 'concert' : 'festival');
  }

  get name(): StageName {
    return this.#name;
  }

  /** Shows a stage. The note says if that fails; never rejects. */
  async choose(name: StageName): Promise<void> {
    this.#name = name;
    this.#mark();
    try {
      const concert = name === 'concert' ? await this.#loadConcert() : undefined;
      if (this.#name !== name) return; // another choice came meanwhile
      this.#note.textContent = '';
      this.#stage.setOwn(this.#player, concert);
      this.#player.alt = say(concert ? CONCERT_ALT : FESTIVAL_ALT);
    } catch {
      this.#name = 'festival';
      this.#mark();
      this.#note.textContent = say(FAILED);
    }
  }

  /** Shows a picture on the wall of the concert; undefined: what the wall showed before. Never rejects. */
  async showPicture(file: Blob | undefined, name = ''): Promise<void> {
    await this.choose('concert');
    const concert = await this.#concert?.catch(() => undefined);
    if (!concert) return;
    try {
      const { readWallPicture } = await import('../../../concert/src/wall-picture.js');
      concert.picture = file && (await readWallPicture(file));
      this.#note.textContent = file ? say(ON_WALL, { name: nameText(name) }) : '';
    } catch {
      this.#note.textContent = say(UNREADABLE, { name: nameText(name) });
    }
    this.#remove.hidden = !concert.picture;
  }

  #mark(): void {
    for (const input of this.#names.querySelectorAll('input')) input.checked = input.value === this.#name;
  }

  /** After a failure, the next call tries again. */
  #loadConcert(): Promise<ConcertStage> {
    this.#concert ??= this.#createConcert();
    this.#concert.catch(() => (this.#concert = undefined));
    return this.#concert;
  }

  async #createConcert(): Promise<ConcertStage> {
    const { ConcertStage } = await import('../../../concert/src/concert-stage.js');
    const concert = new ConcertStage();
    fitPlatform(concert, this.#player);
    followSong(concert, this.#player, ASSETS + songFile());
    return concert;
  }
}

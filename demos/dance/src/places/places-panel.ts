import type { StageView } from '@odori/element';
import type { Formation } from '@odori/format/internal';
import { byId } from '../../../shared/dom.js';
import { visibleText } from '../../../shared/file-text.js';
import { saveFile } from '../../../shared/files.js';
import type { CastShow } from '../../../shared/group/cast-show.js';
import { askWho } from '../../../shared/group/read-cast-show.js';
import { amountText } from '../../../shared/number-text.js';
import { problemText } from '../../../shared/problem-text.js';
import type { PlayerShow } from '../../../shared/show/player-show.js';
import { PlaceHandles } from './place-handles.js';

/** Where the dancers stand, who dances what, and one file with all of it. */
export class PlacesPanel {
  readonly #show: PlayerShow;
  readonly #handles = new PlaceHandles(byId('handles', HTMLElement));
  readonly #note = byId('places-note', HTMLElement);
  readonly #undo = byId('undo-place', HTMLButtonElement);
  readonly #isOpen: () => boolean;

  /** `isOpen`: is the panel open? Handles are in sight only then. */
  constructor(show: PlayerShow, isOpen: () => boolean) {
    this.#show = show;
    this.#isOpen = isOpen;
    this.#handles.onChange = (dancer) => this.#say(dancer);
    this.#undo.addEventListener('click', () => this.#handles.undo());
    for (const button of document.querySelectorAll<HTMLElement>('[data-formation]'))
      button.addEventListener('click', () => this.#arrange(button.dataset['formation']!));
    byId('who-dances', HTMLButtonElement).addEventListener('click', () => void this.#askWho());
    byId('save-project', HTMLButtonElement).addEventListener('click', () => void this.#save());
  }

  /** The panel opens or closes, or the player shows something else. */
  update(): void {
    const cast = this.#cast;
    for (const button of document.querySelectorAll<HTMLElement>('[data-panel=places]')) button.hidden = !cast;
    this.#handles.show = this.#isOpen() ? cast : undefined;
    if (cast) this.#show.holdCamera(cast, this.#isOpen());
    byId('who-dances', HTMLButtonElement).hidden = !cast || cast.cast.assignment.dances.length === 0;
    this.#undo.disabled = !this.#handles.canUndo;
    this.#note.textContent = '';
  }

  /** To be called before each picture. */
  watch(view: StageView): void {
    this.#handles.watch(view);
  }

  get #cast(): CastShow | undefined {
    return this.#show.cast;
  }

  #arrange(formation: string): void {
    const cast = this.#cast;
    if (cast) this.#handles.place(cast.placesOf(formation === '' ? undefined : (formation as Formation)));
  }

  /** Says where a dancer stands after a change. */
  #say(dancer: number): void {
    const cast = this.#cast;
    this.#undo.disabled = !this.#handles.canUndo;
    if (!cast) return;
    const place = cast.places[dancer];
    this.#note.textContent = place
      ? `${visibleText(cast.dancers[dancer])}: ${sideText(place.x)}, ${depthText(place.z)}, turned by ${place.turn}°`
      : '';
  }

  async #askWho(): Promise<void> {
    const cast = this.#cast;
    const dances = cast && (await askWho(cast));
    if (cast && dances) await this.#show.chooseDances(cast, dances);
  }

  async #save(): Promise<void> {
    const cast = this.#cast;
    if (!cast) return;
    this.#note.textContent = 'Packing the files…';
    try {
      const { bytes, lost } = await cast.save();
      saveFile(new Blob([bytes], { type: 'application/zip' }), `${fileNameOf(cast.name)}.odori.zip`);
      const rest = lost === 0 ? '' : ` ${amountText(lost, 'name')} cannot be written in a project of MMD.`;
      const hasAvatar = cast.cast.models.some(({ pmx }) => !pmx);
      const avatars = hasAvatar ? ' Its project for MMD has no VRM avatars.' : '';
      this.#note.textContent = `Saved. Drop the file on this page to see it again.${avatars}${rest}`;
    } catch (error) {
      this.#note.textContent = `The file could not be saved: ${problemText(error)}`;
    }
  }
}

function sideText(x: number): string {
  return x === 0 ? 'in the middle' : `${Math.abs(x)} to the ${x < 0 ? 'left' : 'right'}`;
}

function depthText(z: number): string {
  return z === 0 ? 'at the center line' : `${Math.abs(z)} ${z < 0 ? 'back' : 'forward'}`;
}

/** Without signs that file systems refuse. */
function fileNameOf(name: string): string {
  return (
    name
      .replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, 60) || 'dance'
  );
}

import { joined, say } from '../../../shared/language/texts.js';
import type { StageView } from '@odori/element';
import type { Formation } from '@odori/format/internal';
import { byId } from '../../../shared/dom.js';
import { nameText } from '../../../shared/file-text.js';
import { saveFile } from '../../../shared/files.js';
import type { CastShow } from '../../../shared/group/cast-show.js';
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
  #wasMirrored = false;

  /** `isOpen`: is the panel open? Handles are in sight only then. */
  constructor(show: PlayerShow, isOpen: () => boolean) {
    this.#show = show;
    this.#isOpen = isOpen;
    this.#handles.onChange = (dancer) => this.#say(dancer);
    this.#undo.addEventListener('click', () => this.#handles.undo());
    for (const button of document.querySelectorAll<HTMLElement>('[data-formation]'))
      button.addEventListener('click', () => this.#arrange(button.dataset['formation']!));
    byId('who-dances', HTMLButtonElement).addEventListener(
      'click',
      () => this.#cast && void show.askWho(this.#cast),
    );
    byId('save-project', HTMLButtonElement).addEventListener('click', () => void this.#save());
  }

  /** The panel opens or closes, or the player shows something else. */
  update(): void {
    const cast = this.#cast;
    for (const button of document.querySelectorAll<HTMLElement>('[data-panel=places]')) button.hidden = !cast;
    this.#handles.show = this.#isOpen() ? cast : undefined;
    if (cast && cast.isMirrored !== this.#wasMirrored) this.#handles.forgetChanges();
    this.#wasMirrored = cast?.isMirrored ?? false;
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
      ? say('{name}: {side}, {depth}, turned by {turn}°', {
          name: nameText(cast.dancers[dancer]),
          side: sideText(place.x),
          depth: depthText(place.z),
          turn: place.turn,
        })
      : '';
  }

  async #save(): Promise<void> {
    const cast = this.#cast;
    if (!cast) return;
    this.#note.textContent = say('Packing the files…');
    try {
      const { bytes, lost } = await cast.save();
      saveFile(new Blob([bytes], { type: 'application/zip' }), `${fileNameOf(cast.name)}.odori.zip`);
      const rest =
        lost === 0
          ? ''
          : say('{names} cannot be written in a project of MMD.', { names: amountText(lost, 'name') });
      const hasAvatar = cast.cast.models.some(({ pmx }) => !pmx);
      const avatars = hasAvatar ? say('Its project for MMD has no VRM avatars.') : '';
      const saved = say('Saved. Drop the file on this page to see it again.');
      this.#note.textContent = joined([saved, avatars, rest]);
    } catch (error) {
      this.#note.textContent = say('The file could not be saved: {problem}', { problem: problemText(error) });
    }
  }
}

function sideText(x: number): string {
  if (x === 0) return say('in the middle');
  return say(x < 0 ? '{count} to the left' : '{count} to the right', { count: Math.abs(x) });
}

function depthText(z: number): string {
  if (z === 0) return say('at the center line');
  return say(z < 0 ? '{count} back' : '{count} forward', { count: Math.abs(z) });
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

import { type Pmx, PMX_BONE, type PmxBone } from '@odori/format';
import type { Rig } from '@odori/runtime';
import { Euler, MathUtils, Matrix4, Quaternion, Vector3 } from 'three';
import { element } from '../../../shared/dom.js';
import { nameWithMeaning, usualMeaning } from '../../../shared/english-name.js';
import { nameLabel, nameText, visibleText } from '../../../shared/file-text.js';
import { enumerated, joined, type MakeText, say } from '../../../shared/language/texts.js';

const FLAGS: Readonly<Record<Exclude<keyof typeof PMX_BONE, 'tailIsBone' | 'enabled'>, string>> = {
  rotatable: 'rotates',
  movable: 'moves',
  visible: 'shown in MMD',
  ik: 'IK',
  localAppend: 'local append',
  appendRotation: 'appends rotation',
  appendTranslation: 'appends translation',
  fixedAxis: 'fixed axis',
  localAxes: 'local axes',
  afterPhysics: 'after physics',
  externalParent: 'external parent',
};

const ROWS: readonly (readonly [keyof AllBoneValues, string])[] = [
  ['motion', 'Motion'],
  ['local', 'Local'],
  ['world', 'World'],
];

/** The properties of one bone, and its current values. */
export class BoneFacts {
  readonly #container: HTMLElement;
  readonly #cells = new Map<keyof AllBoneValues, HTMLElement[]>();
  #bone = -1;

  constructor(container: HTMLElement) {
    this.#container = container;
  }

  /** Shows a bone; −1 shows none. */
  show(pmx: Pmx, bone: number): void {
    this.#bone = bone;
    this.#container.replaceChildren(...(bone < 0 ? [] : [this.#facts(pmx, pmx.bones[bone]), this.#table()]));
  }

  update(rig: Rig): void {
    if (this.#bone < 0) return;
    const values = boneValues(rig, this.#bone);
    for (const [row, cells] of this.#cells) {
      numbers(values[row].position, 2).forEach((text, i) => (cells[i].textContent = text));
      numbers(values[row].degrees, 1).forEach((text, i) => (cells[3 + i].textContent = `${text}°`));
    }
  }

  #facts(pmx: Pmx, bone: PmxBone): HTMLElement {
    const list = element('dl', { class: 'facts' });
    const add = (term: string, ...value: (Node | string)[]): void =>
      list.append(element('dt', {}, say(term)), element('dd', {}, ...value));
    const parent = pmx.bones[bone.parent];
    add('Name', boneLabel(bone));
    add('Parent', parent ? boneLabel(parent) : say('none'));
    add('Layer', String(bone.layer));
    if (bone.append && pmx.bones[bone.append.parent]) {
      add('Append', joined([`${bone.append.ratio} ×`, boneText(pmx.bones[bone.append.parent])]));
    }
    add('Flags', flagsText(bone.flags));
    return list;
  }

  #table(): HTMLElement {
    const columns = ['x', 'y', 'z', 'rx', 'ry', 'rz'];
    const head = columns.map((name) => element('th', { scope: 'col' }, name));
    const rows = ROWS.map(([row, title]) => {
      const cells = columns.map(() => element('td'));
      this.#cells.set(row, cells);
      return element('tr', {}, element('th', { scope: 'row' }, say(title)), ...cells);
    });
    return element(
      'table',
      { class: 'values' },
      element('caption', {}, say('Units and degrees, in three.js space')),
      element('thead', {}, element('tr', {}, element('td'), ...head)),
      element('tbody', {}, ...rows),
    );
  }
}

function flagsText(flags: number): string {
  const names = Object.entries(FLAGS).filter(([flag]) => flags & PMX_BONE[flag as keyof typeof FLAGS]);
  return names.length > 0 ? enumerated(names.map(([, text]) => say(text))) : say('none');
}

/** Numbers as text, without −0. */
function numbers({ x, y, z }: Vector3, digits: number): string[] {
  return [x, y, z].map((value) =>
    value
      .toFixed(digits)
      .replace(/^-(?=[0.]+$)/, '')
      .replace('-', '−'),
  );
}

/**
 * A translation in MMD units and a rotation in degrees (Rx·Ry·Rz, so that a knee can bend beyond 90°), in
 * three.js space.
 */
interface BoneValues {
  position: Vector3;
  degrees: Vector3;
}

interface AllBoneValues {
  /** From the motion, relative to rest. */
  motion: BoneValues;
  /** After the solve, relative to rest, in the space of the parent. */
  local: BoneValues;
  /** After the solve, in model space. */
  world: BoneValues;
}

const euler = /* @__PURE__ */ new Euler();

function boneValues({ pose, definition, worldMatrices }: Rig, bone: number): AllBoneValues {
  const translation = new Vector3().fromArray(pose.translations, 3 * bone);
  const rotation = new Quaternion().fromArray(pose.rotations, 4 * bone);
  const world = worldOf(worldMatrices, bone);
  const parent = definition.parents[bone];
  const local = parent < 0 ? world.clone() : worldOf(worldMatrices, parent).invert().multiply(world);
  const localValues = valuesOf(local);
  localValues.position.sub(new Vector3().fromArray(definition.restOffsets, 3 * bone));
  return {
    motion: { position: translation, degrees: degreesOf(rotation) },
    local: localValues,
    world: valuesOf(world),
  };
}

function worldOf(matrices: Float64Array, bone: number): Matrix4 {
  return new Matrix4().fromArray(matrices, 16 * bone);
}

function valuesOf(matrix: Matrix4): BoneValues {
  const position = new Vector3();
  const rotation = new Quaternion();
  matrix.decompose(position, rotation, new Vector3());
  return { position, degrees: degreesOf(rotation) };
}

function degreesOf(rotation: Quaternion): Vector3 {
  const { x, y, z } = euler.setFromQuaternion(rotation, 'XYZ');
  return new Vector3(x, y, z).multiplyScalar(MathUtils.RAD2DEG);
}

/** The English name of a bone in its file; `''` if it says nothing. */
function givenEnglish({ name, nameEn }: PmxBone): string {
  const given = nameEn.trim();
  return given === name ? '' : visibleText(given);
}

/** Both names of a bone as an element. The English one is that of the file, or else the usual one. */
export function boneLabel(bone: PmxBone): HTMLElement {
  const english = givenEnglish(bone);
  return english === '' ? nameWithMeaning('bone', bone.name) : nameLabel(bone.name, english);
}

/** Both names of a bone as plain text. */
export function boneText(bone: PmxBone): MakeText {
  const name = nameText(bone.name);
  const given = givenEnglish(bone);
  const english = given === '' ? usualMeaning('bone', bone.name) : () => given;
  return () => [name(), english()].filter((text) => text !== '').join(' · ');
}

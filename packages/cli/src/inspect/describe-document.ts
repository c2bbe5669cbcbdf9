import type { Bvmd, FormatWarning, Pmd, Pmm, Pmx, Vmd, Vpd } from '@odori/format';
import type { Vac, X } from '@odori/format/x';
import { FRAMES_PER_SECOND } from '@odori/runtime/motion';
import { nameInBoth } from '../documents/descriptions.js';
import { about, type Message, say } from '../language/message.js';
import type { MmdDocument, ParsedDocument } from '../documents/parse-document.js';

/** A section of a file, for a row of the table. */
interface SectionSummary {
  readonly section: Message;
  readonly count: number;
  /** The number of tracks that the keyframes belong to. */
  readonly tracks?: number;
  readonly firstFrame?: number;
  readonly lastFrame?: number;
}

/** The content of a file in numbers. */
export interface DocumentSummary {
  readonly format: string;
  /** Name, version and other single values. */
  readonly facts: Readonly<Record<string, string | number>>;
  readonly sections: readonly SectionSummary[];
  readonly warnings: readonly FormatWarning[];
}

/** Summarizes a document: counts, names and frames. O(keys). */
export function describeDocument({ document, isJson }: ParsedDocument): DocumentSummary {
  const { facts, sections } = describe(document);
  const lastFrame = sections.reduce((last, section) => Math.max(last, section.lastFrame ?? -1), -1);
  const time = lastFrame < 0 ? {} : { lastFrame, seconds: lastFrame / FRAMES_PER_SECOND };
  const format = isJson ? 'vmd as json' : document.format;
  return { format, facts: { ...facts, ...time }, sections, warnings: document.warnings };
}

type Description = Pick<DocumentSummary, 'facts' | 'sections'>;

function describe(document: MmdDocument): Description {
  switch (document.format) {
    case 'vmd':
      return {
        facts: { version: document.version, model: document.modelName.text },
        sections: ofVmd(document),
      };
    case 'bvmd':
      return { facts: { version: document.version.join('.') }, sections: ofBvmd(document) };
    case 'vpd':
      return ofVpd(document);
    case 'pmx':
      return ofPmx(document);
    case 'pmd':
      return ofPmd(document);
    case 'x':
      return ofX(document);
    case 'vac':
      return ofVac(document);
    default:
      return ofPmm(document);
  }
}

interface Keys {
  readonly count: number;
  readonly frames: Uint32Array;
  readonly names?: readonly unknown[];
  /** In a project: where each track starts, and the end of the last. */
  readonly starts?: Uint32Array;
}

function ofKeys(section: Message, { count, frames, names, starts }: Keys): SectionSummary {
  const tracks = names?.length ?? (starts && starts.length - 1);
  let firstFrame = Infinity;
  let lastFrame = -1;
  for (const frame of frames.subarray(0, count)) {
    firstFrame = Math.min(firstFrame, frame);
    lastFrame = Math.max(lastFrame, frame);
  }
  const range = count > 0 ? { firstFrame, lastFrame } : {};
  return { section, count, ...(tracks !== undefined && { tracks }), ...range };
}

function ofVmd(vmd: Vmd): SectionSummary[] {
  return [
    ...ofModel(vmd),
    ofKeys(say('section-camera-keys'), vmd.cameras),
    ofKeys(say('section-light-keys'), vmd.lights),
    ofKeys(say('section-self-shadow-keys'), vmd.selfShadows),
  ];
}

function ofBvmd(bvmd: Bvmd): SectionSummary[] {
  return [...ofModel(bvmd), ofKeys(say('section-camera-keys'), bvmd.cameras)];
}

function ofModel({ bones, morphs, properties }: Vmd | Bvmd): SectionSummary[] {
  const { count, frames } = properties; // `names` are the names of IK bones, not of tracks
  return [
    ofKeys(say('section-bone-keys'), bones),
    ofKeys(say('section-morph-keys'), morphs),
    ofKeys(say('section-property-keys'), { count, frames }),
  ];
}

function ofVpd({ modelFile, encoding, bones, morphs }: Vpd): Description {
  const sections = [
    { section: say('section-bones'), count: bones.length },
    { section: say('section-morphs'), count: morphs.length },
  ];
  return { facts: { model: modelFile, encoding }, sections };
}

function ofPmx(pmx: Pmx): Description {
  const { version, encoding, name, nameEn } = pmx;
  const sections = counts({
    vertices: pmx.vertices.positions.length / 3,
    triangles: pmx.indices.length / 3,
    textures: pmx.textures.length,
    materials: pmx.materials.length,
    bones: pmx.bones.length,
    IKs: pmx.bones.filter(({ ik }) => ik).length,
    morphs: pmx.morphs.length,
    'display-frames': pmx.displayFrames.length,
    'rigid-bodies': pmx.rigidBodies.length,
    joints: pmx.joints.length,
    'soft-bodies': pmx.softBodies.length,
  });
  return { facts: { version, encoding, name, nameEn }, sections };
}

function ofPmd(pmd: Pmd): Description {
  const sections = counts({
    vertices: pmd.vertices.positions.length / 3,
    triangles: pmd.indices.length / 3,
    materials: pmd.materials.length,
    bones: pmd.bones.length,
    IKs: pmd.iks.length,
    morphs: pmd.morphs.length,
    'display-frames': pmd.frameNames.length,
    'rigid-bodies': pmd.rigidBodies?.length ?? 0,
    joints: pmd.joints?.length ?? 0,
  });
  const english = pmd.english ? { nameEn: pmd.english.name.text } : {};
  return { facts: { version: pmd.version, name: pmd.name.text, ...english }, sections };
}

function ofX({ version, encoding, frames, meshes, materials, ignored }: X): Description {
  const sum = (count: (mesh: X['meshes'][number]) => number): number =>
    meshes.reduce((total, mesh) => total + count(mesh), 0);
  const textures = new Set(materials.flatMap(({ texture }) => texture.split('*')).filter(Boolean));
  const sections = counts({
    frames: frames.length,
    meshes: meshes.length,
    vertices: sum(({ positions }) => positions.length / 3),
    faces: sum(({ faceStarts }) => faceStarts.length - 1),
    materials: materials.length,
    textures: textures.size,
  });
  const others = {
    ...(textures.size > 0 && { textures: [...textures].join(' ') }),
    ...(ignored.length > 0 && { ignored: ignored.join(' ') }),
  };
  return { facts: { version, encoding, ...others }, sections };
}

function ofVac({ name, file, scale, position, rotation, bone }: Vac): Description {
  const turn = `${rotation.join(' ')} rad`;
  return { facts: { name, file, scale, position: position.join(' '), rotation: turn, bone }, sections: [] };
}

function ofPmm(pmm: Pmm): Description {
  const models = pmm.models.flatMap(({ name, nameEn, bones, morphs, properties }, i) => {
    const label = say('section-model', { index: i, name: nameInBoth(name.text, nameEn.text) });
    return [
      ofKeys(about(label, say('section-bone-keys')), bones),
      ofKeys(about(label, say('section-morph-keys')), morphs),
      ofKeys(about(label, say('section-property-keys')), properties),
    ];
  });
  const accessories = pmm.accessories.map(({ name, keys }, i) =>
    ofKeys(about(say('section-accessory', { index: i, name: name.text }), say('section-keys')), keys),
  );
  const sections = [
    ...models,
    ofKeys(say('section-camera-keys'), pmm.camera.keys),
    ofKeys(say('section-light-keys'), pmm.light.keys),
    ...accessories,
    ofKeys(say('section-gravity-keys'), pmm.gravity.keys),
    ofKeys(say('section-self-shadow-keys'), pmm.selfShadow.keys),
  ];
  return {
    facts: { version: pmm.version, models: pmm.models.length, accessories: accessories.length },
    sections,
  };
}

type Counted =
  | 'vertices'
  | 'triangles'
  | 'textures'
  | 'materials'
  | 'bones'
  | 'IKs'
  | 'morphs'
  | 'display-frames'
  | 'rigid-bodies'
  | 'joints'
  | 'soft-bodies'
  | 'frames'
  | 'meshes'
  | 'faces';

function counts(values: Readonly<Partial<Record<Counted, number>>>): SectionSummary[] {
  return Object.entries(values).map(([section, count]) => ({
    section: say(`section-${section as Counted}`),
    count,
  }));
}

import { parsePmx, parseVmd } from '@odori/format';
import { createScene, createUrlResolver } from '@odori/model';
import { Motion } from '@odori/runtime';
import { FileLoader } from 'three';
import { type AssetLoader, ASSETS } from '../../shared/asset-loader.js';
import { say } from '../../shared/language/texts.js';
import { loadSong } from '../../shared/song.js';
import { createLantern, createStage } from './example-accessories.js';
import { exampleProject, STAGE_PATH } from './example-project.js';
import { drawSky } from './example-sky.js';
import type { Project } from './read-project.js';

const PATH = 'UserFile\\Model\\dancer.pmx';
/** The distance between dancers, in units. */
const SPACING = 9;

/** A project with our dancer three times. Its models are found and loaded like those of any project. */
export async function loadExample(assets: AssetLoader): Promise<Project> {
  const bytesOf = async (file: string): Promise<Uint8Array> => {
    const loader = new FileLoader();
    loader.setResponseType('arraybuffer');
    return new Uint8Array((await assets.load(loader, file)) as ArrayBuffer);
  };
  const [model, dance, camera] = await Promise.all(['dancer.pmx', 'dance.vmd', 'camera.vmd'].map(bytesOf));
  const { bones, morphs } = parsePmx(model);
  const motion = Motion.from(parseVmd(dance));
  const dancers = [0, -SPACING, SPACING].map((x, i) => ({
    pmx: {
      name: ['踊り子', '踊り子左', '踊り子右'][i],
      nameEn: ['Dancer', 'Left dancer', 'Right dancer'][i],
      bones,
      morphs,
    },
    path: PATH,
    motion,
    place: { x, z: x === 0 ? 0 : -6, turn: 0 },
  }));
  const pmm = exampleProject(dancers, parseVmd(camera));
  const resolve = createUrlResolver(ASSETS);
  const scene = await createScene(pmm, {
    resolve: (_, document) => (document ? resolve('dancer.pmx', document) : drawSky()),
    accessory: (path) => (path === STAGE_PATH ? createStage() : createLantern()),
  });
  const name = say('Example: three dancers, a stage and a lantern');
  return { name, pmm, scene, song: undefined, lateSong: loadSong(), files: new Map(), paths: [] };
}

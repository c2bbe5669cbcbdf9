import type { MmdScene } from '@odori/model';
import { MotionPlayer } from '@odori/runtime';
import { discardSong } from '../../dance/src/intake/intake.js';
import { problemText } from '../../dance/src/player/problem-text.js';
import { part } from '../../dance/src/player/part.js';
import { element } from '../../home/src/element.js';
import { DANCER_BOX } from '../../stage/src/dancer-box.js';
import { PlayButton } from '../../stage/src/play-button.js';
import { runDemo } from '../../stage/src/run-demo.js';
import { dressModels } from './dress-models.js';
import { loadExample } from './load-example.js';
import { type Project, readProject } from './read-project.js';
import { ProjectPanel } from './project-panel.js';
import { viewThrough } from './view-through.js';

void runDemo(async ({ stage, assets, options }) => {
  const player = new MotionPlayer({ loop: true });
  const button = new PlayButton(options, () => void follow());
  const status = part('status', HTMLElement);
  let scene: MmdScene | undefined;

  /** Browsers let a song begin on a click only. */
  async function follow(): Promise<void> {
    stage.refresh();
    try {
      if (button.isPlaying) await player.play();
      else player.pause();
    } catch (error) {
      status.textContent = problemText(error);
    }
  }

  function show(project: Project): void {
    scene?.dispose();
    const song = player.media;
    player.dispose();
    if (song instanceof HTMLAudioElement) discardSong(song);
    scene = project.scene;
    stage.scene.add(scene.root);
    dressModels(stage, scene);
    player.add(scene, scene.motion);
    player.light = scene.light;
    player.camera = scene.camera;
    player.media = project.song;
    panel.show(project);
    void follow();
  }

  const panel = new ProjectPanel({
    onSeek: (seconds) => {
      player.currentTime = seconds;
      stage.refresh();
    },
    onCamera: () => stage.refresh(),
    onFiles: async (give) => {
      status.textContent = 'Loading the project…';
      const problems: string[] = [];
      try {
        show(await readProject(give, problems));
      } catch (error) {
        problems.push(problemText(error));
      }
      status.replaceChildren(...problems.map((problem) => element('span', {}, problem)));
    },
  });

  stage.lookAt(DANCER_BOX);
  show(await loadExample(assets));
  player.currentTime = options.seek;
  stage.run((delta) => {
    player.update(delta);
    panel.showTime(player.currentTime);
    if (scene) viewThrough(stage, panel.isFree ? undefined : scene.camera);
    return button.isPlaying;
  });
});

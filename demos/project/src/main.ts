import { BasicShadowMap } from 'three';
import { element, byId } from '../../shared/dom.js';
import { say } from '../../shared/language/texts.js';
import { runDemo } from '../../shared/run-demo.js';
import { showLines } from '../../shared/show-lines.js';
import { DANCER_BOX } from '../../shared/viewport.js';
import { loadExample } from './load-example.js';
import { ProjectPanel } from './project-panel.js';
import { ProjectPlayer } from './project-player.js';
import { discardProject, type Line, type Project, readProject, readProjects } from './read-project.js';

void runDemo(async ({ viewport, assets, options }) => {
  const status = byId('status', HTMLElement);
  const player = new ProjectPlayer(viewport, options, (problem) =>
    showStatus(problem === undefined ? [] : [problem]),
  );
  let current: Project | undefined;
  /** The example, kept while the user opens a project that may fail. */
  let example: Project | undefined;
  let openings = 0;
  let isOpening = false;

  function showStatus(lines: readonly Line[]): void {
    status.replaceChildren(...lines.map((line) => element('span', {}, line)));
  }

  function present(project: Project): void {
    if (example && example !== project) discardProject(example);
    example = undefined;
    current = project;
    panel.show(project);
    player.show(project);
    panel.showPhysics(player.canHavePhysics);
  }

  /** Opens a project, unless the user opens another one while it loads. */
  async function open(read: (lines: Line[]) => Promise<Project | undefined>): Promise<void> {
    const opening = ++openings;
    const lines: Line[] = [];
    isOpening = true;
    const reading = read(lines);
    showStatus([say('Loading the project…')]);
    const project = await reading;
    if (opening !== openings) {
      if (project) discardProject(project);
      return;
    }
    isOpening = false;
    showLines(status, lines);
    if (project) present(project);
    else if (current)
      panel.show(current); // resets the list of projects
    else if (example) presentExample(example);
  }

  function presentExample(project: Project): void {
    present(project);
    player.time = options.seek;
  }

  const panel = new ProjectPanel({
    onSeek: (seconds) => (player.time = seconds),
    onCamera: () => viewport.refresh(),
    onPicture: (fit) => (player.fit = fit),
    onPhysics: (isOn) => player.usePhysics(isOn),
    onFiles: (getFiles) => void open((lines) => readProjects(getFiles, lines)),
    onProject: (path) => void open((lines) => readProject(current!.files, current!.paths, path, lines)),
  });

  viewport.renderer.shadowMap.enabled = true;
  viewport.renderer.shadowMap.type = BasicShadowMap; // models read it as MMD does
  viewport.lookAt(DANCER_BOX);
  const loaded = await loadExample(assets);
  if (current) discardProject(loaded);
  else if (isOpening) example = loaded;
  else presentExample(loaded);
  new ResizeObserver(() => viewport.refresh()).observe(byId('view', HTMLCanvasElement));
  viewport.isComplete = () => !player.isSettling;
  viewport.run((delta) => {
    player.update(delta, panel.isFree);
    panel.showTime(player.time, player.duration);
    return player.isPlaying || player.isSettling;
  });
});

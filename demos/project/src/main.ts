import { element, part } from '../../shared/dom.js';
import { runDemo } from '../../shared/run-demo.js';
import { DANCER_BOX } from '../../shared/viewport.js';
import { loadExample } from './load-example.js';
import { ProjectPanel } from './project-panel.js';
import { ProjectShow } from './project-show.js';
import { discardProject, type Project, readProject, readProjects } from './read-project.js';

void runDemo(async ({ stage, assets, options }) => {
  const status = part('status', HTMLElement);
  const show = new ProjectShow(stage, options, (problem) => tell(problem === undefined ? [] : [problem]));
  let shown: Project | undefined;
  /** Until something is shown. */
  let example: Project | undefined;
  let openings = 0;
  let isOpening = false;

  function tell(sentences: readonly string[]): void {
    status.replaceChildren(...sentences.map((sentence) => element('span', {}, sentence)));
  }

  function take(project: Project): void {
    if (example && example !== project) discardProject(example);
    example = undefined;
    shown = project;
    panel.show(project);
    show.show(project);
  }

  /** Takes what is read, unless something else is opened meanwhile. */
  async function open(read: (problems: string[]) => Promise<Project | undefined>): Promise<void> {
    const opening = ++openings;
    const problems: string[] = [];
    isOpening = true;
    const reading = read(problems);
    tell(['Loading the project…']);
    const project = await reading;
    if (opening !== openings) {
      if (project) discardProject(project);
      return;
    }
    isOpening = false;
    tell(problems);
    if (project) take(project);
    else if (shown)
      panel.show(shown); // whatever was chosen
    else if (example) takeExample(example);
  }

  function takeExample(project: Project): void {
    take(project);
    show.time = options.seek;
  }

  const panel = new ProjectPanel({
    onSeek: (seconds) => (show.time = seconds),
    onCamera: () => stage.refresh(),
    onFiles: (give) => void open((problems) => readProjects(give, problems)),
    onProject: (path) => void open((problems) => readProject(shown!.files, path, problems)),
  });

  stage.renderer.shadowMap.enabled = true;
  stage.lookAt(DANCER_BOX);
  const loaded = await loadExample(assets);
  if (shown) discardProject(loaded);
  else if (isOpening) example = loaded;
  else takeExample(loaded);
  new ResizeObserver(() => stage.refresh()).observe(part('view', HTMLCanvasElement));
  stage.run((delta) => {
    show.update(delta, panel.isFree);
    panel.showTime(show.time, show.duration);
    return show.isPlaying;
  });
});

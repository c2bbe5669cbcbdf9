/**
 * What each page answers, in one line: search engines show it, and assistants find the page by it in
 * `llms.txt`. By the path of the page in the site.
 */
export const SUMMARIES: Readonly<Record<string, string>> = {
  'start/install':
    'which package is for what; npm, pnpm, Yarn and Bun, versions of three and Node, TypeScript, a script tag, an import map, and what to do while npm does not have the packages',
  'start/tag':
    'a web page from an empty folder with one HTML tag, `<odori-player>`: a dance with song, camera and controls, without a build step',
  'start/three':
    'a three.js scene of your own from an empty folder, with Vite and TypeScript: `loadModel`, `loadMotion`, `MotionPlayer`; also with WebGPU',
  'start/react':
    'a dance in React and @react-three/fiber from an empty folder: `<MmdModel>`, `<MotionPlayer>`, `<MotionCamera>`',
  'guide/recipes':
    'pages to copy: a stage, a group dance, the background of a website or its hero, a mascot in the corner, a practice video with mirror and loops, a GLB for Blender, many players on one page, a song that begins later',
  'guide/files':
    'load models and motions from URLs, a zip (also with names in Shift-JIS or GBK), a folder or files that a visitor drops; missing bones and textures, progress, CORS, file sizes, freeing memory: `readZip`, `readDroppedFiles`',
  'guide/music':
    'keep a dance in time with its song or a video: pause, seek, loop, playback rate, an offset between song and dance, autoplay and the first click',
  'guide/any-song':
    'make her dance to any song: tempo and beats of a dance and of a song, fit a dance to another song, a new dance of several, the offset when dance and song are apart: `fitToSong`, `composeDance`, `findOffset`',
  'guide/blending':
    'crossfade from one dance to another, layer gestures and poses over a dance, loop without a jump, use an `AnimationMixer` of your own',
  'guide/companions':
    'a character that lives on a page, MMD model or VRM avatar: idle motions, breath, blinks, gaze at the pointer, gestures such as waving hello, lip sync with speech, emotions, touch: `createCompanion`',
  'guide/dancers':
    'several dancers by one clock: `<odori-dancer>`, formations, poses in workers for many dancers: `PosePool`',
  'guide/stages': 'a stage around the dancers: `<odori-stage>`, and stages in a three.js scene',
  'guide/camera':
    'the camera of a motion, a camera that films by itself, one that follows a bone, orbit controls, and changes between them: `MotionCamera`, `AutoCamera`, `OrbitHandOver`',
  'guide/physics':
    'hair, skirts and ties move: turn physics on, wind, gravity, ground, several dancers in one world, bodies of your own, hair that explodes or hangs in the air',
  'guide/looks':
    "how a model is drawn: MMD's shaded and plain look, light, shadows, edges, postprocessing, colors and materials of your own",
  'guide/light':
    "the look `'scene'`: your own lights, environment maps, fog and tone mapping count for the model as for everything beside it",
  'guide/effects':
    'bloom, depth of field, ambient occlusion, color grading and grain: in the tag, with an `EffectComposer`, on WebGPU and in React',
  'guide/projects':
    "show a whole MMD project (PMM): models, motions, accessories, camera, light and background from the project's folder: `PMMLoader`",
  'guide/xr': 'VR and AR by WebXR: a dancer on the floor of the room, in a headset or on a phone',
  'guide/vrm': 'dance on a VRM avatar or another glTF humanoid, with feet where MMD puts them: `bindVrm`',
  'guide/skeletons':
    "a motion on a glTF or another skeleton whose bones have MMD's names, without a PMX: `bindObject`, feet, faces",
  'guide/sampling':
    'where bones are at any time, in Node, a worker or a test, without a picture; edit, mirror, cut and join motions; clips for three.js; arrays for machine learning: `parseVmd`, `Motion`, `Rig`, `bindMotion`',
  'guide/shelf':
    'keep what visitors drop in their browser, also after a reload: models, dances and songs, a playlist, quota, export and import as a zip: `Shelf`',
  'guide/films':
    'films (MP4, WebM), stills, sheets and Open Graph pictures from a server or the command line without a window, `odori render`; transparency; record a video in a page',
  'guide/command-line':
    'motions and models in a terminal: view, inspect, lint, convert (VMD, JSON, BVMD, PMM, GLB, VRMA), sample, bake: `odori`',
  'guide/thousands-of-files':
    'sample and inspect a library of thousands of motions on one machine, with GNU parallel, Slurm or Dask',
  'guide/performance':
    'find out what is slow on a page and make it fast: cost of a frame, the first picture, memory',
  'guide/browsers': 'which browsers and phones can do what, Safari and iOS included, and what was tried',
  'guide/terms':
    'whether you may use a model, motion or song: the terms of use of MMD files, their Japanese words, credit',
  'guide/troubleshooting':
    'find what is wrong by what you see (nothing, white model, missing textures, no sound, arms out, sliding feet) or by the code of a message',
  concepts:
    'the words of these pages: document, motion, rig, binding, player, clip; from the file to the screen; spaces and units',
  'how-near': "how near bones, camera, physics and pictures come to MMD's own, in numbers and pictures",
  'coming-from-mmd-loader':
    "replace three.js's old `MMDLoader`, `MMDAnimationHelper`, `MMDPhysics` and `OutlineEffect`: what to call instead, or how an old page stays with changed imports",
  'coming-from-three-stdlib':
    "replace three-stdlib's `MMDLoader` and `MMDAnimationHelper`: what to call instead, and what changes",
  'coming-from-three-mmd':
    'replace @moeru/three-mmd: its `MMDLoader`, `MMDAnimationManager` and plugins, what to call instead, and what it does better',
  'coming-from-three-mmd-loader':
    'replace three-mmd-loader, old or new: `ThreeMmdLoader` and `MMDHelper`, what to call instead, and what it does better',
  'coming-from-babylon-mmd':
    'move from babylon-mmd and Babylon.js to three.js: `MmdRuntime`, `VmdLoader` and the rest, what to call instead, and what it does better',
  glossary: 'the words of Odori in Japanese, Chinese and Korean, each used in one way',
  'code-map': 'what each folder of the repository has, for those who change Odori',
  changelog: 'what changed for users, version by version',
  'packages/element':
    'the tag `<odori-player>`: all attributes, properties, methods and events; zips, playlists, menus, recording; languages and own labels; as a tag in Vue and Svelte',
  'packages/react':
    'all components and hooks for React and @react-three/fiber, also with a song or model that the user chooses, and `<odori-player>` as a component of React',
  'packages/model':
    'PMX and PMD models, X accessories and PMM projects in three.js: `loadModel`, `MmdModel`, materials, morphs, picking, crowds of hundreds (`ModelCrowd`)',
  'packages/runtime':
    'motions at any time, `MotionPlayer`, bones with IK, crossfades, camera, light, clips, baking, beats of a song, companions',
  'packages/physics':
    'the rigid-body solver for a renderer of your own: `createPhysics`, `World`, baking hair',
  'packages/vrm': 'dances on VRM avatars, and dances as VRMA and GLB files: `bindVrm`, `bakeVrmAnimation`',
  'packages/format':
    'read and write VMD, VPD, BVMD, PMX, PMD, PMM, X and VAC in TypeScript, without three.js: `parsePmx`, `serializeVmd`, `MmdFormatError`',
  'packages/cli': 'all commands and options of `odori`, its output and exit codes',
  'packages/mmd-loader':
    "the names and calls of three.js r171's `MMDLoader` and `MMDAnimationHelper`, on Odori",
  'packages/sample':
    'files to try things with, CC0: a dancer as PMX and VRM, her dance, gestures, poses, camera, song and a stage, as URLs for bundlers, Node and a CDN',
};

/** What a page answers. `path` is that of the page, such as `guide/music`. */
export function summaryOf(path: string): string {
  const summary = SUMMARIES[path];
  if (summary === undefined) throw new Error(`docs/.vitepress/summaries.ts has no line for the page ${path}`);
  return summary;
}

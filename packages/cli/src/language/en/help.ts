/** The texts of helps. Options, commands and names of files are the same in every language. */
export const HELP = {
  // several commands
  force: 'overwrite OUT',
  quiet: 'do not print warnings or a summary',
  refuse: 'fail for files with these warnings, such as not-finite (odori inspect shows the codes)',
  allow: 'accept files with these warnings; --allow truncated reads what is left of a cut file',
  'output-vmd': 'a VMD file, or - for stdout (required)',
  root: "the folder that textures may be in (default: the parent of the model's folder)",
  jobs: 'works in N threads (default 1)',
  browser: "the browser (default: $CHROMIUM_PATH, one of the system, or Playwright's)",
  strict: 'exit with 1 on any warning, except for keyframes out of order, which MMD itself writes',
  'force-all': 'overwrite existing files',
  merged:
    'Several motions are merged, for example dance and face; if two have a keyframe for the same bone and frame, the later file wins.',
  // odori
  odori: 'MikuMikuDance motions on the command line',
  'odori-inspect': 'show what motions, poses, models, projects, avatars contain',
  'odori-lint': 'what is wrong with them, for continuous integration',
  'odori-convert': 'convert VMD, JSON, BVMD, VPD, PMM, PMD to VMD, JSON, BVMD, VPD, PMX',
  'odori-convert-glb': 'a model and its dance as one file for glTF viewers',
  'odori-sample': 'bone positions and rotations after IK, also of whole folders',
  'odori-bake': 'replace IK or physics with ordinary keyframes',
  'odori-bake-vrma': 'a dance for a VRM avatar',
  'odori-retarget': 'a dance for a model of other proportions',
  'odori-fit': 'a dance in time with another song',
  'odori-optimize': 'models with fewer bytes, for pages',
  'odori-view': 'show them in the browser, with camera and song',
  'odori-render': 'films, stills and sheets of pictures, without a window',
  'odori-join': 'one film of parts that several machines have rendered',
  'odori-help': 'show options and examples',
  'odori-version': 'show the version',
  'odori-lang':
    'the language of messages: en, ja, zh-CN, zh-TW or ko (default: that of the system; LC_ALL, LC_MESSAGES or LANG says it)',
  'odori-streams':
    'Use - for stdin or stdout. Data goes to stdout, messages go to stderr. Globs in quotes (* ? **) are expanded.',
  'odori-codes':
    'Exit codes: 0 success; 1 a file could not be read or written, is cut off, or is refused; 2 wrong usage; 3 there is no browser to draw with; 130 stopped with Ctrl-C; 141 the reader of the output stopped before its end.',
  // inspect
  inspect: 'show what motions, poses, models, projects, accessories and avatars contain',
  'inspect-about':
    'Reads VMD, VPD, PMM, BVMD, PMX, PMD, X, VAC, VRM, VRMA, other GLB avatars, and motions as JSON. The content decides the format, not the file name. Use - for stdin. Globs in quotes (* ? **) are expanded.',
  'inspect-names':
    'list the bones and morphs by name: those of a model, or those that a motion moves; of avatars, the human bones and the expressions',
  'inspect-json': 'print an array with one entry for each file; with --names, with the names',
  'inspect-strict':
    'exit with 1 on textures of a model that are missing or miswritten, and on any warning except for keyframes out of order, which MMD itself writes; odori lint lists these problems alone',
  'inspect-refuse': 'exit with 1 on these warnings, such as not-finite',
  'inspect-allow': 'do not exit with 1 on these warnings, such as truncated: a file that is cut off',
  'index-heading': 'One table of a whole library, with a row for each file:',
  'index-index':
    'FILE may be a folder, with the files below it and in their zips. A row has file, bytes, hash (SHA-256), kind, model, frames, seconds, bones, morphs and iks (names), cameraKeys, cuts, warnings; of a damaged file also code, message, section, offset; the exit code is 1 then',
  'index-output': 'index.jsonl or index.parquet (default: JSON lines on stdout)',
  'index-quiet': 'print damaged files only',
  // lint
  lint: 'what is wrong with motions, poses, models, projects, accessories and avatars',
  'lint-about':
    'Prints a line for each problem: the file, a code, what is wrong, and where. The exit code is 1 then, so that a job of continuous integration fails. The problems are those that odori inspect --strict fails on: damage, any warning except for keyframes out of order, which MMD itself writes, and textures of a model that are missing or miswritten. The page Troubleshooting explains each code.',
  'lint-files':
    'FILE may be a folder, with the files of these kinds below it, but not those in its zips. Use - for stdin. Globs in quotes (* ? **) are expanded.',
  'lint-allow': 'these are no problems, such as odd-value or missing-texture',
  // convert
  convert: 'convert motions, poses, projects and models',
  'convert-about':
    'The content of IN decides what it is. The extension of OUT, or --format, decides what it becomes:',
  'convert-motions':
    '.vmd .json .bvmd, or .vpd: the pose at the frame of --frame. A BVMD with a dance and a camera becomes two VMDs, OUT.vmd and OUT-camera.vmd, because MMD does not load both from one file. With --model camera, only the camera.',
  'convert-vrma':
    'the same: a VRM animation, or that of a humanoid (Mixamo, Unity, …) in a GLB, becomes a dance of MMD, with the feet on leg IK',
  'convert-pmm':
    'one motion for each model and one for camera, light and shadow, in the folder OUT. CSV files beside them hold what a VMD cannot: paths and orders of the models, external parents, the bones that the camera follows, accessories and gravity. With --model, only one motion.',
  'convert-pmd-out': '.pmx',
  'convert-dance':
    ".glb: one file that any glTF viewer plays, with bones, morphs and textures. Textures come from the folder of the model and those beside it; those that are neither PNG nor JPEG are left out. What the model's author allows is printed.",
  'convert-several':
    'Several inputs need a folder as OUT; it keeps their folders below the deepest one that holds them all (for a glob: the part before its first wildcard). Globs in quotes (* ? **) are expanded.',
  'convert-output': 'a file, a folder, or - for stdout; otherwise the last argument is OUT',
  'convert-format': 'vmd, json, bvmd, vpd, pmx or glb; required for stdout, and for a VMD into a folder',
  'convert-motions-heading': 'Motions:',
  'convert-range': 'keep only these frames (30 per second); the result starts at frame 0',
  'convert-mirror': 'swap left and right',
  'convert-offset': 'start F frames later, or earlier if F is negative',
  'convert-frame':
    'for .vpd: the frame of the pose, fractions allowed. The pose has what the keyframes give, before IK',
  'convert-model':
    'set the model name of the motion. For a PMM: extract only this model, by Japanese or English name or by number, or "camera"; OUT may then be a file',
  'convert-pmd':
    'a model of a PMM of version 1, which contains no bone names: a PMD, or a PMX made from it. For several models, repeat the option, or put a glob in quotes',
  'convert-version': 'the version of the VMD (default: the version of IN, otherwise 2)',
  'convert-coordinates':
    "MMD's left-handed space (default) or three.js's right-handed one; the JSON says which",
  'convert-group': 'keyframes in the order of the file (default), or grouped by name',
  'convert-start': 'add F to every frame; reading the JSON subtracts it again',
  'convert-target': 'a number for programs that keep several models',
  'convert-json': 'write the tables of a PMM as one JSON file instead of CSV',
  'json-heading': 'JSON:',
  'glb-heading': 'GLB:',
  'convert-physics': 'simulate hair and clothes, and write their movements',
  'convert-mtoon': "shade as an anime drawing, in viewers that know VRM's MToon; others show plain colors",
  // sample
  sample: 'bone positions and rotations after IK',
  'sample-about':
    'With {name} in OUT, each motion is sampled into a file of its own; {name} is its name without extension, and with the folders below the one that holds all motions. Lengths are in MMD units (about 8 cm). Physics is not simulated.',
  'sample-model': 'a PMX or PMD (required)',
  'sample-at': 'times in seconds (s) or frames (f; 30 per second, fractions allowed)',
  'sample-every': 'poses one after another: from one to the next, in seconds or frames',
  'sample-range': 'the part for --every (default: from 0 to the last keyframe)',
  'sample-bones': 'only these bones, by Japanese or English name',
  'sample-joints': 'the 24 joints of SMPL, the 55 human bones of VRM 1.0, or all bones (default)',
  'sample-space':
    'world: position and rotation in the space of the model (default); local: translation from rest and rotation relative to the parent, as in a keyframe',
  'sample-coordinates': "MMD's left-handed space (default) or three.js's right-handed one",
  'sample-contacts': 'also: does a heel or do toes stand on the floor? Needs --every, not npy',
  'sample-height': 'how far above its place at rest a standing foot may be, in MMD units',
  'sample-speed': 'how fast it may move, in MMD units a second',
  'sample-output': 'a file, or files with {name} in their names (default: stdout)',
  'sample-format':
    'csv: a line for each time and bone (default); json: an entry for each time, with morph weights; npy: times × bones × 7, 32-bit; npz: poses, seconds, bones, contacts; parquet: as csv. Without it, the extension of OUT decides. --csv and --json are the same as -f',
  'sample-many': 'With {name} in OUT:',
  'sample-list': 'reads names of motions, one on each line; - is stdin',
  'sample-skip': 'leaves out motions whose output exists: goes on where an earlier run was stopped',
  'sample-failures':
    'lists what failed, as JSON lines with code, section and offset (default: failures.jsonl in the folder of the outputs); the exit code is 1 then',
  // bake
  bake: 'replace IK or physics with ordinary keyframes',
  'bake-vrma': 'a dance for a VRM avatar',
  'bake-about':
    'The bones that IK moves (legs, hair, ties) get their own keyframes, as few as the tolerance allows, and all IK is switched off. The result looks the same in programs that have no IK. All other keyframes stay as they are.',
  'bake-physics-about':
    'With --physics, the bones that rigid bodies move (hair, skirts, ties) get keyframes instead: the dance is simulated as in MMD, and the result looks the same in programs that have no physics. Legs keep their IK, unless --ik bake.',
  'bake-model': 'the PMX or PMD whose skeleton the keyframes fit (required)',
  'bake-physics': 'give keyframes to the bones that rigid bodies move, with physics off',
  'bake-ik':
    'replace IK (bake, the default), or leave it to the program that plays the motion (keep, the default with --physics); for programs without both: --physics --ik bake',
  'bake-settle':
    'with --physics: how long hair has to come to rest before the dance starts (default 0.5, at most 10; 0 starts as MMD does)',
  'bake-tolerance':
    'how far any bone may be from its position with IK or physics (default 0.02 MMD units; 0.05 with --physics, unless --ik bake)',
  'bake-angle':
    'how far any bone may be turned from its rotation with IK or physics (default 0.3; 1 with --physics, unless --ik bake)',
  'bake-append':
    "bones that append another bone's rotation: leave them to the program that plays the motion (keep, the default), or give them keyframes too (bake)",
  'bake-vrma-about':
    'An OUT that ends in .vrma becomes a VRM animation: the dance on an avatar, with the feet where MMD puts them. Another avatar can play it, but its feet slide if its legs have other proportions.',
  'bake-avatar':
    'the avatar that dances: a VRM, or another GLB with bones of known names. Without it, the animation is for a neutral skeleton of 1.6 m',
  'bake-source': "the PMX or PMD that the dance was made for (default: a skeleton with Miku's measures)",
  'bake-arm-angle':
    "without --source: how far that model's upper arms hang below the horizontal (default 29.7)",
  'bake-stance':
    'where the feet of an avatar with wide or narrow hips stand: planted (default), foot, or pelvis',
  'bake-emotions': 'for morphs of brows and moods, weight of whole faces such as happy: 0 (default) to 1',
  'bake-hips': 'how far the hips may be from their place (default 0.0005)',
  'bake-vrma-angle': 'how far any bone may be turned from its direction (default 0.05)',
  // retarget
  retarget: 'a dance for a model of other proportions',
  'retarget-about':
    "Limbs keep their directions, and feet stand where the dance plants them, at the scale of the model's legs. The center carries the hips, leg IK carries the feet. Morphs, and bones that are no part of a human body, keep their keyframes.",
  'retarget-to': 'the PMX or PMD that will dance (required)',
  'retarget-arm-angle':
    "without --from: how far that model's upper arms hang below the horizontal (default 29.7)",
  'retarget-stance': 'where feet stand if the hips are wider or narrower: planted (default), foot, or pelvis',
  'retarget-tolerance': 'how far any bone may be from its place (default 0.02 MMD units)',
  'retarget-angle': 'how far any bone may be turned from its rotation (default 0.3)',
  // fit
  fit: 'a dance in time with another song',
  'fit-about':
    'Finds the beats of the dance and of the song, and moves the dance onto the beats of the song, from its first bar to its end. A shorter dance repeats from one of its phrases. A WAV file is read at once; for other songs, a Chromium, Chrome or Edge of this computer decodes. With --offset, nothing is fitted: stdout gets the seconds by which a dance begins later than the song that it was made for.',
  'fit-output': 'a VMD file, or - for stdout (required without --offset)',
  'fit-offset':
    'only say where the dance begins in its song, in seconds; odori view and <odori-player> take them',
  'fit-model': 'the PMX or PMD that dances (default: a usual body, which is nearly as good)',
  'fit-speed':
    'how slow and how fast, times the dance (default: 0.7,1.42); else she takes half or double time',
  'fit-mirror': 'every second repetition is the mirror image',
  'fit-once': 'do not repeat a dance that is shorter than the song',
  'fit-lips': 'lips go along with the dance (default), stay alone at their times, or none for a closed mouth',
  // optimize
  optimize: 'models with fewer bytes, for pages',
  'optimize-about':
    "INPUT is a PMX model, or a folder or a zip with models, their textures and other files; OUT is a folder, or a zip. The models stay PMX and look the same: vertices that no face uses and morphs that move nothing go, textures become WebP or KTX2. MMD itself cannot read these: with --textures keep, the result is for MMD, too. Look at the author's terms before you publish a model: many do not allow changed files.",
  'optimize-morphs':
    'A morph goes only if it changes nothing at any weight, no group and no display frame names it, and no other morph has its name. Toons stay exact. GIF and DDS files, and files that would grow, stay as they are.',
  'optimize-output': 'a folder, or a file that ends in .zip (required)',
  'optimize-textures':
    'webp (default); ktx2: a quarter of the memory on graphics cards, often in more bytes; keep: all textures stay as they are',
  'optimize-max-size':
    'the most pixels of a texture, in width and in height; larger ones become smaller (default: none)',
  'optimize-keep': 'morphs that this motion names stay; may be given several times',
  'optimize-json': 'print the report as JSON',
  'optimize-force': 'overwrite files in OUT, but never those of INPUT',
  'optimize-quiet': 'print no warnings',
  // view
  view: 'show a model, its motions, camera and song in the browser',
  'view-about':
    'A server on this computer sends the player and your files; nothing is uploaded. The content decides what a file is for, so the order does not matter: models (PMX, PMD), dances (VMD, BVMD), a pose (VPD), a camera, a song, stages (PMX, X), a project (PMM). A folder or a zip gives the files in it. Several dances of one dancer become a menu. Several dancers stand side by side, each with the motion that was made for her. A motion of the face alone joins the dance. Reload the page to see changed files. Ctrl-C stops the server.',
  'view-port': 'the port of the server (default: a free one)',
  'view-no-open': 'print the address, but do not open the browser',
  'view-stage': 'the ground',
  'view-camera': 'a camera that follows her by itself, in place of a camera file',
  'view-camera-fit':
    'a camera file is fitted to her height, or stays as it is (default: where it misses her eyes)',
  'view-look':
    "MMD's look with or without self shadow (default: what the camera's motion says), or lit by the stage as other three.js objects",
  'view-physics': 'off: hair and clothes follow their keyframes (default: on)',
  'view-offset': 'the dance starts so much later than the song; less than 0: earlier (default: 0)',
  'view-loop': 'start again at the end',
  // render
  render: 'films and stills, without a window',
  'render-about':
    'Draws with a Chromium, Chrome or Edge of this computer, by the same page as odori view, frame by frame: no frame is lost, however long it takes, and the same files give the same bytes on the same computer. Models, dances, a camera, a song, stages, a project, a folder or a zip: as for odori view. The output says what is made:',
  'render-film': 'a film with the song: H.264 with AAC or Opus, or VP9 with Opus',
  'render-still': 'one picture; also .webp, .jpg and, where the browser can, .avif',
  'render-frames': 'a picture for each frame, from 00000 on',
  'render-sheet': 'pictures of equal parts of the dance, on one sheet',
  'render-at': 'the time of a still, for example 20s or 600f (default: 0s)',
  'render-range': 'a part, for example 20s,30s (default: all)',
  'render-size': 'pixels (default: 1280x720; on a sheet, of each picture: 320x180)',
  'render-fps': 'frames per second (default: 30)',
  'render-background': 'a CSS color, or transparent for pictures and WebM (default: #fff)',
  'render-alpha': 'a transparent WebM, the same as --background transparent',
  'render-quality': 'very-low, low, medium, high, very-high (default: very-high for .mp4, otherwise high)',
  'render-camera': 'a camera that follows her by itself, or the motion of a camera',
  'render-show': 'as for odori view; a transparent picture has no floor unless --stage says so',
  'render-shards': 'the I-th of N parts of a film, or of its pictures; odori join puts films together',
  'render-json': 'progress for programs, on stdout: one JSON object per line',
  'render-card': 'stderr says which graphics card draws. Exit code 3: there is no browser.',
  // join
  join: 'one film of the parts that odori render --shards has made',
  'join-about':
    'Copies the encoded pictures, so nothing is lost and it takes seconds. The parts say themselves in which order they come. The sound is the one that the first part has, for the whole film.',
  'join-output': 'the film: .mp4 or .webm, as the parts',
  'join-audio':
    'another sound, from its start, copied as it is: AAC, MP3, Opus or FLAC for MP4, Opus for WebM',
  'join-force': 'overwrite an existing film',
} as const;

export type HelpCode = keyof typeof HELP;

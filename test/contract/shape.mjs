/**
 * Counts the shape of the code base, always by the same rules: sizes of files and functions, public names,
 * callbacks of the element, places that cut time, comments that are too wide. `node test/contract/shape.mjs`
 * prints everything.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
// TypeScript 7 has no parser for programs yet. The site has TypeScript 6, for TypeDoc.
const ts = createRequire(join(ROOT, 'docs/package.json'))('typescript');

const SHORT_FILE_LINES = 30;
const MAX_FILE_LINES = 450;
const MAX_COMMENT_COLUMNS = 110;
/** Lines of tables and formulas, which are indented; addresses; orders to tools. */
const CANNOT_WRAP = /^\s*(?:\*|\/\/) {2,}\S|https:\S{80}|prettier-ignore|@__PURE__/;
/**
 * Files that may deal with tasks of the page. A context can be restored after the event of its loss, not in
 * it.
 */
const TIME_FILES = /\/(task-queue|frame-loop|webgl-context)\.ts$/;
const TIME_FUNCTIONS = ['requestAnimationFrame', 'requestIdleCallback', 'setImmediate', 'MessageChannel'];
/** Each line of a comment has one of these. */
const MAY_BE_COMMENT = /\/\/|\*/;
const WIDE_FOLDERS = ['packages', 'test', 'demos', 'docs', 'release'];
const MADE = /(^|\/)(node_modules|dist|reference|cache|\.next)(\/|$)/;

export const PACKAGES = readdirSync(join(ROOT, 'packages')).toSorted();

/**
 * The paths of all files below a folder, relative to the repository, without what a build or an installation
 * writes.
 */
function filesIn(folder, pattern) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (MADE.test(path)) return [];
    if (entry.isDirectory()) return filesIn(path, pattern);
    return pattern.test(path) ? [path] : [];
  });
}

const read = (path) => readFileSync(join(ROOT, path), 'utf8');
const lineCount = (text) => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);

const parsed = new Map();

function parse(path) {
  if (!parsed.has(path))
    parsed.set(path, ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true));
  return parsed.get(path);
}

/** Calls `visit` with a node and all nodes in it. */
function walk(node, visit) {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

// --- Files and functions ---

/** The sources of a package, with their lines. */
function sourcesOf(name) {
  return filesIn(`packages/${name}/src`, /\.tsx?$/).map((path) => ({ path, lines: lineCount(read(path)) }));
}

function longestFunction(paths) {
  let longest = { lines: 0, place: '' };
  for (const path of paths) {
    const file = parse(path);
    walk(file, (node) => {
      if (!ts.isFunctionLike(node) || !node.body) return;
      const start = file.getLineAndCharacterOfPosition(node.getStart()).line;
      const lines = file.getLineAndCharacterOfPosition(node.end).line - start + 1;
      if (lines > longest.lines) longest = { lines, place: `${path}:${start + 1}` };
    });
  }
  return longest;
}

// --- Public names ---

/**
 * The names that the documented entry points of a package export, each once. `./internal` is not documented.
 */
export function publicNames(name) {
  const values = new Set();
  const types = new Set();
  for (const [entry, target] of Object.entries(JSON.parse(read(`packages/${name}/package.json`)).exports)) {
    const source = target.default;
    if (!/\.tsx?$/.test(source ?? '') || /^\.\/internal\b/.test(entry)) continue;
    for (const { text, isType } of exportsOf(parse(join(`packages/${name}`, source))))
      (isType ? types : values).add(text);
  }
  return { values: [...values], types: [...types] };
}

function exportsOf(file) {
  return file.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement) && statement.exportClause?.elements)
      return statement.exportClause.elements.map((each) => ({
        text: each.name.text,
        isType: statement.isTypeOnly || each.isTypeOnly,
      }));
    if (!statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
    const declarations = statement.declarationList?.declarations ?? [statement];
    return declarations.map((each) => ({ text: each.name.text, isType }));
  });
}

/**
 * The words of everything that shows users how a name is used: guides, the code in READMEs, demos, examples.
 */
function shownWords() {
  const code = (text) => text.match(/^```[^]*?^```/gm)?.join('\n') ?? '';
  const readmes = ['README.md', ...PACKAGES.map((name) => `packages/${name}/README.md`)];
  const guides = filesIn('docs', /\.md$/).filter((path) => !/\/(code-map|README)\.md$/.test(path));
  const programs = /\.(ts|tsx|js|mjs|html|vue|svelte)$/;
  const demos = filesIn('demos', programs).filter((path) => !path.startsWith('demos/assets/'));
  const examples = filesIn('docs/examples', programs);
  const texts = [...readmes.map((path) => code(read(path))), ...[...guides, ...demos, ...examples].map(read)];
  return new Set(texts.flatMap((text) => text.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu) ?? []));
}

/** The public values that no guide, README, demo or example uses, as `package: name`. */
export function unshownValues() {
  const words = shownWords();
  return PACKAGES.flatMap((name) =>
    publicNames(name)
      .values.filter((value) => !words.has(value))
      .map((value) => `${name}: ${value}`),
  );
}

// --- The element ---

/** The members that are functions, of all interfaces of the element that are called `…Options` or `…Host`. */
export function elementCallbacks() {
  return sourcesOf('element').flatMap(({ path }) => {
    const found = [];
    walk(parse(path), (node) => {
      if (!ts.isInterfaceDeclaration(node) || !/(Options|Host)$/.test(node.name.text)) return;
      const callbacks = node.members.filter(isCallback);
      found.push(...callbacks.map((each) => `${node.name.text}.${each.name.getText()}`));
    });
    return found;
  });
}

function isCallback(member) {
  return ts.isMethodSignature(member) || (ts.isPropertySignature(member) && isFunctionType(member.type));
}

function isFunctionType(type) {
  if (!type) return false;
  if (ts.isParenthesizedTypeNode(type)) return isFunctionType(type.type);
  return ts.isFunctionTypeNode(type) || (ts.isUnionTypeNode(type) && type.types.some(isFunctionType));
}

/** The private fields of `Viewport` that can be assigned again. */
export function viewportFields() {
  const [viewport] = filesIn('packages/element/src', /\/viewport\.ts$/);
  const fields = [];
  walk(parse(viewport), (node) => {
    if (!ts.isPropertyDeclaration(node) || !ts.isPrivateIdentifier(node.name)) return;
    if (!node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ReadonlyKeyword))
      fields.push(node.name.text);
  });
  return fields;
}

// --- Time, words, comments ---

/** The places that cut work into tasks, outside of the files whose subject that is, as `path:line`. */
export function timeCuts() {
  const words = new RegExp(['scheduler', 'setTimeout', ...TIME_FUNCTIONS].join('|'));
  const paths = allSources().filter((path) => !TIME_FILES.test(path) && words.test(read(path)));
  return paths.flatMap((path) => {
    const file = parse(path);
    const found = [];
    walk(file, (node) => {
      if (!isTimeCut(node)) return;
      found.push(`${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
    });
    return found;
  });
}

/** A call that waits for another task or frame. Timers with a delay are something else. */
function isTimeCut(node) {
  if (ts.isPropertyAccessExpression(node)) return node.expression.getText() === 'scheduler';
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return false;
  const name = node.expression.getText().replace(/^(?:window|globalThis)\./, '');
  if (name === 'setTimeout') return node.arguments.length < 2 || node.arguments[1].getText() === '0';
  return TIME_FUNCTIONS.includes(name);
}

function allSources() {
  return PACKAGES.flatMap((name) => sourcesOf(name).map(({ path }) => path));
}

/** How many constants have a name that begins with one of these words. */
function constants(prefixes) {
  const pattern = new RegExp(String.raw`\bconst (${prefixes})_[A-Z]`, 'g');
  return countMatches(pattern);
}

function countMatches(pattern) {
  return sum(allSources().map((path) => read(path).match(pattern)?.length ?? 0));
}

/** The lines with a comment that are wider than 110 columns, as `path:line`. */
export function wideComments(folders = WIDE_FOLDERS) {
  return folders.flatMap((folder) => filesIn(folder, /\.(ts|tsx|mjs)$/)).flatMap(wideLines);
}

function wideLines(path) {
  const text = read(path);
  const lines = text.split('\n');
  const isWide = (line) => lines[line].length > MAX_COMMENT_COLUMNS;
  if (!lines.some((each, line) => isWide(line) && MAY_BE_COMMENT.test(each))) return [];
  const file = parse(path);
  const wide = new Set();
  for (const { pos, end } of commentsOf(file)) {
    const last = file.getLineAndCharacterOfPosition(end).line;
    let isExample = false;
    for (let line = file.getLineAndCharacterOfPosition(pos).line; line <= last; line++) {
      isExample ||= lines[line].includes('@example');
      if (isWide(line) && !isExample && !CANNOT_WRAP.test(lines[line])) wide.add(line);
    }
  }
  return [...wide].map((line) => `${path}:${line + 1}`);
}

/** The comments of a file: those before and after each token. */
function commentsOf(file) {
  const comments = [];
  const visit = (node) => {
    const children = node.getChildren(file);
    children.forEach(visit);
    if (children.length > 0 || node.kind === ts.SyntaxKind.JsxText) return;
    comments.push(...(ts.getLeadingCommentRanges(file.text, node.pos) ?? []));
    comments.push(...(ts.getTrailingCommentRanges(file.text, node.end) ?? []));
  };
  visit(file);
  return comments;
}

// --- The report ---

/** The source files with too many lines, as `path: lines`. */
export function longFiles() {
  return allFiles()
    .filter(({ lines }) => lines > MAX_FILE_LINES)
    .map(({ path, lines }) => `${path}: ${lines}`);
}

/** Everything as one plain object. */
export function shape() {
  const packages = Object.fromEntries(PACKAGES.map((name) => [name, packageShape(name)]));
  const all = Object.values(packages);
  const total = (key) => sum(all.map((each) => each[key]));
  const [files, short] = [total('files'), total('short')];
  return {
    packages: {
      ...packages,
      total: {
        files,
        lines: total('lines'),
        short,
        shortPercent: percent(short, files),
        longestFunction: Math.max(...all.map((each) => each.longestFunction)),
        values: total('values'),
        types: total('types'),
      },
    },
    longFiles: longFiles(),
    longestFunction: longestFunction(allSources()),
    elementCallbacks: elementCallbacks().length,
    viewportFields: viewportFields().length,
    timeCuts: timeCuts(),
    mostAndLeast: constants('MOST|LEAST'),
    maxAndMin: constants('MAX|MIN'),
    wideComments: { packages: wideComments(['packages']).length, all: wideComments().length },
    ofTheirOwn: countMatches(/\b(?:of its own|their own)\b/g),
    unshownValues: unshownValues(),
  };
}

const allFiles = () => PACKAGES.flatMap(sourcesOf);
const percent = (part, whole) => Math.round((1000 * part) / whole) / 10;

function packageShape(name) {
  const sources = sourcesOf(name);
  const short = sources.filter(({ lines }) => lines <= SHORT_FILE_LINES).length;
  const { values, types } = publicNames(name);
  return {
    files: sources.length,
    lines: sum(sources.map(({ lines }) => lines)),
    short,
    shortPercent: percent(short, sources.length),
    longestFunction: longestFunction(sources.map(({ path }) => path)).lines,
    values: values.length,
    types: types.length,
  };
}

function print({ packages, ...rest }) {
  console.table(packages);
  for (const [name, value] of Object.entries(rest)) {
    if (!Array.isArray(value))
      console.log(`${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`);
    else console.log([`${name}: ${value.length}`, ...value].join('\n  '));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) print(shape());

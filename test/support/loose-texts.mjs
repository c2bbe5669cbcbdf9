/**
 * Finds the texts that programs show to people, and tells those that stand in the code from those that a
 * catalog has.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
// TypeScript 7 has no parser for programs yet. The site has TypeScript 6, for TypeDoc.
const ts = createRequire(join(ROOT, 'docs/package.json'))('typescript');

/** Attributes and properties that people read or hear. */
const SHOWN =
  /^(?:textContent|innerText|title|alt|label|placeholder|aria-?(?:label|description|valuetext|roledescription))$/i;
/** Methods whose arguments become text of the page. */
const ADDS_TEXT = /^(?:append|prepend|replaceChildren|replaceWith|before|after|Option|createTextNode)$/;
/** Functions of the demos that make elements: children follow the attributes. */
const MAKES_ELEMENT = /^(?:element|svg)$/;
/** Calls whose strings are names for programs, such as selectors. */
const TAKES_NAMES =
  /^(?:querySelector(?:All)?|closest|matches|byId|isInside|matchMedia|getContext|setProperty|(?:add|remove)EventListener|createElement(?:NS)?|(?:get|has|remove|toggle)Attribute|includes|startsWith|endsWith|split|replace(?:All)?|Event|CustomEvent|Worker|URL|RegExp)$/;
/** Properties whose strings are for programs. */
const FOR_PROGRAMS = /^(?:class(?:Name)?|rel|cssText|style|innerHTML)$/;
/** Symbols of units, which all languages share. */
const UNIT = /^\s*(?:ms|kB|MB|fps)\s*$/;

const HAS_WORD = /\p{L}{2}/u;
/** Two words beside each other, or a word with a capital at the beginning. */
const IS_LIKELY = /^\P{L}*\p{Lu}\p{Ll}+(?![\p{L}\p{N}])|(?:^|\s)\p{L}{2,}[,.:;!?…]?\s+\p{L}{2,}/u;
/** Shaders, HTML, and lists of selectors. */
const IS_CODE = /[;<]|:not\(|\b(?:button|select), /;

/** The sources of a folder, relative to the repository. */
export function programsIn(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.d)\.tsx?$/.test(path))
    .map((path) => join(folder, path));
}

/**
 * The strings of a program. `texts`: all of them, and what `amountText` makes of its nouns. `shown`: those
 * that reach people directly, with their places. `likely`: those that look like texts.
 */
export function textsOf(path) {
  if (!known.has(path)) known.set(path, read(path));
  return known.get(path);
}

const known = new Map();

function read(path) {
  const file = ts.createSourceFile(
    path,
    readFileSync(join(ROOT, path), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const found = { texts: [], shown: [], likely: [] };
  walk(file, (node) => {
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    for (const { text } of shownBy(node).flatMap(stringsOf))
      if (HAS_WORD.test(text) && !UNIT.test(text)) found.shown.push(`${path}:${line}: ${text}`);
    if (isString(node)) addString(node, found);
  });
  return found;
}

function addString(node, { texts, likely }) {
  const text = isNoun(node) ? `{count} ${node.text}s` : node.text;
  texts.push(text);
  if (IS_LIKELY.test(text) && !IS_CODE.test(text) && !isForPrograms(node)) likely.push(text);
}

function walk(node, visit) {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

/** A string, or a piece of one with values in it. */
function isString(node) {
  return ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
}

/** Whether a string is a noun of `amountText(count, noun)`. */
function isNoun(node) {
  const { parent } = node;
  if (ts.isConditionalExpression(parent)) return isNoun(parent);
  return ts.isCallExpression(parent) && calleeOf(parent) === 'amountText';
}

/** The expressions in a node whose values become texts of the page. */
function shownBy(node) {
  if (ts.isBinaryExpression(node)) {
    const { left, operatorToken, right } = node;
    const isAssigned =
      operatorToken.kind === ts.SyntaxKind.EqualsToken && ts.isPropertyAccessExpression(left);
    return isAssigned && SHOWN.test(left.name.text) ? [right] : [];
  }
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return [];
  const name = calleeOf(node);
  const [first, second, ...others] = node.arguments ?? [];
  if (name === 'setAttribute') return first && SHOWN.test(first.text ?? '') && second ? [second] : [];
  if (ADDS_TEXT.test(name)) return [...(node.arguments ?? [])];
  if (!MAKES_ELEMENT.test(name)) return [];
  const attributes = second && ts.isObjectLiteralExpression(second) ? second.properties : [];
  return [
    ...others,
    ...attributes.flatMap((each) =>
      SHOWN.test(each.name?.text ?? '') ? [each.initializer ?? each.name] : [],
    ),
  ];
}

/** The strings that an expression can be, or consists of; not those that it gives to functions. */
function stringsOf(node) {
  if (ts.isStringLiteralLike(node)) return [node];
  if (ts.isTemplateExpression(node))
    return [
      node.head,
      ...node.templateSpans.flatMap((span) => [...stringsOf(span.expression), span.literal]),
    ];
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(stringsOf);
  if (ts.isBinaryExpression(node))
    return JOINS.has(node.operatorToken.kind) ? [node.left, node.right].flatMap(stringsOf) : [];
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(stringsOf);
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
    return stringsOf(node.expression.expression); // such as ['a', 'b'].join()
  return isWrapper(node) ? stringsOf(node.expression) : [];
}

const JOINS = new Set([
  ts.SyntaxKind.PlusToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
]);

function isWrapper(node) {
  return (
    ts.isParenthesizedExpression(node) ||
    ts.isSpreadElement(node) ||
    ts.isAsExpression(node) ||
    ts.isNonNullExpression(node)
  );
}

/** The name of the function or method that a call names. */
function calleeOf({ expression }) {
  return expression.name?.text ?? expression.text ?? '';
}

/** Whether a string is a name, a type or a selector. */
function isForPrograms(node) {
  const { parent } = node;
  if (!parent || ts.isStatement(parent) || ts.isFunctionLike(parent)) return isModuleName(parent);
  return isNameIn(node, parent) || isForPrograms(parent);
}

function isModuleName(parent) {
  return parent !== undefined && (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent));
}

function isNameIn(node, parent) {
  if (ts.isBinaryExpression(parent))
    return COMPARES.has(parent.operatorToken.kind) || FOR_PROGRAMS.test(parent.left.name?.text ?? '');
  if (ts.isPropertyAssignment(parent))
    return parent.name === node || FOR_PROGRAMS.test(parent.name.text ?? '');
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return TAKES_NAMES.test(calleeOf(parent));
  return (
    ts.isTypeNode(parent) ||
    (ts.isElementAccessExpression(parent) && parent.argumentExpression === node) ||
    (ts.isCaseClause(parent) && parent.expression === node)
  );
}

const COMPARES = new Set([ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken]);

/**
 * Finds the texts that programs show to people: those that stand in the code, and not in a catalog.
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
const ADDS_TEXT =
  /^(?:append|prepend|replaceChildren|replaceWith|before|after|Option|createTextNode|fillText)$/;
/** Functions of ours that make elements: the children follow the attributes. */
const MAKES_ELEMENT = /^(?:element|svg)$/;
/** Functions whose texts are found in a catalog. */
const SAYS = /^(?:say|sayAround|sayWithKey|tell)$/;
/** Calls whose strings are names for programs. */
const TAKES_NAMES =
  /^(?:querySelector(?:All)?|closest|matches|byId|isInside|matchMedia|supports|getContext|setProperty|(?:add|remove)EventListener|createElement(?:NS)?|(?:get|has|remove|toggle)Attribute(?:NS)?|includes|startsWith|endsWith|split|join|replace(?:All)?|warn|debug|Event|CustomEvent|Worker|URL|RegExp)$/;
/** Properties whose strings are for programs. */
const FOR_PROGRAMS =
  /^(?:className|class|cssText|style|d|viewBox|points|transform|font|fillStyle|strokeStyle|innerHTML)$/;
/** Symbols of units, which all languages share. */
const UNIT = /^\s*(?:ms|kB|MB|fps|px|ch|em|dB|Hz)\s*$/;

/** Words that stand free, or a word with a capital at the beginning. */
const LOOKS_LIKE_TEXT = /^\P{L}*\p{Lu}\p{Ll}+(?![\p{L}\p{N}])|(?:^|\s)\p{L}{2,}[,.:;!?…]?\s+\p{L}{2,}/u;
const HAS_WORD = /\p{L}{2,}/u;

/** The TypeScript files of a folder, relative to the repository. */
export function programsIn(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.d)\.tsx?$/.test(path))
    .map((path) => join(folder, path));
}

/**
 * What a program says. `texts`: all its strings. `shown`: strings that reach a person without a catalog.
 * `likely`: strings that look like texts, which must be the keys of a catalog.
 */
export function textsOf(path) {
  const file = ts.createSourceFile(
    path,
    readFileSync(join(ROOT, path), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const found = { texts: [], shown: [], likely: [] };
  const place = (node) => `${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
  walk(file, (node) => {
    for (const expression of shownBy(node))
      for (const each of directTexts(expression))
        if (HAS_WORD.test(each.text) && !UNIT.test(each.text))
          found.shown.push(`${place(node)}: ${each.text}`);
    if (!isText(node)) return;
    found.texts.push(node.text);
    if (LOOKS_LIKE_TEXT.test(node.text) && !isForPrograms(node))
      found.likely.push({ text: node.text, place: place(node) });
  });
  return found;
}

function walk(node, visit) {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

function isText(node) {
  return ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
}

/** The expressions in a node whose value becomes a text of the page. */
function shownBy(node) {
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
    return ts.isPropertyAccessExpression(node.left) && SHOWN.test(node.left.name.text) ? [node.right] : [];
  }
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return [];
  const name = calleeOf(node);
  const [first, second, ...others] = node.arguments ?? [];
  if (name === 'setAttribute')
    return first && ts.isStringLiteral(first) && SHOWN.test(first.text) ? [second] : [];
  if (ADDS_TEXT.test(name)) return [...(node.arguments ?? [])];
  if (!MAKES_ELEMENT.test(name)) return [];
  const attributes = second && ts.isObjectLiteralExpression(second) ? second.properties : [];
  return [
    ...others,
    ...attributes
      .filter((each) => ts.isPropertyAssignment(each) && SHOWN.test(each.name.text))
      .map((each) => each.initializer),
  ];
}

/** The strings that an expression may be, or has in it; not those that it gives to functions. */
function directTexts(node) {
  if (!node) return [];
  if (ts.isStringLiteralLike(node)) return [node];
  if (ts.isTemplateExpression(node))
    return [
      node.head,
      ...node.templateSpans.flatMap(({ expression, literal }) => [...directTexts(expression), literal]),
    ];
  if (ts.isConditionalExpression(node))
    return [...directTexts(node.whenTrue), ...directTexts(node.whenFalse)];
  if (ts.isBinaryExpression(node))
    return JOINS.has(node.operatorToken.kind) ? [...directTexts(node.left), ...directTexts(node.right)] : [];
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(directTexts);
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
    return directTexts(node.expression.expression);
  if (
    ts.isParenthesizedExpression(node) ||
    ts.isSpreadElement(node) ||
    ts.isAsExpression(node) ||
    ts.isNonNullExpression(node)
  )
    return directTexts(node.expression);
  return [];
}

const JOINS = new Set([
  ts.SyntaxKind.PlusToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
]);

function calleeOf({ expression }) {
  return ts.isPropertyAccessExpression(expression)
    ? expression.name.text
    : ts.isIdentifier(expression)
      ? expression.text
      : '';
}

/** Whether a string is a name, a selector or a message for developers. */
function isForPrograms(text) {
  for (let node = text; node.parent && !ts.isBlock(node.parent); node = node.parent) {
    const { parent } = node;
    if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isTypeNode(parent))
      return true;
    if (ts.isBinaryExpression(parent) && COMPARES.has(parent.operatorToken.kind)) return true;
    if (ts.isCaseClause(parent) && parent.expression === node) return true;
    if (ts.isElementAccessExpression(parent) && parent.argumentExpression === node) return true;
    if (ts.isPropertyAssignment(parent)) {
      if (parent.name === node || FOR_PROGRAMS.test(parent.name.text ?? '')) return true;
    }
    if (
      ts.isBinaryExpression(parent) &&
      ts.isPropertyAccessExpression(parent.left) &&
      FOR_PROGRAMS.test(parent.left.name.text)
    )
      return true;
    if ((ts.isCallExpression(parent) || ts.isNewExpression(parent)) && TAKES_NAMES.test(calleeOf(parent)))
      return true;
    if (ts.isTaggedTemplateExpression(parent)) return true;
    if (ts.isFunctionLike(parent) || ts.isStatement(parent)) return false;
  }
  return false;
}

const COMPARES = new Set([ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken]);

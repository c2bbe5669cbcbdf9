import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as TypeScript from '../../docs/node_modules/typescript/lib/typescript.js';
import { ROOT } from './doc-pages.js';
import type { CompiledExample } from './run-example.js';

// TypeScript 7 has no parser for programs yet. The site has TypeScript 6, for TypeDoc.
const ts = createRequire(join(ROOT, 'docs/package.json'))('typescript') as typeof TypeScript;

/** `expression; // → result`, also on the next line; `statement; // name → result` is about the name. */
const SAID = /^;?[^\S\n]*(?:\n[^\S\n]*)?\/\/ (?:([\w.[\]]+) )?→ (.*)/;

/** A change of the code: what is between two places becomes something else. */
type Edit = readonly [start: number, end: number, text: string];

/** An example of a docstring as a program. */
export class ExampleProgram {
  readonly kind: CompiledExample['kind'];
  readonly #file: TypeScript.SourceFile;

  constructor(code: string) {
    this.#file = ts.createSourceFile('example.tsx', code, ts.ScriptTarget.Latest, true);
    this.kind = this.#kind();
  }

  /** The names that it uses and does not declare. */
  freeNames(): string[] {
    const used = new Set<string>();
    const declared = new Set<string>();
    visitNodes(this.#file, (node) => {
      if (!ts.isIdentifier(node)) return;
      if (isDeclared(node)) declared.add(node.text);
      else if (isUsed(node)) used.add(node.text);
    });
    if (this.kind === 'component') used.add('React');
    return [...used].filter((name) => !declared.has(name));
  }

  /**
   * The body of an async function, which gives `$result` each expression that a comment says something about.
   * With hooks or JSX it is the body of a component instead, and returns what it shows.
   */
  compile(): CompiledExample {
    const { text } = this.#file;
    if (this.kind === 'html') return { kind: 'html', code: text, said: [] };
    const said: string[] = [];
    const edits: Edit[] = [];
    visitNodes(this.#file, (node) => {
      if (ts.isImportDeclaration(node)) edits.push([node.pos, node.end, '']);
      else if (ts.isExpressionStatement(node)) edits.push(...this.#statementEdits(node, said));
    });
    const name = this.kind === 'component' && this.#file.statements.find(ts.isFunctionDeclaration)?.name;
    const code = `${edited(text, edits)}\n${name ? `return <${name.text} />` : ''}`;
    return { kind: this.kind, code: transpile(code), said };
  }

  /** Adds what a comment says about a statement to `said`. A component cannot wait for its results. */
  #statementEdits({ expression, end }: TypeScript.ExpressionStatement, said: string[]): Edit[] {
    const start = expression.getStart();
    const [, name, result] = SAID.exec(this.#file.text.slice(end)) ?? [];
    if (result === undefined) return isElement(expression) ? [[start, start, 'return ']] : [];
    const written = expression.getText();
    const wait = this.kind === 'component' ? '' : 'await ';
    const record = `${wait}$result(${said.push(result) - 1}, async () => (${name ?? written}));`;
    return [[start, end, name ? `${written}; ${record}` : record]];
  }

  /** Elements of HTML; what uses hooks or JSX; or other programs. */
  #kind(): CompiledExample['kind'] {
    if (this.#file.text.startsWith('<odori-')) return 'html';
    let isComponent = this.freeNames().some((name) => /^use[A-Z]/.test(name));
    visitNodes(this.#file, (node) => (isComponent ||= isElement(node)));
    return isComponent ? 'component' : 'script';
  }
}

/** A block of the code keeps its names apart from those of the values. */
function transpile(code: string): string {
  const compilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    jsx: ts.JsxEmit.React,
  };
  return ts.transpileModule(`{${code}\n}`, { compilerOptions, fileName: 'example.tsx' }).outputText;
}

function edited(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted(([a], [b]) => b - a)
    .reduce((code, [start, end, replacement]) => code.slice(0, start) + replacement + code.slice(end), text);
}

function visitNodes(node: TypeScript.Node, visit: (node: TypeScript.Node) => void): void {
  visit(node);
  if (!ts.isTypeNode(node)) ts.forEachChild(node, (child) => visitNodes(child, visit));
}

function isElement(node: TypeScript.Node): boolean {
  return ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node);
}

function isDeclared(node: TypeScript.Identifier): boolean {
  const { parent } = node;
  const isBinding = ts.isVariableDeclaration(parent) || ts.isBindingElement(parent) || ts.isParameter(parent);
  return (isBinding && parent.name === node) || ts.isFunctionDeclaration(parent);
}

/** Whether it stands for a value: it is not the name of a property, and not that of a tag such as `mesh`. */
function isUsed(node: TypeScript.Identifier): boolean {
  const { parent } = node;
  if (node.text === '') return false; // the end of an attribute such as `physics`
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent) || ts.isBindingElement(parent)) return parent.initializer === node;
  if (ts.isJsxOpeningLikeElement(parent) || ts.isJsxClosingElement(parent)) return /^[A-Z]/.test(node.text);
  return !ts.isMethodDeclaration(parent) && !ts.isJsxAttribute(parent);
}

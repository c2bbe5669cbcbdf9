import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as TypeScript from '../../docs/node_modules/typescript/lib/typescript.js';
import { ROOT } from './doc-pages.js';

// TypeScript 7 has no parser for programs yet. The site has TypeScript 6, for TypeDoc.
const ts = createRequire(join(ROOT, 'docs/package.json'))('typescript') as typeof TypeScript;

/** What a comment says about an expression, and what the expression gives. */
export interface ExampleResult {
  readonly said: string;
  readonly got: unknown;
}

/** `expression; // → result`, also on the next line; `statement; // name → result` is about the name. */
const SAID = /^;?[^\S\n]*(?:\n[^\S\n]*)?\/\/ (?:([\w.[\]]+) )?→ (.*)/;

/** An example of a docstring as a program. */
export class ExampleProgram {
  readonly #file: TypeScript.SourceFile;

  constructor(code: string) {
    this.#file = ts.createSourceFile('example.ts', code, ts.ScriptTarget.Latest, true);
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
    return [...used].filter((name) => !declared.has(name));
  }

  /** Runs it with values for its free names. Rejects as the program does. */
  async run(values: Readonly<Record<string, unknown>>): Promise<ExampleResult[]> {
    const { code, said } = this.#recorded();
    const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
    const { outputText } = ts.transpileModule(`{${code}\n}`, { compilerOptions });
    const results: ExampleResult[] = [];
    const record = async (i: number, evaluate: () => unknown): Promise<void> => {
      results.push({ said: said[i], got: await evaluateSafely(evaluate) });
    };
    await new AsyncFunction(...Object.keys(values), '$result', outputText)(...Object.values(values), record);
    return results;
  }

  /** The code, which gives `$result` each expression that a comment says something about. */
  #recorded(): { code: string; said: string[] } {
    const { text } = this.#file;
    const said: string[] = [];
    let code = text;
    const statements: TypeScript.ExpressionStatement[] = [];
    visitNodes(this.#file, (node) => ts.isExpressionStatement(node) && statements.push(node));
    for (const { expression, end } of statements.toReversed()) {
      const [, name, result] = SAID.exec(text.slice(end)) ?? [];
      if (result === undefined) continue;
      const i = said.push(result) - 1;
      const written = expression.getText();
      const record = `await $result(${i}, async () => (${name ?? written}));`;
      code =
        code.slice(0, expression.getStart()) + (name ? `${written}; ${record}` : record) + code.slice(end);
    }
    return { code, said };
  }
}

type Evaluate = (...values: unknown[]) => unknown;
const Evaluation = (() => undefined).constructor as new (...names: string[]) => Evaluate;
type AsyncProgram = (...values: unknown[]) => Promise<void>;
const AsyncFunction = (async () => undefined).constructor as new (...names: string[]) => AsyncProgram;

/** The value as it is now, because the next line may change it; a thrown error is a value, too. */
async function evaluateSafely(evaluate: () => unknown): Promise<unknown> {
  try {
    return plainValue(await evaluate());
  } catch (error) {
    return error;
  }
}

/** Typed arrays as arrays; objects of classes as they are. */
function plainValue(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return Array.from(value as Uint8Array);
  if (Array.isArray(value)) return value.map(plainValue);
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plainValue(each)]));
}

function visitNodes(node: TypeScript.Node, visit: (node: TypeScript.Node) => void): void {
  visit(node);
  if (!ts.isTypeNode(node)) ts.forEachChild(node, (child) => visitNodes(child, visit));
}

function isDeclared(node: TypeScript.Identifier): boolean {
  const { parent } = node;
  const isBinding = ts.isVariableDeclaration(parent) || ts.isBindingElement(parent) || ts.isParameter(parent);
  return (isBinding && parent.name === node) || ts.isFunctionDeclaration(parent);
}

/** Whether it stands for a value: it is not the name of a property. */
function isUsed(node: TypeScript.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent) || ts.isBindingElement(parent)) return parent.initializer === node;
  return !ts.isMethodDeclaration(parent);
}

/**
 * Whether a comment is right about a value. It begins with an expression, as in `407: bytes`; numbers may
 * be rounded, and objects may have more properties. A comment that is only words, or that leaves something
 * out (`…`), says nothing to compare.
 */
export function isRight({ said, got }: ExampleResult, values: Readonly<Record<string, unknown>>): boolean {
  if (got instanceof Error) return said.startsWith(`${got.name}: ${got.message}`);
  if (said.includes('…')) return true;
  const expected = leadingValue(said.replace(/\b\w+Array (?=\[)/g, ''), values);
  const decimals = Math.max(0, ...Array.from(said.matchAll(/\.(\d+)/g), ([, digits]) => digits.length));
  return expected === undefined || matches(got, plainValue(expected.value), decimals);
}

/** The value of the longest beginning that is an expression. */
function leadingValue(
  text: string,
  values: Readonly<Record<string, unknown>>,
): { value: unknown } | undefined {
  const ends = [text.length, ...Array.from(text.matchAll(/[:;,]? /g), ({ index }) => index).toReversed()];
  for (const end of ends) {
    try {
      const evaluate = new Evaluation(...Object.keys(values), `return (${text.slice(0, end)}\n);`);
      return { value: evaluate(...Object.values(values)) };
    } catch {
      // words
    }
  }
  return undefined;
}

function matches(got: unknown, expected: unknown, decimals: number): boolean {
  if (typeof expected === 'number' && typeof got === 'number')
    return Math.abs(got - expected) <= (decimals > 0 ? 0.5001 * 10 ** -decimals : 1e-9);
  if (Array.isArray(expected))
    return (
      Array.isArray(got) &&
      got.length === expected.length &&
      expected.every((each, i) => matches(got[i], each, decimals))
    );
  if (expected === null || typeof expected !== 'object') return Object.is(got, expected);
  return Object.entries(expected).every(([key, each]) =>
    matches((got as Record<string, unknown> | undefined)?.[key], each, decimals),
  );
}

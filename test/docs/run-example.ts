/** The code of an example, ready to run in Node or in a page. */
export interface CompiledExample {
  /**
   * The body of an async function with the free names as parameters, and `$result`; the body of a React
   * component; or HTML.
   */
  readonly kind: 'script' | 'component' | 'html';
  readonly code: string;
  /** What the comments say about results. */
  readonly said: readonly string[];
}

/** What a comment says about an expression, and what the expression gives. */
export interface ExampleResult {
  readonly said: string;
  readonly got: unknown;
}

export type Values = Readonly<Record<string, unknown>>;

type Evaluate = (...values: unknown[]) => unknown;
const Evaluation = (() => undefined).constructor as new (...names: string[]) => Evaluate;
const AsyncFunction = (async () => undefined).constructor as new (...names: string[]) => Evaluate;

/** An example with values for its free names, and the results that it gave. */
export class ExampleRun {
  readonly #example: CompiledExample;
  readonly #values: Values;
  readonly #results: Promise<ExampleResult>[] = [];

  constructor(example: CompiledExample, values: Values) {
    this.#example = example;
    this.#values = values;
  }

  /** Runs a script; the time of its `player` goes on meanwhile. Rejects as the script does. */
  async run(): Promise<void> {
    const player = this.#values['player'] as { update?: (seconds: number) => void } | undefined;
    const time = setInterval(() => player?.update?.(1 / 30));
    try {
      await this.#evaluate(AsyncFunction);
    } finally {
      clearInterval(time);
    }
  }

  /** What a component shows. */
  render(): unknown {
    return this.#evaluate(Evaluation);
  }

  /** What is wrong with its results, in words. */
  async mistakes(): Promise<string[]> {
    const results = await Promise.all(this.#results);
    return results
      .filter((result) => !isRight(result, this.#values))
      .map(({ said, got }) => `says ${said}, but gives ${inWords(got)}`);
  }

  #evaluate(Body: typeof Evaluation): unknown {
    const { code, said } = this.#example;
    const record = (i: number, evaluate: () => unknown): unknown =>
      (this.#results[i] = evaluateSafely(evaluate).then((got) => ({ said: said[i], got })));
    const body = new Body(...Object.keys(this.#values), '$result', code);
    return body(...Object.values(this.#values), record);
  }
}

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
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plainValue(each)]));
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function inWords(value: unknown): string {
  if (value instanceof Map) return `Map of ${[...value.keys()].join(', ')}`;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  return JSON.stringify(value) ?? String(value);
}

/**
 * Whether a comment is right about a value. It begins with an expression, as in `407: bytes`, or with two of
 * them, as in `'video/mp4' or 'video/webm'`; numbers may be rounded, and objects may have more properties. A
 * comment that is only words, or that leaves something out of an array (`…`), says nothing to compare.
 */
function isRight({ said, got }: ExampleResult, values: Values): boolean {
  if (got instanceof Error) return said.startsWith(`${got.name}: ${got.message}`);
  const text = said.replace(/, … \}/g, ' }').replace(/\b\w+Array (?=\[)/g, '');
  if (text.startsWith('Map {')) return hasKeys(got, text);
  if (text.includes('…')) return true;
  const decimals = Math.max(0, ...Array.from(text.matchAll(/\.(\d+)/g), ([, digits]) => digits.length));
  const expected = text.split(' or ').flatMap((part) => leadingValue(part, values) ?? []);
  return expected.length === 0 || expected.some(({ value }) => matches(got, plainValue(value), decimals));
}

/** `Map { 'a.vmd' → Blob }`: the keys of a map, in its order. */
function hasKeys(got: unknown, said: string): boolean {
  const keys = Array.from(said.matchAll(/'([^']+)' → /g), ([, key]) => key);
  return got instanceof Map && JSON.stringify([...got.keys()]) === JSON.stringify(keys);
}

/** The value of the longest beginning that is an expression. */
function leadingValue(text: string, values: Values): { value: unknown } | undefined {
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
  if (!isPlainObject(expected)) return Object.is(got, expected);
  return Object.entries(expected).every(([key, each]) =>
    matches((got as Record<string, unknown> | undefined)?.[key], each, decimals),
  );
}

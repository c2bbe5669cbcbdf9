/**
 * A path from `resolvePath` as a relative URL: every name is percent-encoded, `%` included. An unpaired
 * surrogate, which a URL cannot contain, becomes U+FFFD. O(length).
 *
 * Join it to a base that ends in a slash. The result cannot contain a scheme, a host, `..`, a query or a
 * fragment.
 *
 * @example
 * encodePath('tex/50%#1 顔.png'); // → 'tex/50%25%231%20%E9%A1%94.png'
 */
export function encodePath(path: string): string {
  return path
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .split('/')
    .map((name) => encodeURIComponent(name))
    .join('/');
}

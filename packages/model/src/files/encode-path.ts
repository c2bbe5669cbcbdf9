/**
 * A path of {@link resolvePath} as a relative URL: every name percent-encoded, `%` itself as well. A surrogate that
 * lacks its other half, which no URL can hold, becomes U+FFFD. O(length).
 *
 * Needs a base that ends in a slash; a scheme, a host, `..`, a query or a hash can then not come out of it.
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

/**
 * A script for a page in a browser of its own, before its scripts run: the page draws no triangles. Without a
 * graphics card, a picture of the dancer takes 0.1 s, and a test that looks at no picture need not wait for
 * it.
 */
export const WITHOUT_DRAWING = `
for (const name of ['drawElements', 'drawElementsInstanced', 'drawArrays', 'drawArraysInstanced'])
  WebGL2RenderingContext.prototype[name] = () => {};
`;

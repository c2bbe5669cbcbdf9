/**
 * The folder of all pages, relative to this one. A page that is not in a folder of its own gives it as `<html
 * data-root="./">`.
 */
export const ROOT = document.documentElement.dataset['root'] ?? '../';

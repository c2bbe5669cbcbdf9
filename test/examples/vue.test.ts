import { test } from 'vitest';
import { checkCompanion, serveExample } from '#test/support/example-page.js';

const served = serveExample('vue', 'preview');

test('the built page shows a companion who dances when she is asked; the console is silent', () =>
  checkCompanion(served.browser, served.server.url));

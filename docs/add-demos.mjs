// Puts the built demos into the built site.
import { cpSync } from 'node:fs';
import { join } from 'node:path';

const DOCS = import.meta.dirname;
cpSync(join(DOCS, '../demos/dist'), join(DOCS, 'dist/demos'), { recursive: true });

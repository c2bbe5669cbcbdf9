import config from './vitest.config.js';
export default async (env: { mode: string }) => {
  const made = await (config as unknown as (e: unknown) => Promise<any>)(env);
  delete made.test.globalSetup;
  return made;
};

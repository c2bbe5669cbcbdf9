interface ImportMetaEnv {
  /** From the root's package.json, by `vite.config.ts`. */
  readonly REPOSITORY?: string;
}

interface ImportMetaEnv {
  /** The address of the repository, from the `package.json` of the repository. Defined in `vite.config.ts`. */
  readonly REPOSITORY?: string;
}

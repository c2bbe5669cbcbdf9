const ASKED = process.env['ODORI_RUNS'];

/** The number of cases of a property test: some in `pnpm test`, many more in `pnpm fuzz`. */
export const RUNS: number = Number(ASKED ?? 75);

/** Whether a sweep visits every place. In `pnpm test`, long sweeps visit some; in `pnpm fuzz`, all. */
export const IS_FULL: boolean = ASKED !== undefined;

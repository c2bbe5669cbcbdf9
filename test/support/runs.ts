/** How many cases a property is tried on: thousands in `pnpm test`, many more in `pnpm fuzz`. */
export const RUNS: number = import.meta.env.MODE === 'fuzz' ? 200_000 : 2_000;

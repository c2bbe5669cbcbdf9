/** How many cases a property is tried on: thousands in `pnpm test`, many more in `pnpm fuzz`. */
export const RUNS: number = Number(process.env['ODORI_RUNS'] ?? 1_200);

/** The number of cases of a property test: about a thousand in `pnpm test`, many more in `pnpm fuzz`. */
export const RUNS: number = Number(process.env['ODORI_RUNS'] ?? 1_200);

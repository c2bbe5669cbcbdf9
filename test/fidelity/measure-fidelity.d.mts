/** Median, 95th percentile and maximum. */
export interface Spread {
  readonly median: number;
  readonly p95: number;
  readonly max: number;
}

export interface FidelityRow {
  /** `model__motion` */
  readonly name: string;
  readonly className: string;
  /** Bones × frames. */
  readonly count: number;
  readonly degrees: Spread;
  readonly units: Spread;
  readonly tolerance: { readonly degrees: Partial<Spread>; readonly units: Partial<Spread> };
  readonly ok: boolean;
}

export function measureFidelity(corpus: string): FidelityRow[];

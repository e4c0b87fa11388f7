/** A measured value and its limit. */
export interface Measurement {
  name: string;
  /** Usually a ratio. `unit` names the unit. */
  value: number;
  limit: number;
  comparison: 'atLeast' | 'atMost';
  unit: string;
  /** The raw values. */
  detail: Record<string, number>;
}

/** Benchmarks by name. */
export type Benchmarks = Readonly<Record<string, () => Promise<Measurement[]>>>;

export const isWithinLimit = ({ value, limit, comparison }: Measurement): boolean =>
  comparison === 'atLeast' ? value >= limit : value <= limit;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  if (upper === undefined) throw new Error('No values for a median.');
  return sorted.length % 2 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}

/** Returns the p-th percentile (0 to 100) by nearest rank. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil((p / 100) * sorted.length) - 1)];
  if (value === undefined) throw new Error('No values for a percentile.');
  return value;
}

/** Returns the milliseconds that the work takes. */
export async function timed(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

const ROUNDS = 5;

/**
 * Measures the contenders alternately, so that other load affects all of them. Returns the median of each.
 */
export async function measureAlternately<Name extends string>(
  contenders: Record<Name, () => Promise<number>>,
  rounds: number = ROUNDS,
): Promise<Record<Name, number>> {
  const names = Object.keys(contenders) as Name[];
  const figures = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) figures[name].push(await contenders[name]());
  }
  return Object.fromEntries(names.map((name) => [name, median(figures[name])])) as Record<Name, number>;
}

/** Compares the latency of a list for a small and a large tenant. */
import { type Measurement, measureAlternately, percentile } from './measurement.ts';

/** Rows of each tenant, by tenant id. */
export const SIZES = { small: 10_000, large: 1_000_000 } as const;
export type Size = keyof typeof SIZES;
const CALLS = 100;

/**
 * Divides the median latency of the large tenant by that of the small one. `ask` makes one call; its argument `call`
 * counts from 0 to 99.
 */
export async function measureGrowth(
  list: string,
  ask: (size: Size, call: number) => Promise<unknown>,
): Promise<Measurement> {
  const medianOf = async (size: Size): Promise<number> => {
    const times: number[] = [];
    for (let call = 0; call < CALLS; call += 1) {
      const began = performance.now();
      await ask(size, call);
      times.push(performance.now() - began);
    }
    return percentile(times, 50);
  };
  const p50 = await measureAlternately({ small: () => medianOf('small'), large: () => medianOf('large') });
  return {
    name: `${list}: 1,000,000 against 10,000`,
    value: p50.large / p50.small,
    limit: 1.2,
    comparison: 'atMost',
    unit: 'times',
    detail: { '1,000,000 ms': p50.large, '10,000 ms': p50.small },
  };
}

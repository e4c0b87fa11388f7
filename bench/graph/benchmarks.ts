/** The benchmarks of the Graph suite. */
import type { Benchmarks } from '../measurement.ts';

export const BENCHMARKS: Benchmarks = {
  readers: async () => (await import('./readers.ts')).measureReaders(),
  'slow-tenant': async () => (await import('./slow-tenant.ts')).measureSlowTenant(),
  convergence: async () => (await import('./convergence.ts')).measureConvergence(),
  wave: async () => (await import('./wave.ts')).measureWave(),
};

/** Runs the benchmark that its argument names, and sends the measurements to its parent (main.ts). */
import { BENCHMARKS } from './benchmarks.ts';

const [name = ''] = process.argv.slice(2);
const measure = BENCHMARKS[name];
if (measure === undefined) throw new Error(`No benchmark is called ${name}.`);
process.send?.(await measure(), () => process.exit(0));

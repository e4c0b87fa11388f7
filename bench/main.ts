/**
 * Runs the benchmarks and compares each result with its limit. Prints a table, writes bench/results/<time>.json, and
 * exits with 1 when a result misses its limit or a benchmark fails. Arguments select benchmarks:
 * `npm run bench -- rules start`.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { BENCHMARKS } from './benchmarks.ts';
import { isWithinLimit, type Measurement } from './measurement.ts';

/**
 * Runs a benchmark in a process of its own, because the heap that one leaves behind affects the results of the next.
 * @throws Error when the benchmark fails
 */
async function measure(name: string): Promise<Measurement[]> {
  const child = fork(join(import.meta.dirname, 'measure.ts'), [name]);
  let measurements: Measurement[] | undefined;
  child.once('message', (message: Measurement[]) => {
    measurements = message;
  });
  const [code, signal] = await once(child, 'exit');
  if (measurements === undefined) throw new Error(`Its process ended with ${code ?? signal}.`);
  return measurements;
}

const round = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3));

function print(measurements: readonly Measurement[]): void {
  const rows = measurements.map((measurement) => [
    isWithinLimit(measurement) ? 'ok' : 'MISSED',
    measurement.name,
    `${round(measurement.value)} ${measurement.unit}`,
    `${measurement.comparison === 'atLeast' ? '≥' : '≤'} ${round(measurement.limit)}`,
    Object.entries(measurement.detail)
      .map(([name, value]) => `${name} ${round(value)}`)
      .join(', '),
  ]);
  const table = [['', 'benchmark', 'figure', 'limit', 'measured'], ...rows];
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...table.map((row) => (row[column] as string).length)),
  );
  for (const row of table) {
    console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  }
}

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in BENCHMARKS));
if (unknown.length) {
  console.error(
    `No benchmark is called ${unknown.join(', ')}. There are ${Object.keys(BENCHMARKS).join(', ')}.`,
  );
  process.exit(2);
}

const measurements: Measurement[] = [];
const failed: string[] = [];
for (const name of chosen.length ? chosen : Object.keys(BENCHMARKS)) {
  console.error(`Measuring ${name}…`);
  try {
    measurements.push(...(await measure(name)));
  } catch (error) {
    failed.push(name);
    console.error(`The benchmark ${name} failed:`, error);
  }
}
print(measurements);
if (failed.length) console.log(`These benchmarks failed and have no figures: ${failed.join(', ')}.`);

const results = join(import.meta.dirname, 'results');
await mkdir(results, { recursive: true });
const now = new Date();
const machine = {
  cpu: cpus()[0]?.model,
  cores: cpus().length,
  memoryBytes: totalmem(),
  node: process.version,
};
await writeFile(
  join(results, `${now.toISOString().replaceAll(':', '-')}.json`),
  `${JSON.stringify({ time: now.toISOString(), machine, measurements, failed }, null, 2)}\n`,
);
process.exit(measurements.every(isWithinLimit) && failed.length === 0 ? 0 : 1);

/**
 * Runs the benchmarks and compares each figure with its limit. Prints a table, writes bench/results/<time>.json,
 * and exits with 1 when a figure misses its limit or a benchmark fails. Arguments select benchmarks:
 * `npm run bench -- rules start`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { holds, type Measurement } from './measurement.ts';

const BENCHMARKS: Record<string, () => Promise<Measurement[]>> = {
  'get-team': async () => (await import('./get-team.ts')).measureGetTeam(),
  provisioning: async () => (await import('./provisioning.ts')).measureProvisioning(),
  rules: async () => (await import('./rules.ts')).measureRules(),
  'my-templates': async () => (await import('./my-templates.ts')).measureMyTemplates(),
  users: async () => (await import('./users.ts')).measureUsers(),
  isolation: async () => (await import('./isolation.ts')).measureIsolation(),
  deliveries: async () => (await import('./deliveries.ts')).measureDeliveries(),
  'hanging-receiver': async () => (await import('./hanging-receiver.ts')).measureHangingReceiver(),
  takeover: async () => (await import('./takeover.ts')).measureTakeover(),
  policies: async () => (await import('./policies.ts')).measurePolicies(),
  audit: async () => (await import('./audit.ts')).measureAudit(),
  portal: async () => (await import('./portal.ts')).measurePortal(),
  start: async () => (await import('./start.ts')).measureStart(),
};

const round = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3));

function print(measurements: readonly Measurement[]): void {
  const rows = measurements.map((measurement) => [
    holds(measurement) ? 'ok' : 'MISSED',
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
    measurements.push(...(await (BENCHMARKS[name] as () => Promise<Measurement[]>)()));
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
process.exit(measurements.every(holds) && failed.length === 0 ? 0 : 1);

import { once } from 'node:events';
import type { Writable } from 'node:stream';
import {
  type AuditTrail,
  auditEncoder,
  auditSourceOf,
  type CharterClient,
  type FlatRecord,
} from '@charter/sdk';
import { type Command, Option } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { CommandFailure, EXIT, usage } from '../exit-codes.ts';
import { writeDocument } from '../output.ts';
import { writeWhole } from '../whole-file.ts';
import { lastSequences } from './last-sequences.ts';

interface Options extends SharedOptions {
  trail?: string[];
  format: 'ndjson' | 'csv';
  out?: string;
  after?: string[];
  filter?: string;
}

/** Largest page of the API. */
const PAGE = 999;

/**
 * Returns the chosen trails in the service's order.
 * @throws CommandFailure (not found) for an unknown trail
 */
async function findTrails(
  client: CharterClient,
  codes: readonly string[] | undefined,
): Promise<AuditTrail[]> {
  const { value } = await client.audit.getAuditTrails();
  const unknown = (codes ?? []).find((code) => !value.some((trail) => trail.code === code));
  if (unknown !== undefined) {
    const known = value.map(({ code }) => code).join(', ');
    throw new CommandFailure(EXIT.notFound, `The trail ${unknown} does not exist. Known trails: ${known}.`);
  }
  return value.filter(({ code }) => codes?.includes(code) ?? true);
}

type Write = (text: string) => Promise<void>;

const writerOf =
  (stream: Writable): Write =>
  async (text) => {
    if (!stream.write(text)) await once(stream, 'drain');
  };

const toStdout: Write = async (text) => {
  if (!writeDocument(text)) await once(process.stdout, 'drain');
};

/** Reads the records of a trail in the order of the chain, from the beginning or after the sequence number `after`. */
function recordsOf(
  client: CharterClient,
  code: string,
  filter: string | undefined,
  after: number | undefined,
) {
  const conditions = [filter, after === undefined ? undefined : `sequence gt ${after}`];
  const $filter = conditions.filter((condition) => condition !== undefined).join(' and ');
  return client.audit.records(code, {
    $orderby: 'sequence asc',
    $top: PAGE,
    ...($filter === '' ? {} : { $filter }),
  });
}

async function exportTrails(
  client: CharterClient,
  trails: readonly AuditTrail[],
  { format, filter, after }: Options,
  write: Write,
): Promise<Record<string, number>> {
  const known = await lastSequences(after ?? []);
  const encoder = auditEncoder(format, trails);
  const counts: Record<string, number> = {};
  await write(encoder.heading);
  for (const trail of trails) {
    let count = 0;
    const since = known.get(auditSourceOf(trail.tenantId, trail.code));
    for await (const record of recordsOf(client, trail.code, filter, since)) {
      await write(encoder.line(trail, record as unknown as FlatRecord));
      count += 1;
    }
    counts[trail.code] = count;
  }
  return counts;
}

function checkOptions({ format, filter, after, out, json }: Options): void {
  if (json && out === undefined) throw usage('--json prints a summary. Add --out <file> for the records.');
  if (after !== undefined && filter !== undefined) throw usage('Give either --after or --filter.');
  if (after !== undefined && format === 'csv') throw usage('--after continues an export in NDJSON.');
}

export function define(command: Command): void {
  apiCommand(
    command,
    `charter audit export --out audit.ndjson
charter audit export --after audit.ndjson --out audit-2.ndjson
charter audit export --trail security --filter "time ge 2026-11-01T00:00:00Z" --format csv > november.csv`,
  )
    .option('--trail <code...>', 'trails to export (default: all)')
    .addOption(
      new Option('--format <format>', 'CloudEvents in NDJSON, or a CSV table')
        .choices(['ndjson', 'csv'])
        .default('ndjson'),
    )
    .option('--out <file>', 'file to write instead of stdout')
    .option('--after <file...>', 'earlier exports: continue after their last records')
    .option('--filter <expression>', 'OData comparisons joined by and; such an export cannot be verified')
    .action(async (options: Options) => {
      checkOptions(options);
      const { client, output } = openSession(options);
      const trails = await findTrails(client, options.trail);
      const work = (write: Write) => exportTrails(client, trails, options, write);
      const { out } = options;
      const counts =
        out === undefined ? await work(toStdout) : await writeWhole(out, (stream) => work(writerOf(stream)));
      const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
      if (out !== undefined) output.result({ file: out, records: counts }, '');
      output.note(`${total} records${out === undefined ? '' : ` are written to ${out}`}.`);
    });
}

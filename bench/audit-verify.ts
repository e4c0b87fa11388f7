/**
 * Compares `charter audit verify` of 1,000,000 records with hashing alone: the same chain of hashes over the same
 * file, without checks.
 */
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { chunksOf, eachLine } from '../cli/src/audit/lines.ts';
import { verifyFiles } from '../cli/src/audit/verify-files.ts';
import { auditLineOf, auditSourceOf } from '../sdk/src/audit/cloud-event.ts';
import { chainedRecord, genesisOf } from '../server/src/engine/audit/chain.ts';
import type { AuditContent } from '../server/src/engine/audit/model.ts';
import type { ChainHead } from '../server/src/engine/audit/ports.ts';
import { type Measurement, measureAlternately } from './measurement.ts';

const RECORDS = 1_000_000;
const SOURCE = auditSourceOf('4d657269-6469-4a6e-8000-000000000000', 'teams');

const contentAt = (index: number): AuditContent => ({
  id: `019abcde-0000-7000-8000-${index.toString(16).padStart(12, '0')}`,
  time: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
  type: 'team_channel_created',
  actor: {
    id: `8a6f1c52-0000-4000-8000-${index % 1000}`,
    kind: 'user',
    displayName: `Ada Lovelace ${index % 1000}`,
  },
  target: { type: 'channel', id: `19:${index}@thread.tacv2`, displayName: `Channel ${index}` },
  requestId: `019abcde-1111-7000-8000-${index.toString(16).padStart(12, '0')}`,
  outcome: 'success',
  fields: {
    teamId: `8a6f1c52-1111-4000-8000-${index % 5000}`,
    teamName: `Project ${index % 5000}`,
    channelId: `19:${index}@thread.tacv2`,
    channelName: `Channel ${index}`,
    membershipType: 'standard',
  },
});

/** Writes the export of a trail with RECORDS records. */
async function writeExport(path: string): Promise<void> {
  const stream = createWriteStream(path, { highWaterMark: 1024 * 1024 });
  let head: ChainHead = genesisOf(SOURCE);
  for (let index = 0; index < RECORDS; index += 1) {
    const { fields, ...common } = chainedRecord(SOURCE, head, contentAt(index));
    head = common;
    if (!stream.write(`${auditLineOf(SOURCE, { ...fields, ...common })}\n`)) await once(stream, 'drain');
  }
  stream.end();
  await finished(stream);
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

/** Hashes each line with the previous hash: the minimum cost of verifying a chain. */
async function hashLines(path: string): Promise<void> {
  let previous = '0'.repeat(64);
  let scratch = Buffer.alloc(64 * 1024);
  await eachLine(chunksOf(path), (line) => {
    if (line.length + 64 > scratch.length) scratch = Buffer.alloc(2 * (line.length + 64));
    scratch.write(previous, 0, 64, 'latin1');
    line.copy(scratch, 64);
    previous = hash('sha256', scratch.subarray(0, 64 + line.length));
  });
}

async function verify(path: string): Promise<void> {
  const { faultCount, chains } = await verifyFiles([path], {});
  if (faultCount !== 0 || chains[0]?.records !== RECORDS) throw new Error('The export is incomplete.');
}

export async function measureAuditVerify(): Promise<Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'charter-bench-'));
  const path = join(folder, 'audit.ndjson');
  try {
    await writeExport(path);
    const { size } = await stat(path);
    const seconds = await measureAlternately({
      verify: () => secondsOf(() => verify(path)),
      hashing: () => secondsOf(() => hashLines(path)),
    });
    return [
      {
        name: 'verifying 1,000,000 audit records, against hashing them',
        value: seconds.verify / seconds.hashing,
        limit: 2,
        comparison: 'atMost',
        unit: 'times',
        detail: { 'verify s': seconds.verify, 'hashing s': seconds.hashing, 'file MB': size / 1e6 },
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Audit trails of a real database for tests, exported as by `charter audit export`, with their checkpoints. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditLineOf, auditSourceOf, type FlatRecord } from '../../sdk/src/audit/cloud-event.ts';
import { checkpointLine, genesisCheckpointHash, hashOfLine } from '../src/engine/audit/checkpoint-lines.ts';
import type { NewAuditRecord } from '../src/engine/audit/model.ts';
import type { AuditStore } from '../src/engine/audit/ports.ts';
import { auditStore } from '../src/persistence/audit.ts';
import { openSigningKey, type SigningKey } from '../src/persistence/audit-signing-key.ts';
import { createMigratedDatabase } from './database.ts';
import { testSecrets } from './secrets.ts';

export const TENANT = 'contoso/é';
export const TRAILS: readonly string[] = ['teams', 'catalog', 'security'];

export interface SampleTrails {
  /** Lines by trail, in the order of the chain. */
  lines: Record<string, string[]>;
  /** Oldest first. The last one covers every record. */
  checkpoints: string[];
  key: SigningKey;
}

const TEXTS = ['Ada', 'Zoë "Q" \\ Łukasz', '=HYPERLINK("x")', '\u2028\u{1f600}', '","hash":"', '', 'null'];
const text = (index: number): string => TEXTS[index % TEXTS.length] as string;

function recordAt(trail: string, index: number): NewAuditRecord {
  const base = {
    actor: { id: `person-${index % 5}`, kind: 'user' as const, displayName: text(index) },
    target: { type: 'team' as const, id: `19:${index}@thread`, displayName: text(index + 1) },
    requestId: `request-${index}`,
    outcome: (['success', 'failure', 'denied'] as const)[index % 3] as 'success',
  };
  switch (trail) {
    case 'teams': {
      const changes = { z: [index, -0, 1e21, null], a: { description: text(index + 2) } };
      return { ...base, trail, type: 'team_updated', fields: { teamId: `19:${index}`, changes } };
    }
    case 'catalog':
      return {
        ...base,
        trail,
        type: 'template_updated',
        fields: { templateId: text(index), version: '1.0' },
      };
    default:
      return {
        ...base,
        trail: 'security',
        type: 'call_refused',
        fields: { path: `/teams/${index}`, count: index },
      };
  }
}

/** Creates a signing key and removes its file. */
export async function makeSigningKey(): Promise<SigningKey> {
  const folder = await mkdtemp(join(tmpdir(), 'charter-key-'));
  try {
    return await openSigningKey(join(folder, 'key.pem'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Adds this number of records to each trail of the tenant. Returns evenly spaced checkpoints; the last one covers every
 * record.
 */
export async function fillTrails(
  audit: AuditStore,
  tenantId: string,
  key: SigningKey,
  { records, parts }: { records: number; parts: number },
): Promise<string[]> {
  const checkpoints: string[] = [];
  const size = records / parts;
  for (let part = 0; part < parts; part += 1) {
    const at = new Date(Date.UTC(2026, 10, 21, 8, part));
    for (let index = part * size; index < (part + 1) * size; index += 1) {
      await audit.append(
        TRAILS.map((trail) => recordAt(trail, index)),
        at,
      );
    }
    await audit.seal();
    const before = checkpoints.at(-1);
    const line = checkpointLine(key, {
      tenant: tenantId,
      number: part + 1,
      previous: before === undefined ? genesisCheckpointHash(tenantId) : hashOfLine(before),
      time: at.toISOString(),
      heads: await audit.heads(),
      retention: {},
      watchedSince: new Date(0).toISOString(),
    });
    checkpoints.push(line);
  }
  return checkpoints;
}

/** Exports the trail as `charter audit export` does. */
export async function exportLines(audit: AuditStore, tenantId: string, trail: string): Promise<string[]> {
  const stored = await audit.list({ trail, conditions: [], order: 'sequence asc', top: 999 });
  const flat = stored.map(({ fields, ...common }) => ({ ...fields, ...common }) as unknown as FlatRecord);
  return flat.map((record) => auditLineOf(auditSourceOf(tenantId, trail), record));
}

/** Creates trails with `records` each and evenly spaced checkpoints. */
export async function makeSampleTrails(records: number, parts: number): Promise<SampleTrails> {
  const database = await createMigratedDatabase();
  try {
    const key = await makeSigningKey();
    const audit = auditStore(database.tenancy.for(TENANT), TENANT, testSecrets());
    const checkpoints = await fillTrails(audit, TENANT, key, { records, parts });
    const lines: SampleTrails['lines'] = {};
    for (const trail of TRAILS) lines[trail] = await exportLines(audit, TENANT, trail);
    return { lines, checkpoints, key };
  } finally {
    await database.drop();
  }
}

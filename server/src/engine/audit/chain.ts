/**
 * The hash chain of an audit trail (docs/audit.md). Each record's hash covers the record and the hash before it, so a
 * record that is changed, removed or moved changes every hash after it.
 *
 *     hash(n) = SHA-256( hash(n - 1) LF event(n) )          in hexadecimal digits
 *     hash(0) = SHA-256( "charter audit chain" LF source )
 *
 * `event` is the record as a CloudEvent (version 1.0) in canonical JSON, without its member `hash`; `source`
 * names the tenant and the trail. An exported line is that same event with its `hash`.
 */
import { hash } from 'node:crypto';
import type { AuditContent, AuditRecord } from './model.ts';
import { hashedData } from './personal-texts.ts';
import type { ChainHead } from './ports.ts';

/**
 * Writes canonical JSON (RFC 8785): no spaces, members sorted by the UTF-16 code units of their names, numbers and
 * strings as ECMAScript writes them. Leaves out members that are undefined.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const name of Object.keys(members).sort()) {
    const member = members[name];
    if (member === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(member)}`;
  }
  return `{${text}}`;
}

const EVENT_TYPE_PREFIX = 'charter.';

export const sourceOf = (tenantId: string, trail: string): string =>
  `/tenants/${encodeURIComponent(tenantId)}/audittrails/${trail}`;

export function toCloudEvent(
  source: string,
  record: AuditContent & Pick<AuditRecord, 'sequence'>,
): Record<string, unknown> {
  const { actor, target, requestId, outcome, fields, sealed } = record;
  return {
    specversion: '1.0',
    id: record.id,
    source,
    type: EVENT_TYPE_PREFIX + record.type,
    time: record.time,
    subject: `${target.type}/${target.id}`,
    datacontenttype: 'application/json',
    sequence: String(record.sequence),
    data: hashedData({ ...fields, actor, target, requestId, outcome }, sealed),
  };
}

/** The head of an empty chain. */
export const genesisOf = (source: string): ChainHead => ({
  sequence: 0,
  hash: hash('sha256', `charter audit chain\n${source}`),
});

/** Returns the record that follows `head` in the chain, with its sequence number and hash. */
export function chainedRecord(source: string, head: ChainHead, content: AuditContent): AuditRecord {
  const sequence = head.sequence + 1;
  const event = canonicalJson(toCloudEvent(source, { ...content, sequence }));
  return { ...content, sequence, hash: hash('sha256', `${head.hash}\n${event}`) };
}

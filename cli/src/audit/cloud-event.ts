/** A record of an audit trail as a CloudEvent (version 1.0): what export writes and verify reads. */
import { canonicalJson } from './canonical-json.ts';

/** A record as the API shows it: flat, with its trail's fields among the common ones. */
export interface FlatRecord extends Readonly<Record<string, unknown>> {
  id: string;
  time: string;
  type: string;
  target: { type: string; id: string; displayName?: string };
  sequence: number;
  hash: string;
}

export interface CloudEvent {
  specversion: string;
  id: string;
  source: string;
  type: string;
  time: string;
  subject: string;
  datacontenttype: string;
  /** The record's place in its trail's chain; text, as the extension `sequence` of CloudEvents is. */
  sequence: string;
  hash: string;
  data: Record<string, unknown>;
}

/** The source of a trail's events; each trail of a tenant is a chain. */
export const sourceOf = (tenantId: string, trail: string): string =>
  `/tenants/${encodeURIComponent(tenantId)}/audittrails/${trail}`;

/** The tenant's id; the text as it is when it can't be decoded. */
export function tenantOf(source: string): string {
  const name = source.split('/')[2] ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

export const trailOf = (source: string): string => source.split('/')[4] ?? '';

/** Writes the record as one line of an export, in canonical JSON. */
export function toLine(source: string, record: FlatRecord): string {
  const { id, time, type, sequence, hash, ...data } = record;
  const event: CloudEvent = {
    specversion: '1.0',
    id,
    source,
    type: `charter.${type}`,
    time,
    subject: `${record.target.type}/${record.target.id}`,
    datacontenttype: 'application/json',
    sequence: String(sequence),
    hash,
    data,
  };
  return canonicalJson(event);
}

/** Converts an audit record to a CloudEvent (version 1.0), the format of exports. */
import { canonicalJson } from './canonical-json.ts';

/** A record as the API returns it: common fields and its trail's fields on one level. */
export interface FlatRecord extends Readonly<Record<string, unknown>> {
  id: string;
  time: string;
  type: string;
  target: { type: string; id: string; displayName?: string };
  sequence: number;
  hash: string;
}

/** A text that names a person, encrypted with a key of that person. */
interface SealedText {
  /** JSON Pointer of the text in the record. */
  at: string;
  /** Id of the person. */
  of: string;
  text: string;
  /** Set only when the record is read: whether the key was destroyed. */
  erased?: boolean;
}

export interface CloudEvent {
  specversion: string;
  id: string;
  source: string;
  type: string;
  time: string;
  subject: string;
  datacontenttype: string;
  /** Sequence number in its trail's chain. It is text, because the CloudEvents extension `sequence` is text. */
  sequence: string;
  hash: string;
  data: Record<string, unknown>;
}

/** The CloudEvents source of a tenant's trail; each has its own chain. */
export const auditSourceOf = (tenantId: string, trail: string): string =>
  `/tenants/${encodeURIComponent(tenantId)}/audittrails/${trail}`;

/** Returns the id of the source's tenant; still encoded when it can't be decoded, empty when the source has none. */
export function tenantOfSource(source: string): string {
  const name = source.split('/')[2] ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

export const trailOfSource = (source: string): string => source.split('/')[4] ?? '';

/** Returns a copy without the member that the steps lead to. */
function without(tree: unknown, [step = '', ...rest]: readonly string[]): unknown {
  const copy = (Array.isArray(tree) ? [...tree] : { ...(tree as object) }) as Record<string, unknown>;
  if (rest.length === 0) delete copy[step];
  else copy[step] = without(copy[step], rest);
  return copy;
}

/**
 * Returns the data of a record as its hash covers it: with the encrypted personal texts, and without the plain ones.
 * Exports contain no text of a person that an erasure could not reach.
 */
function hashedData(data: Record<string, unknown>): Record<string, unknown> {
  const texts = data.sealed as SealedText[] | undefined;
  if (texts === undefined) return data;
  const bare = texts.reduce<unknown>((tree, { at }) => without(tree, at.slice(1).split('/')), data);
  return { ...(bare as object), sealed: texts.map(({ at, of, text }) => ({ at, of, text })) };
}

/** Returns the record as one line of canonical JSON. */
export function auditLineOf(source: string, record: FlatRecord): string {
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
    data: hashedData(data),
  };
  return canonicalJson(event);
}

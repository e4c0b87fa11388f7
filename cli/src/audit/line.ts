/**
 * Reading a line of an export as fast as its bytes can be hashed. A line that export wrote is the canonical
 * event with its `hash` in it, and what is hashed is the same line without: so the hash is cut out where it
 * must stand, and nothing is parsed. A line that looks different is parsed and written canonically first, so
 * that other tools may have reformatted it.
 */
import { hash } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';
import { type CloudEvent, tenantOf, trailOf } from './cloud-event.ts';

export interface Line {
  source: string;
  sequence: number;
  /** What the record says its hash is. */
  hash: string;
  /** Bytes that are hashed: the canonical event without its hash, in up to two pieces. */
  head: Buffer;
  tail: Buffer;
  /** Whether the record tells of others that were removed after their time. */
  isPruning: boolean;
}

const HASH_LENGTH = 64;
/** What stands before the hash in canonical order, and what follows it. */
const BEFORE = Buffer.from(',"datacontenttype":"application/json","hash":"');
const AFTER = '","id":"';
const TAIL =
  /^"id":"[0-9a-f-]{36}","sequence":"([1-9]\d{0,14})","source":"([^"\\]+)","specversion":"1\.0","subject":"(?:[^"\\]|\\.)*","time":"[0-9TZ:.-]+","type":"(charter\.[a-z_]+)"\}$/;
const PRUNING = 'charter.audit_records_pruned';
const NOTHING = Buffer.alloc(0);

/** `"hash":"` in front of the hash, which goes with it. */
const HASH_MEMBER = '"hash":"'.length;

function readCanonical(bytes: Buffer): Line | undefined {
  const before = bytes.lastIndexOf(BEFORE);
  if (before < 0 || bytes[0] !== 0x7b) return undefined;
  const start = before + BEFORE.length;
  const text = bytes.toString('latin1', start);
  const digest = text.slice(0, HASH_LENGTH);
  const after = HASH_LENGTH + '",'.length;
  if (!text.startsWith(AFTER, HASH_LENGTH)) return undefined;
  const [, sequence, source, type] = TAIL.exec(text.slice(after)) ?? [];
  if (sequence === undefined || source === undefined) return undefined;
  return {
    source,
    sequence: Number(sequence),
    hash: digest,
    head: bytes.subarray(0, start - HASH_MEMBER),
    tail: bytes.subarray(start + after),
    isPruning: type === PRUNING,
  };
}

function isEvent(value: unknown): value is CloudEvent {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { source, sequence, hash: digest, type } = value as Record<string, unknown>;
  return (
    typeof source === 'string' &&
    typeof type === 'string' &&
    typeof digest === 'string' &&
    typeof sequence === 'string' &&
    /^[1-9]\d{0,14}$/.test(sequence) &&
    /^\/tenants\/[^/]+\/audittrails\/[a-z]+$/.test(source)
  );
}

/** The text without what JSON lets stand between its signs. */
const withoutSpaces = (text: string): string => text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');

/**
 * The canonical form of text that may have other spaces and another order of members. Undefined when it says
 * anything else: what a canonical form would hide, such as a member that is there twice, is not passed over.
 */
function canonicalOf(text: string): { event: unknown; canonical: string } | undefined {
  try {
    const event: unknown = JSON.parse(text);
    const canonical = canonicalJson(event);
    return withoutSpaces(text).length === canonical.length ? { event, canonical } : undefined;
  } catch {
    return undefined;
  }
}

function readReformatted(bytes: Buffer): Line | undefined {
  const event = canonicalOf(bytes.toString('utf8'))?.event;
  if (!isEvent(event)) return undefined;
  const { hash: digest, ...rest } = event;
  return {
    source: event.source,
    sequence: Number(event.sequence),
    hash: digest,
    head: Buffer.from(canonicalJson(rest)),
    tail: NOTHING,
    isPruning: event.type === PRUNING,
  };
}

/** Undefined when the line is no record of an audit trail. */
export const readLine = (bytes: Buffer): Line | undefined => readCanonical(bytes) ?? readReformatted(bytes);

/** Grows to the longest line seen; lines are hashed one after the other. */
let scratch = Buffer.allocUnsafe(64 * 1024);

/** SHA-256 over the hash before, a line feed and the event. */
function hashAfter(previous: string, { head, tail }: Line): string {
  const length = HASH_LENGTH + 1 + head.length + tail.length;
  if (length > scratch.length) scratch = Buffer.allocUnsafe(2 * length);
  scratch.write(previous, 0, HASH_LENGTH, 'latin1');
  scratch[HASH_LENGTH] = 0x0a;
  head.copy(scratch, HASH_LENGTH + 1);
  tail.copy(scratch, HASH_LENGTH + 1 + head.length);
  return hash('sha256', scratch.subarray(0, length));
}

/** Whether the record's hash is the one that belongs behind `previous`. */
export function follows(previous: string, line: Line): boolean {
  if (hashAfter(previous, line) === line.hash) return true;
  // Only now is it worth looking whether nothing but its spelling differs.
  const text = canonicalOf(Buffer.concat([line.head, line.tail]).toString('utf8'))?.canonical;
  if (text === undefined) return false;
  return hashAfter(previous, { ...line, head: Buffer.from(text), tail: NOTHING }) === line.hash;
}

/** The hash before the first record of a chain. */
export const genesisHash = (source: string): string => hash('sha256', `charter audit chain\n${source}`);

export const nameOf = (source: string): string => `${trailOf(source)} of ${tenantOf(source)}`;

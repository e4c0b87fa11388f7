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
  /** All of the line, as it was read. */
  bytes: Buffer;
  source: string;
  sequence: number;
  /** What the record says its hash is. */
  hash: string;
  /** Bytes that are hashed: the canonical event without its hash, in up to two pieces. */
  head: Buffer;
  tail: Buffer;
  /** As the record says it; times of the service compare as texts. */
  time: string;
  /** Whether the record tells of others that were removed after their time. */
  isPruning: boolean;
}

const HASH_LENGTH = 64;
const ID_LENGTH = 36;
/** What stands before the hash in canonical order, and between the members behind it. */
const BEFORE = Buffer.from(',"datacontenttype":"application/json","hash":"');
const BEFORE_ID = '","id":"';
const BEFORE_SEQUENCE = '","sequence":"';
const BEFORE_SOURCE = '","source":"';
const BEHIND_SOURCE = '","specversion":"1.0","subject":"';
const BEFORE_TIME = '","time":"';
const PRUNING = 'charter.audit_records_pruned';
const PRUNING_END = `","type":"${PRUNING}"}`;
/** `"hash":"` in front of the hash and `",` behind it go with it. */
const HASH_MEMBER = '"hash":"'.length;
const HASH_END = HASH_LENGTH + '",'.length;
/** The members behind the data are hardly ever longer, and are looked for here first. */
const LIKELY_END_BYTES = 1024;
const OBJECT_END = 0x7d;
const NOTHING = Buffer.alloc(0);

/** What follows the text `mark` at `place`, up to the next quote; undefined when something else stands there. */
function behind(text: string, place: number, mark: string): string | undefined {
  if (!text.startsWith(mark, place)) return undefined;
  const start = place + mark.length;
  const end = text.indexOf('"', start);
  return end < 0 ? undefined : text.slice(start, end);
}

/** Undefined for what may not be a place in a chain. */
function readSequence(text: string): number | undefined {
  const sequence = Number(text);
  return Number.isSafeInteger(sequence) && sequence > 0 && String(sequence) === text ? sequence : undefined;
}

function findHash(bytes: Buffer): number {
  const near = bytes.indexOf(BEFORE, Math.max(0, bytes.length - LIKELY_END_BYTES));
  return (near < 0 ? bytes.lastIndexOf(BEFORE) : near) + BEFORE.length;
}

function readCanonical(bytes: Buffer): Line | undefined {
  if (bytes.at(-1) !== OBJECT_END) return undefined;
  const start = findHash(bytes);
  if (start < BEFORE.length) return undefined;
  const text = bytes.toString('latin1', start);
  const afterId = HASH_LENGTH + BEFORE_ID.length + ID_LENGTH;
  if (!text.startsWith(BEFORE_ID, HASH_LENGTH)) return undefined;
  const digits = behind(text, afterId, BEFORE_SEQUENCE) ?? '';
  const sequence = readSequence(digits);
  const afterSequence = afterId + BEFORE_SEQUENCE.length + digits.length;
  const source = behind(text, afterSequence, BEFORE_SOURCE);
  if (sequence === undefined || source === undefined || source.includes('\\')) return undefined;
  const afterSource = afterSequence + BEFORE_SOURCE.length + source.length;
  if (!text.startsWith(BEHIND_SOURCE, afterSource)) return undefined;
  // A quote inside of the subject is escaped, so this can't be found in it.
  const time = behind(text, text.lastIndexOf(BEFORE_TIME), BEFORE_TIME);
  if (time === undefined) return undefined;
  return {
    bytes,
    source,
    sequence,
    hash: text.slice(0, HASH_LENGTH),
    head: bytes.subarray(0, start - HASH_MEMBER),
    tail: bytes.subarray(start + HASH_END),
    time,
    isPruning: text.endsWith(PRUNING_END),
  };
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Texts of JSON, and the colon behind those that are names of members. */
const TEXTS = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g;

function namesIn(text: string): number {
  let count = 0;
  for (const [, colon] of text.matchAll(TEXTS)) if (colon !== undefined) count += 1;
  return count;
}

function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const members = Object.values(value);
  const own = Array.isArray(value) ? 0 : members.length;
  return members.reduce((sum: number, member) => sum + membersOf(member), own);
}

/**
 * What the bytes say, however it is spelled: RFC 8785 takes care of spaces, order, escapes and numbers.
 * Undefined when they are no JSON, or when a member is there twice: one of the two would be passed over, so
 * there are fewer members than names then.
 */
function parseStrictly(bytes: Buffer): unknown {
  try {
    const text = UTF8.decode(bytes);
    const value: unknown = JSON.parse(text);
    return membersOf(value) === namesIn(text) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the bytes are JSON at all; not when they break off. */
export function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString('utf8'));
    return true;
  } catch {
    return false;
  }
}

function isEvent(value: unknown): value is CloudEvent {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { source, sequence, hash: digest, type, time } = value as Record<string, unknown>;
  return (
    typeof source === 'string' &&
    typeof type === 'string' &&
    typeof time === 'string' &&
    typeof digest === 'string' &&
    typeof sequence === 'string' &&
    readSequence(sequence) !== undefined &&
    /^\/tenants\/[^/]+\/audittrails\/[a-z]+$/.test(source)
  );
}

function readReformatted(bytes: Buffer): Line | undefined {
  const event = parseStrictly(bytes);
  if (!isEvent(event)) return undefined;
  const { hash: digest, ...rest } = event;
  return {
    bytes,
    source: event.source,
    sequence: Number(event.sequence),
    hash: digest,
    head: Buffer.from(canonicalJson(rest)),
    tail: NOTHING,
    time: event.time,
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
  const plain = line.tail === NOTHING ? undefined : readReformatted(line.bytes);
  if (plain?.source !== line.source || plain.sequence !== line.sequence || plain.hash !== line.hash)
    return false;
  return hashAfter(previous, plain) === line.hash;
}

/** The hash before the first record of a chain. */
export const genesisHash = (source: string): string => hash('sha256', `charter audit chain\n${source}`);

export const nameOf = (source: string): string => `${trailOf(source)} of ${tenantOf(source)}`;

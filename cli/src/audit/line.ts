/**
 * Reads a line of an export nearly as fast as it can be hashed. The hash covers the canonical event without its
 * member `hash`. An exported line is canonical already, so the member is cut out without parsing. A line that another
 * tool reformatted is parsed and written canonically.
 */
import { hash } from 'node:crypto';
import { type CloudEvent, canonicalJson, tenantOfSource, trailOfSource } from '@charter/sdk';

export interface Line {
  /** The line as read. */
  bytes: Buffer;
  source: string;
  sequence: number;
  hash: string;
  /** The bytes to hash, in up to two parts: the canonical event without its hash. */
  head: Buffer;
  tail: Buffer;
  /** The time in the record. Times that the service writes can be compared as text. */
  time: string;
  /** Whether the record reports a pruning by retention. */
  isPruning: boolean;
  /** Whether the record reports that a person was erased. */
  isErasure: boolean;
}

const HASH_LENGTH = 64;
const ID_LENGTH = 36;
/** The fixed parts of a canonical line before the hash, and between the values that follow it. */
const BEFORE = Buffer.from(',"datacontenttype":"application/json","hash":"');
const BEFORE_ID = '","id":"';
const BEFORE_SEQUENCE = '","sequence":"';
const BEFORE_SOURCE = '","source":"';
const BEHIND_SOURCE = '","specversion":"1.0","subject":"';
const BEFORE_TIME = '","time":"';
const PRUNING = 'charter.audit_records_pruned';
const ERASURE = 'charter.person_erased';
const ERASURE_END = `","type":"${ERASURE}"}`;
const PRUNING_END = `","type":"${PRUNING}"}`;
/** Lengths of the parts that are removed: `"hash":"`, and the hash with the `",` after it. */
const HASH_MEMBER = '"hash":"'.length;
const HASH_END = HASH_LENGTH + '",'.length;
/** Length of the end of a line that is searched first. The members after `data` rarely need more. */
const LIKELY_END_BYTES = 1024;
const OBJECT_END = 0x7d;
const NOTHING = Buffer.alloc(0);

/** Returns the text after `mark` up to the next quote; undefined when `mark` is not at `place` or no quote follows. */
function quotedTextAfter(text: string, place: number, mark: string): string | undefined {
  if (!text.startsWith(mark, place)) return undefined;
  const start = place + mark.length;
  const end = text.indexOf('"', start);
  return end < 0 ? undefined : text.slice(start, end);
}

/** Returns undefined for an invalid sequence. */
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
  const digits = quotedTextAfter(text, afterId, BEFORE_SEQUENCE) ?? '';
  const sequence = readSequence(digits);
  const afterSequence = afterId + BEFORE_SEQUENCE.length + digits.length;
  const source = quotedTextAfter(text, afterSequence, BEFORE_SOURCE);
  if (sequence === undefined || source === undefined || source.includes('\\')) return undefined;
  const afterSource = afterSequence + BEFORE_SOURCE.length + source.length;
  if (!text.startsWith(BEHIND_SOURCE, afterSource)) return undefined;
  // Quotes in the subject are escaped, so the match is outside of it.
  const time = quotedTextAfter(text, text.lastIndexOf(BEFORE_TIME), BEFORE_TIME);
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
    isErasure: text.endsWith(ERASURE_END),
  };
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** JSON strings, with the colon after member names. */
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
 * Parses JSON; undefined for invalid JSON and for duplicate members. JSON.parse drops duplicates, so the value then
 * has fewer members than the text.
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

/** Whether the bytes are complete, valid JSON. */
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
    isErasure: event.type === ERASURE,
  };
}

/** Returns undefined unless the line is a record of an audit trail. */
export const readLine = (bytes: Buffer): Line | undefined => readCanonical(bytes) ?? readReformatted(bytes);

/** Buffer for the hashed bytes; grows to the longest line. */
let scratch = Buffer.allocUnsafe(64 * 1024);

/** SHA-256 of the previous hash, a line feed and the event. */
function hashAfter(previous: string, { head, tail }: Line): string {
  const length = HASH_LENGTH + 1 + head.length + tail.length;
  if (length > scratch.length) scratch = Buffer.allocUnsafe(2 * length);
  scratch.write(previous, 0, HASH_LENGTH, 'latin1');
  scratch[HASH_LENGTH] = 0x0a;
  head.copy(scratch, HASH_LENGTH + 1);
  tail.copy(scratch, HASH_LENGTH + 1 + head.length);
  return hash('sha256', scratch.subarray(0, length));
}

/** Whether the record's hash follows from `previous`. */
export function followsHash(previous: string, line: Line): boolean {
  if (hashAfter(previous, line) === line.hash) return true;
  // A line that looks canonical may still be a reformatted one, which only the slow path reads.
  const plain = line.tail === NOTHING ? undefined : readReformatted(line.bytes);
  if (plain?.source !== line.source || plain.sequence !== line.sequence || plain.hash !== line.hash)
    return false;
  return hashAfter(previous, plain) === line.hash;
}

/** Returns the hash that stands for the record before the first one of a chain. */
export const genesisHash = (source: string): string => hash('sha256', `charter audit chain\n${source}`);

export const chainName = (source: string): string => `${trailOfSource(source)} of ${tenantOfSource(source)}`;

/** One chain, record by record: every hash, every place, every checkpoint. */
import type { FixedPlace, TenantCheckpoint } from './checkpoints.ts';
import { trailOf } from './cloud-event.ts';
import { follows, genesisHash, type Line, nameOf, readLine, timeOf } from './line.ts';
import { doubtsAbout, type Pruning, readPruning } from './prunings.ts';

/** What is wrong, in a sentence that names the place. */
export interface Fault {
  /** `altered`: something is not what it was. `unproven`: it fits, and what would prove it is missing. */
  kind: 'altered' | 'unproven';
  /** Of the chain; none for what belongs to no chain. */
  source?: string;
  sequence?: number;
  message: string;
}

/**
 * A record reaches its chain a moment after the time that it tells: when its transaction is committed, or, for
 * calls that were refused, within the minute. What is older than that belongs into a checkpoint.
 */
const LATENESS = 5 * 60 * 1000;

/** What the chain is held against. */
export interface Evidence {
  /** Places of the chain that checkpoints have fixed. */
  fixed: readonly FixedPlace[];
  /** All checkpoints of the chain's tenant, oldest first; undefined when none were given for any tenant. */
  checkpoints: readonly TenantCheckpoint[] | undefined;
  /** Records had to be kept for so many days. */
  retentionDays: number | undefined;
}

export interface ChainSummary {
  source: string;
  first: number;
  last: number;
  lastHash: string;
  records: number;
  /** The removal that the first record follows, if it is not the first of all. */
  pruning: Pruning | undefined;
  /** Checkpoints that agree with a record of the file. */
  checkpoints: number;
  /** Place of the last record that a checkpoint vouches for; 0 when none does. */
  fixedThrough: number;
  /** Records behind the last place that a checkpoint speaks of: they fit, and nothing proves them yet. */
  unproven: number;
}

/** A line whose bytes stay. */
const keep = (line: Line): Line => readLine(Buffer.from(line.bytes)) ?? line;

const places = (first: number, last: number): string =>
  first === last ? `record ${first}` : `records ${first} to ${last}`;

export class ChainVerifier {
  readonly source: string;
  readonly #fixed: ReadonlyMap<number, readonly FixedPlace[]>;
  readonly #lastFixed: number;
  readonly #evidence: Evidence;
  /** The newest checkpoint of the tenant. */
  readonly #newest: TenantCheckpoint | undefined;
  readonly #report: (fault: Fault) => void;
  /** Of a chain whose first record is not in the files: verified when the record before it is known. */
  #first: Line | undefined;
  #firstSequence = 0;
  #last = 0;
  #lastHash: string;
  #records = 0;
  #checkpoints = 0;
  #fixedThrough = 0;
  #unproven = 0;
  /** Those of them that the newest checkpoint should speak of. */
  #overdue = { first: 0, count: 0 };
  readonly #prunings: Pruning[] = [];

  constructor(source: string, evidence: Evidence, report: (fault: Fault) => void) {
    this.source = source;
    this.#evidence = evidence;
    this.#fixed = Map.groupBy(evidence.fixed, ({ sequence }) => sequence);
    this.#lastFixed = evidence.fixed.reduce((last, { sequence }) => Math.max(last, sequence), 0);
    this.#newest = evidence.checkpoints?.at(-1);
    this.#report = report;
    this.#lastHash = genesisHash(source);
  }

  /** The chain's next record. Its bytes may change after the call. */
  add(line: Line): void {
    const { sequence } = line;
    if (this.#records === 0) this.#begin(line);
    else if (sequence === this.#last + 1) this.#follow(line);
    else if (!this.#misplaced(line)) return;
    this.#records += 1;
    this.#last = sequence;
    this.#lastHash = line.hash;
    if (line.isPruning) this.#notePruning(line);
    if (sequence <= this.#lastFixed) this.#compareWithCheckpoints(line);
    else this.#noteUnproven(line);
  }

  #noteUnproven(line: Line): void {
    this.#unproven += 1;
    if (this.#newest === undefined || timeOf(line) >= this.#newest.at - LATENESS) return;
    const { first, count } = this.#overdue;
    this.#overdue = { first: count === 0 ? line.sequence : first, count: count + 1 };
  }

  #begin(line: Line): void {
    this.#firstSequence = line.sequence;
    if (line.sequence === 1) this.#follow(line);
    else this.#first = keep(line);
  }

  #follow(line: Line): void {
    if (follows(this.#lastHash, line)) return;
    this.#fault(line.sequence, 'does not match its hash: it, or the one before it, was changed');
  }

  /** False when the record has been passed already, so that what follows it is where it should be. */
  #misplaced({ sequence }: Line): boolean {
    if (sequence > this.#last) {
      const missing = sequence - this.#last - 1;
      const which =
        missing === 1 ? `record ${this.#last + 1}` : `records ${this.#last + 1} to ${sequence - 1}`;
      this.#fault(sequence, `stands where ${which} should: ${missing === 1 ? 'it is' : 'they are'} missing`);
      return true;
    }
    this.#fault(sequence, `stands behind record ${this.#last}: it was moved or repeated`);
    return false;
  }

  #notePruning(line: Line): void {
    const pruning = readPruning(line);
    if (pruning === undefined) {
      this.#fault(line.sequence, 'does not say which records were removed');
      return;
    }
    this.#prunings.push(pruning);
    const { checkpoints = [], retentionDays } = this.#evidence;
    const witnesses = { checkpoints, trail: trailOf(this.source), retentionDays };
    for (const doubt of doubtsAbout(pruning, witnesses)) this.#fault(line.sequence, doubt);
  }

  #compareWithCheckpoints({ sequence, hash }: Line): void {
    for (const place of this.#fixed.get(sequence) ?? []) {
      if (place.hash === hash) {
        this.#checkpoints += 1;
        this.#fixedThrough = Math.max(this.#fixedThrough, sequence);
      } else {
        this.#fault(
          sequence,
          `is not what the checkpoint of ${place.time} has signed: history up to here was rewritten`,
        );
      }
    }
  }

  /** After the last record. */
  end(): ChainSummary {
    const pruning = this.#first === undefined ? undefined : this.#verifyBeginning(this.#first);
    this.#findCutTail();
    this.#findOverdue();
    return {
      source: this.source,
      first: this.#firstSequence,
      last: this.#last,
      lastHash: this.#lastHash,
      records: this.#records,
      pruning,
      checkpoints: this.#checkpoints,
      fixedThrough: this.#fixedThrough,
      unproven: this.#unproven,
    };
  }

  /** What stood before the first record: a later one must tell that it was removed after its time. */
  #verifyBeginning(first: Line): Pruning | undefined {
    const before = first.sequence - 1;
    const telling = this.#prunings.filter(({ throughSequence }) => throughSequence === before);
    const pruning = telling.find(({ sequence }) => sequence <= this.#fixedThrough) ?? telling[0];
    if (pruning === undefined) {
      const which = `${places(1, before)} ${before === 1 ? 'is' : 'are'}`;
      this.#fault(first.sequence, `is the first one: ${which} missing, and no record says why`);
      return undefined;
    }
    this.#doubtUnsigned(pruning);
    if (!follows(pruning.throughHash, first)) {
      this.#fault(first.sequence, 'does not match its hash: it, or what was removed before it, was changed');
    }
    for (const { hash, time } of this.#fixed.get(before) ?? []) {
      if (hash === pruning.throughHash) continue;
      this.#fault(before, `was not what the checkpoint of ${time} has signed: what was removed is in doubt`);
    }
    return pruning;
  }

  /** Whoever owns the database could otherwise add the record that excuses what is missing. */
  #doubtUnsigned({ sequence, throughSequence }: Pruning): void {
    if (this.#newest === undefined || sequence <= this.#fixedThrough) return;
    const said = `says that ${places(1, throughSequence)} went by retention, and no checkpoint has signed that`;
    this.#fault(sequence, `${said}: not proven yet; verify again with the next checkpoint`, 'unproven');
  }

  #findOverdue(): void {
    const { first, count } = this.#overdue;
    if (count === 0 || this.#newest === undefined) return;
    const which = count === 1 ? 'is' : `and ${count - 1} behind it are`;
    this.#fault(
      first,
      `${which} older than the checkpoint of ${this.#newest.time}, and no checkpoint speaks of that place: something was put in later, or a checkpoint is missing`,
    );
  }

  #findCutTail(): void {
    const beyond = [...this.#fixed.keys()].filter((sequence) => sequence > this.#last);
    if (beyond.length === 0) return;
    const furthest = Math.max(...beyond);
    const time = this.#fixed.get(furthest)?.[0]?.time;
    this.#fault(
      this.#last,
      `is the last one, but the checkpoint of ${time} has signed ${furthest}: the end is cut off`,
    );
  }

  #fault(sequence: number, what: string, kind: Fault['kind'] = 'altered'): void {
    const message = `Record ${sequence} in ${nameOf(this.source)} ${what}.`;
    this.#report({ kind, source: this.source, sequence, message });
  }
}

/** One chain, record by record: every hash, every place, every checkpoint. */
import type { FixedPlace } from './checkpoints.ts';
import { follows, genesisHash, type Line, nameOf } from './line.ts';

/** What is wrong, in a sentence that names the place. */
export interface Fault {
  /** `altered`: something is not what it was. `unproven`: it fits, and what would prove it is missing. */
  kind: 'altered' | 'unproven';
  /** Of the chain; none for what belongs to no chain. */
  source?: string;
  sequence?: number;
  message: string;
}

/** Records that were removed after their time, as a record of the chain says. */
export interface Pruning {
  throughSequence: number;
  throughHash: string;
  time: string;
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
}

/** A line whose bytes stay. */
const keep = (line: Line): Line => ({
  ...line,
  head: Buffer.from(line.head),
  tail: Buffer.from(line.tail),
});

function readPruning({ head, tail }: Line): Pruning | undefined {
  try {
    const event = JSON.parse(Buffer.concat([head, tail]).toString('utf8')) as {
      time: string;
      data: { prunedThroughSequence: number; prunedThroughHash: string };
    };
    const { prunedThroughSequence: throughSequence, prunedThroughHash: throughHash } = event.data;
    return { throughSequence, throughHash, time: event.time };
  } catch {
    return undefined;
  }
}

export class ChainVerifier {
  readonly source: string;
  readonly #fixed: ReadonlyMap<number, readonly FixedPlace[]>;
  readonly #report: (fault: Fault) => void;
  /** Of a chain whose first record is not in the files: verified when the record before it is known. */
  #first: Line | undefined;
  #firstSequence = 0;
  #last = 0;
  #lastHash: string;
  #records = 0;
  #checkpoints = 0;
  #fixedThrough = 0;
  readonly #prunings: Pruning[] = [];

  /** @param fixed places that checkpoints have fixed */
  constructor(source: string, fixed: readonly FixedPlace[], report: (fault: Fault) => void) {
    this.source = source;
    this.#fixed = Map.groupBy(fixed, ({ sequence }) => sequence);
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
    this.#compareWithCheckpoints(line);
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
    if (pruning !== undefined) this.#prunings.push(pruning);
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
    return {
      source: this.source,
      first: this.#firstSequence,
      last: this.#last,
      lastHash: this.#lastHash,
      records: this.#records,
      pruning,
      checkpoints: this.#checkpoints,
      fixedThrough: this.#fixedThrough,
    };
  }

  /** What stood before the first record: a later one must tell that it was removed after its time. */
  #verifyBeginning(first: Line): Pruning | undefined {
    const before = first.sequence - 1;
    const pruning = this.#prunings.find(({ throughSequence }) => throughSequence === before);
    if (pruning === undefined) {
      const which = before === 1 ? 'record 1 is' : `records 1 to ${before} are`;
      this.#fault(first.sequence, `is the first one: ${which} missing, and no record says why`);
      return undefined;
    }
    if (!follows(pruning.throughHash, first)) {
      this.#fault(first.sequence, 'does not match its hash: it, or what was removed before it, was changed');
    }
    for (const { hash, time } of this.#fixed.get(before) ?? []) {
      if (hash === pruning.throughHash) continue;
      this.#fault(before, `was not what the checkpoint of ${time} has signed: what was removed is in doubt`);
    }
    return pruning;
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

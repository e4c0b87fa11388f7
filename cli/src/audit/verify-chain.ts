/** Verifies one chain: every hash, sequence number and checkpoint. */

import { trailOfSource } from '@charter/sdk';
import type { Gap } from './checkpoints.ts';
import type { Fault, ReportFault } from './faults.ts';
import { chainName, followsHash, genesisHash, type Line, readLine } from './line.ts';
import { type Pruning, readPruning, reasonsToDoubt } from './prunings.ts';
import { SignedHeads } from './signed-heads.ts';
import type { SignedLines } from './verify-checkpoints.ts';

/** Evidence that the chain is compared with. */
export interface Evidence {
  /** All checkpoints and observations of the chain's tenant. */
  signed: SignedLines;
  /** Retention in days that the auditor requires. */
  retentionDays: number | undefined;
}

export interface ChainSummary {
  source: string;
  first: number;
  last: number;
  lastHash: string;
  records: number;
  /** The pruning before the first record, unless the chain is complete. */
  pruning: Pruning | undefined;
  /** Number of checkpoints and observations that match a record in the files. */
  checkpoints: number;
  /** Sequence number of the last record that a matching checkpoint or observation covers; 0 without any. */
  fixedThrough: number;
  /** Number of records after the last signed one, which are not yet proven. */
  unproven: number;
  /** Signed gaps that explain late signatures. */
  gaps: Gap[];
}

/** Copies a line out of the read buffer. */
const keep = (line: Line): Line => readLine(Buffer.from(line.bytes)) ?? line;

const places = (first: number, last: number): string =>
  first === last ? `record ${first}` : `records ${first} to ${last}`;

const and = (count: number): string => (count === 1 ? '' : ` and ${count - 1} behind it`);

export class ChainVerifier {
  readonly source: string;
  readonly #evidence: Evidence;
  readonly #signings: SignedHeads;
  readonly #lastSigned: number;
  readonly #report: ReportFault;
  /** First record of an incomplete chain. It is verified at the end, with the hash in the record of the pruning. */
  #first: Line | undefined;
  #firstSequence = 0;
  #last = 0;
  #lastHash: string;
  #records = 0;
  #checkpoints = 0;
  #fixedThrough = 0;
  #unproven = 0;
  /** Unproven records that the newest checkpoint should have signed. */
  #overdue = { first: 0, count: 0 };
  readonly #prunings: Pruning[] = [];

  constructor(source: string, evidence: Evidence, report: ReportFault) {
    this.source = source;
    this.#evidence = evidence;
    this.#signings = new SignedHeads(evidence.signed, trailOfSource(source));
    this.#lastSigned = this.#signings.furthest?.sequence ?? 0;
    this.#report = report;
    this.#lastHash = genesisHash(source);
  }

  /** Verifies the chain's next record. Its bytes may be overwritten after the call. */
  add(line: Line): void {
    const { sequence } = line;
    if (this.#records === 0) this.#begin(line);
    else if (sequence === this.#last + 1) this.#follow(line);
    else if (!this.#misplaced(line)) return;
    this.#records += 1;
    this.#last = sequence;
    this.#lastHash = line.hash;
    if (line.isPruning) this.#notePruning(line);
    if (sequence <= this.#lastSigned) this.#compareWithCheckpoints(line);
    else this.#noteUnproven(line);
  }

  #noteUnproven(line: Line): void {
    this.#unproven += 1;
    if (!this.#signings.isOverdue(line)) return;
    const { first, count } = this.#overdue;
    this.#overdue = { first: count === 0 ? line.sequence : first, count: count + 1 };
  }

  #begin(line: Line): void {
    this.#firstSequence = line.sequence;
    if (line.sequence === 1) this.#follow(line);
    else this.#first = keep(line);
  }

  #follow(line: Line): void {
    if (followsHash(this.#lastHash, line)) return;
    this.#fault(line.sequence, 'does not match its hash: it, or the one before it, was changed');
  }

  /**
   * Reports a record out of sequence. Returns false for a moved or repeated one, which the caller skips, so
   * that the records after it are not reported too.
   */
  #misplaced({ sequence }: Line): boolean {
    if (sequence <= this.#last) {
      this.#fault(sequence, `stands behind record ${this.#last}: it was moved or repeated`);
      return false;
    }
    const which = places(this.#last + 1, sequence - 1);
    const are = sequence - this.#last === 2 ? 'it is' : 'they are';
    this.#fault(sequence, `stands where ${which} should: ${are} missing`);
    return true;
  }

  #notePruning(line: Line): void {
    const pruning = readPruning(line);
    if (pruning === undefined) {
      this.#fault(line.sequence, 'does not say which records were removed');
      return;
    }
    this.#prunings.push(pruning);
    const witnesses = {
      checkpoints: this.#evidence.signed.checkpoints,
      retentionDays: this.#evidence.retentionDays,
      trail: trailOfSource(this.source),
    };
    for (const doubt of reasonsToDoubt(pruning, witnesses)) this.#fault(line.sequence, doubt);
  }

  #compareWithCheckpoints(line: Line): void {
    this.#signings.judgeTime(line);
    for (const { by, hash, time } of this.#signings.at(line.sequence)) {
      if (hash === line.hash) {
        this.#checkpoints += 1;
        this.#fixedThrough = Math.max(this.#fixedThrough, line.sequence);
      } else {
        const what = `is not what the ${by} of ${time} has signed: history up to here was rewritten`;
        this.#fault(line.sequence, what);
      }
    }
  }

  /** Returns the summary of the chain. Call this after the last record. */
  end(): ChainSummary {
    const pruning = this.#first === undefined ? undefined : this.#verifyBeginning(this.#first);
    this.#findCutTail();
    this.#findOverdue();
    this.#findUntimely();
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
      gaps: [...this.#signings.gaps],
    };
  }

  /** Returns the pruning that removed the records before the first one, and verifies that the first one follows it. */
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
    if (!followsHash(pruning.throughHash, first)) {
      this.#fault(first.sequence, 'does not match its hash: it, or what was removed before it, was changed');
    }
    for (const { by, hash, time } of this.#signings.at(before)) {
      if (hash === pruning.throughHash) continue;
      this.#fault(before, `was not what the ${by} of ${time} has signed: what was removed is in doubt`);
    }
    return pruning;
  }

  /**
   * Reports a pruning whose record no checkpoint or observation has signed. Otherwise the database's owner could excuse
   * missing records by adding the record of a pruning.
   */
  #doubtUnsigned({ sequence, throughSequence }: Pruning): void {
    if (this.#signings.newest === undefined || sequence <= this.#fixedThrough) return;
    const finding = `says that ${places(1, throughSequence)} went by retention, and no checkpoint has signed that`;
    this.#fault(sequence, `${finding}: not proven yet; verify again with the next checkpoint`, 'unproven');
  }

  #findOverdue(): void {
    const { first, count } = this.#overdue;
    if (count === 0) return;
    const are = count === 1 ? 'is' : 'are';
    this.#fault(
      first,
      `${and(count)} ${are} older than the checkpoint of ${this.#signings.newest?.time}, and no checkpoint speaks of that place: something was put in later, or a checkpoint is missing`.trimStart(),
    );
  }

  #findUntimely(): void {
    for (const [{ time }, { first, count }] of this.#signings.untimely) {
      const have = count === 1 ? 'has a time that is' : 'have times that are';
      this.#fault(
        first,
        `${and(count)} ${have} not within 3 minutes of the checkpoint of ${time} that signed them first, and no gap is signed that explains it: they were put in, or changed, between their time and the checkpoint`.trimStart(),
      );
    }
  }

  #findCutTail(): void {
    const furthest = this.#signings.furthest;
    if (furthest === undefined || furthest.sequence <= this.#last) return;
    const { by, time, sequence } = furthest;
    this.#fault(
      this.#last,
      `is the last one, but the ${by} of ${time} has signed ${sequence}: the end is cut off, or the export is older than the checkpoints`,
    );
  }

  #fault(sequence: number, what: string, kind: Fault['kind'] = 'altered'): void {
    const message = `Record ${sequence} in ${chainName(this.source)} ${what}.`;
    this.#report({ kind, source: this.source, sequence, message });
  }
}

/** Reads records of pruning, and checks them against signed checkpoints. */
import type { Checkpoint } from './checkpoints.ts';
import type { Line } from './line.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
/** Tolerance: records arrive late, and a database counts days in its own time zone, where a day may have 23 hours. */
const LENIENCE = HOUR;

export interface Pruning {
  /** Sequence number of the record about the pruning. */
  sequence: number;
  /** Sequence number and hash of the last pruned record. */
  throughSequence: number;
  throughHash: string;
  /** ISO 8601. */
  time: string;
  /** Time that all pruned records are older than; ISO 8601. */
  prunedBefore: string;
}

/** Returns undefined when the record does not name the pruned records. */
export function readPruning({ bytes, sequence }: Line): Pruning | undefined {
  try {
    const { time, data } = JSON.parse(bytes.toString('utf8'));
    const { prunedThroughSequence: throughSequence, prunedThroughHash: throughHash, prunedBefore } = data;
    if (!Number.isSafeInteger(throughSequence) || typeof throughHash !== 'string') return undefined;
    return { sequence, throughSequence, throughHash, time, prunedBefore };
  } catch {
    return undefined;
  }
}

export interface PruningEvidence {
  /** All checkpoints of the chain's tenant, in the order of their numbers. */
  checkpoints: readonly Checkpoint[];
  trail: string;
  /** Retention in days that the auditor requires. */
  retentionDays: number | undefined;
}

/** Returns the reasons to doubt the pruning. Each is the end of a sentence about its record. */
export function reasonsToDoubt(
  pruning: Pruning,
  { checkpoints, trail, retentionDays }: PruningEvidence,
): string[] {
  const { sequence, throughSequence, time, prunedBefore } = pruning;
  const [at, before] = [Date.parse(time), Date.parse(prunedBefore)];
  if (!(before <= at)) return ['does not say before which time the records were that it removed'];
  const headOf = ({ heads }: Checkpoint): number => heads[trail]?.sequence ?? 0;
  const keepsTo = (days: number): boolean => at - before >= days * DAY - LENIENCE;
  const removed = `removed what was of before ${prunedBefore} on ${time}`;
  const doubts: string[] = [];
  if (retentionDays !== undefined && !keepsTo(retentionDays)) {
    doubts.push(`${removed}: less than ${retentionDays} days are between`);
  }
  // Any checkpoint within a day counts: nodes may have different retentions during a rolling restart.
  const ofThatDay = checkpoints.filter((checkpoint) => Math.abs(Date.parse(checkpoint.time) - at) <= DAY);
  const isSigned = checkpoints.some((checkpoint) => headOf(checkpoint) >= sequence);
  if (isSigned && !ofThatDay.some(({ retention }) => trail in retention && keepsTo(retention[trail] ?? 0))) {
    doubts.push(`${removed}, and no checkpoint of that day has signed a retention that allows it`);
  }
  const early = checkpoints.findLast((checkpoint) => headOf(checkpoint) < throughSequence);
  if (early !== undefined && before <= Date.parse(early.time) - LENIENCE) {
    doubts.push(
      `says that records 1 to ${throughSequence} were of before ${prunedBefore}, but at the checkpoint of ${early.time} there was no record ${throughSequence} yet: it was younger`,
    );
  }
  return doubts;
}

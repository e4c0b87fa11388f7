/** Removals by retention, as a record of the chain tells them, and whether signed checkpoints allow them. */
import type { Checkpoint } from './checkpoints.ts';
import type { Line } from './line.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
/** Records arrive late, and a database counts days in its own time zone, where a day may have 23 hours. */
const LENIENCE = HOUR;

export interface Pruning {
  /** Place of the record that tells it. */
  sequence: number;
  /** Place and hash of the last record that was removed. */
  throughSequence: number;
  throughHash: string;
  /** When; ISO 8601. */
  time: string;
  /** Everything that was removed was older than this; ISO 8601. */
  prunedBefore: string;
}

/** Undefined when the record does not say what was removed. */
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

export interface Witnesses {
  /** All of the chain's tenant, in the order of their numbers. */
  checkpoints: readonly Checkpoint[];
  trail: string;
  /** Days that records had to be kept, as the auditor says. */
  retentionDays: number | undefined;
}

/** Reasons not to believe the removal, each as the end of a sentence that begins with its record. */
export function doubtsAbout(pruning: Pruning, { checkpoints, trail, retentionDays }: Witnesses): string[] {
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
  // Nodes that start one after the other with a new setting disagree for a while.
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

/** Records that retention removed, as a record of their chain says, and whether that can be believed. */
import type { TenantCheckpoint } from './checkpoints.ts';
import type { Line } from './line.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
/**
 * Records may reach their chain some time after the moment they tell of, and a database counts days in its own
 * time zone, where a day in spring has 23 hours.
 */
const LENIENCE = HOUR;

export interface Pruning {
  /** Place of the record that says so. */
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
  /** All that are of the chain's tenant. */
  checkpoints: readonly TenantCheckpoint[];
  trail: string;
  /** Records had to be kept for so many days. */
  retentionDays: number | undefined;
}

/** What speaks against the removal, each as the end of a sentence that begins with its record. */
export function doubtsAbout(pruning: Pruning, { checkpoints, trail, retentionDays }: Witnesses): string[] {
  const { sequence, throughSequence, time, prunedBefore } = pruning;
  const [at, before] = [Date.parse(time), Date.parse(prunedBefore)];
  if (!(before <= at)) return ['does not say before which time the records were that it removed'];
  const doubts: string[] = [];
  if (retentionDays !== undefined && at - before < retentionDays * DAY - LENIENCE) {
    doubts.push(
      `removed what was of before ${prunedBefore} on ${time}: less than ${retentionDays} days are between`,
    );
  }
  const early = checkpoints.findLast(({ headOf }) => headOf(trail) < throughSequence);
  if (early !== undefined && before <= early.at - LENIENCE) {
    doubts.push(
      `says that records 1 to ${throughSequence} were of before ${prunedBefore}, but at the checkpoint of ${early.time} there was no record ${throughSequence} yet: it was younger`,
    );
  }
  const signing = checkpoints.find(({ headOf }) => headOf(trail) >= sequence);
  if (signing !== undefined && at > signing.at + LENIENCE) {
    doubts.push(`says that it is of ${time}, but the checkpoint of ${signing.time} has signed it already`);
  }
  return doubts;
}

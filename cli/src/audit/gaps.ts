/** Signed gaps: periods in which a node did not check for new records, so some could have been removed unnoticed. */
import type { Checkpoint, Gap } from './checkpoints.ts';

/** Texts of the codes that the service signs. */
const REASONS: Record<string, string> = {
  node_started: 'The node started.',
  process_paused: 'The process did not run.',
  database_error: 'The database failed, or rejected the checkpoint.',
  folder_error: 'The folder of the checkpoints could not be written.',
};

/** Returns the text of the gap's reason. Never shows an unknown code, which an attacker could have chosen. */
export const reasonText = ({ reason }: Gap): string =>
  Object.hasOwn(REASONS, reason) ? (REASONS[reason] as string) : 'This version does not know the reason.';

/** Describes the period. A period before the first start of a node has no start, because no earlier check is known. */
export const periodOf = ({ since, until }: Gap): string =>
  Date.parse(since) === 0 ? `Before ${until}` : `Between ${since} and ${until}`;

/** Gaps that an auditor accepts: all, or those that begin at one of the times (ISO 8601). */
export type AcceptedGaps = 'all' | readonly string[];

export const isAccepted = ({ since }: Gap, accepted: AcceptedGaps): boolean =>
  accepted === 'all' || accepted.some((time) => Date.parse(time) === Date.parse(since));

/** Whether the checkpoint's node has checked during the whole gap. */
function refutes({ watchedSince, time }: Checkpoint, { since, until }: Gap): boolean {
  return watchedSince !== undefined && watchedSince <= since && time >= until;
}

/**
 * Returns the distinct gaps of a tenant's checkpoints, without those during which another node was checking the
 * records.
 */
export function gapsOf(checkpoints: readonly Checkpoint[]): Gap[] {
  const gaps = new Map<string, Gap>();
  for (const { gap } of checkpoints) if (gap) gaps.set(`${gap.since} ${gap.until}`, gap);
  return [...gaps.values()].filter((gap) => !checkpoints.some((checkpoint) => refutes(checkpoint, gap)));
}

/**
 * Periods whose commits the database lost, in a restore or in a failover to an asynchronous replica. Signatures of such
 * a period may cover records that no longer exist, or whose numbers were reused.
 */
import { InvalidArgumentError } from 'commander';
import { dateTime } from '../values.ts';

export interface Loss {
  /** Time of the last commit that the database still has; ISO 8601. */
  since: string;
  /** Time from which the nodes used the restored database. */
  until: string;
}

/** Reads `<since>/<until>`, the notation of a period in ISO 8601. */
export function readLoss(text: string, before: readonly Loss[] = []): Loss[] {
  const [since = '', until = '', ...others] = text.split('/');
  const loss = { since: dateTime(since), until: dateTime(until) };
  if (others.length > 0 || loss.since >= loss.until) {
    throw new InvalidArgumentError(
      'Give the time of the last commit that the database still has, and the time since which the nodes use it: 2027-01-15T02:00:00Z/2027-01-15T02:20:00Z.',
    );
  }
  return [...before, loss];
}

export const isLost = (time: string, losses: readonly Loss[]): boolean =>
  losses.some(({ since, until }) => time > since && time < until);

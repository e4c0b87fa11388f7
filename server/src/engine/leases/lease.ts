/**
 * Leases: a row belongs to the node that leased it until the lease ends. Each lease increments the row's number, if it
 * has one; otherwise the end of the lease serves as the number. Only the holder of the latest lease may write
 * (fencing). persistence/statement-parts.ts has the statement.
 */
import type { Clock } from '../../kernel/clock.ts';

export interface Lease {
  now: Date;
  leaseUntil: Date;
}

export function leaseFor({ clock }: { clock: Clock }, milliseconds: number): Lease {
  const now = clock.now();
  return { now, leaseUntil: new Date(now.getTime() + milliseconds) };
}

/**
 * Renews a lease in the background. The returned function stops the renewals and waits for a running one. Failed
 * renewals are ignored: the holder's next write reveals whether the lease is lost.
 */
export function renewPeriodically(renew: () => Promise<unknown>, milliseconds: number): () => Promise<void> {
  let renewed: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    renewed = renew().catch(() => undefined);
  }, milliseconds);
  return async () => {
    clearInterval(timer);
    await renewed;
  };
}

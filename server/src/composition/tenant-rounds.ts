/** Runs repeated work for every tenant, so that one failing or slow tenant does not hold up the others. */
import { waitAtMost } from '../kernel/deadline.ts';

/** Number of tenants for which a round waits at the same time. */
const AT_ONCE = 4;

/** Longest wait of a round for one tenant. Its work then goes on beside the round. */
const PATIENCE_MILLISECONDS = 5_000;

/** Number of tenants whose work may be under way before a round waits for each. */
const MOST_UNDER_WAY = 32;

export class TenantRounds {
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #patience: number;

  constructor(patienceMilliseconds = PATIENCE_MILLISECONDS) {
    this.#patience = patienceMilliseconds;
  }

  /**
   * Runs the work for every tenant, several at a time. Skips a tenant whose work of an earlier round is under way.
   * Reports a failure, which ends the work of its tenant only.
   */
  async round(
    tenantIds: readonly string[],
    run: (tenantId: string) => Promise<unknown>,
    report: (error: unknown, tenantId: string) => void,
  ): Promise<void> {
    const waiting = tenantIds.values();
    const place = async (): Promise<void> => {
      for (const tenantId of waiting) {
        if (this.#underWay.has(tenantId)) continue;
        const work = this.#begin(tenantId, run, report);
        await (this.#underWay.size > MOST_UNDER_WAY ? work : waitAtMost(this.#patience, work));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, place));
  }

  /** Resolves when the work that is under way has ended. */
  async idle(): Promise<void> {
    await Promise.all(this.#underWay.values());
  }

  #begin(
    tenantId: string,
    run: (tenantId: string) => Promise<unknown>,
    report: (error: unknown, tenantId: string) => void,
  ): Promise<void> {
    const work = run(tenantId)
      .then(
        () => undefined,
        (error: unknown) => report(error, tenantId),
      )
      .finally(() => this.#underWay.delete(tenantId));
    this.#underWay.set(tenantId, work);
    return work;
  }
}

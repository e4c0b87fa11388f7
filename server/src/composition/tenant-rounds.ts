/** Runs scheduled work for every tenant, so that a failing or slow tenant does not delay the others. */
import { waitAtMost } from '../kernel/deadline.ts';

/** Number of tenants for which a round waits concurrently. */
const AT_ONCE = 4;

/** Longest wait of a round for one tenant. After it, the tenant's work continues in the background. */
const TIMEOUT_MILLISECONDS = 5_000;

/** Number of tenants with running work above which a round waits for a tenant's work to end, however long it takes. */
const MAX_UNDER_WAY = 32;

export class TenantRounds {
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #timeout: number;

  constructor(timeoutMilliseconds = TIMEOUT_MILLISECONDS) {
    this.#timeout = timeoutMilliseconds;
  }

  /**
   * Runs the work for every tenant, several at a time. Skips a tenant whose work from an earlier round is still
   * running. Reports a failure, which ends only the work of its tenant.
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
        await (this.#underWay.size > MAX_UNDER_WAY ? work : waitAtMost(this.#timeout, work));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, place));
  }

  /** Resolves when the running work has ended. */
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

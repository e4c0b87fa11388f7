/**
 * Shares the slots of a node among tenants. A tenant may take another slot only while it holds fewer than are free. So
 * one busy tenant holds half of the slots, two hold a third each, and a slot stays free for another tenant.
 */
export class Slots {
  readonly #total: number;
  /** Number of held slots by tenant; only tenants that hold at least one. */
  readonly #held = new Map<string, number>();
  #taken = 0;

  constructor(total: number) {
    this.#total = total;
  }

  take(tenantId: string): void {
    this.#held.set(tenantId, this.#heldBy(tenantId) + 1);
    this.#taken += 1;
  }

  release(tenantId: string): void {
    const left = this.#heldBy(tenantId) - 1;
    if (left > 0) this.#held.set(tenantId, left);
    else this.#held.delete(tenantId);
    this.#taken -= 1;
  }

  /** Returns how many further slots the tenant may take while no other tenant takes one. */
  furtherFor(tenantId: string): number {
    const lead = this.#total - this.#taken - this.#heldBy(tenantId);
    return Math.max(0, Math.ceil(lead / 2));
  }

  /**
   * Returns the tenants to exclude from each search for the next job. The first search excludes every tenant that holds
   * a slot, the last one only those at their limit. So the next slot goes to the tenant that holds the fewest. Returns
   * no searches when no slot is free.
   */
  searches(): string[][] {
    const free = this.#total - this.#taken;
    if (free <= 0) return [];
    const mayTake = [...this.#held.values()].filter((count) => count < free);
    const levels = [...new Set([0, ...mayTake])].sort((one, other) => one - other);
    return levels.map((level) =>
      [...this.#held].filter(([, count]) => count > level).map(([tenantId]) => tenantId),
    );
  }

  #heldBy(tenantId: string): number {
    return this.#held.get(tenantId) ?? 0;
  }
}

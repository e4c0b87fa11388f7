/** Limits the connections that one tenant holds, so that others always find a free one. */

interface WaitingConnection {
  admit(): void;
  timer: NodeJS.Timeout;
}

interface Tenant {
  held: number;
  waiting: Set<WaitingConnection>;
}

export class TenantGate {
  readonly #max: number;
  readonly #waitMilliseconds: number;
  /** Only tenants that hold a connection. */
  readonly #tenants = new Map<string, Tenant>();

  constructor(max: number, waitMilliseconds: number) {
    this.#max = max;
    this.#waitMilliseconds = waitMilliseconds;
  }

  /**
   * Resolves when the tenant may use another connection. `leave` releases it.
   * @throws Error when none became free in time
   */
  async enter(tenantId: string): Promise<void> {
    const tenant = this.#tenants.get(tenantId) ?? { held: 0, waiting: new Set() };
    this.#tenants.set(tenantId, tenant);
    if (tenant.held < this.#max) {
      tenant.held += 1;
      return;
    }
    await new Promise<void>((admit, reject) => {
      const timer = setTimeout(() => {
        tenant.waiting.delete(waiting);
        reject(new Error(`The tenant ${tenantId} holds ${this.#max} connections already.`));
      }, this.#waitMilliseconds);
      const waiting = { admit, timer };
      tenant.waiting.add(waiting);
    });
  }

  leave(tenantId: string): void {
    const tenant = this.#tenants.get(tenantId);
    if (tenant === undefined) return;
    const [next] = tenant.waiting;
    if (next !== undefined) {
      // Passes the connection to the longest waiting caller.
      tenant.waiting.delete(next);
      clearTimeout(next.timer);
      next.admit();
      return;
    }
    tenant.held -= 1;
    if (tenant.held === 0) this.#tenants.delete(tenantId);
  }
}

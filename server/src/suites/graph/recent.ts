/** Values by tenant that are read again when they are older than half a minute. */
import type { Clock } from '../../kernel/clock.ts';

/** Longest age of a value. docs/microsoft-365.md promises half a minute. */
const FRESH_MILLISECONDS = 30_000;

interface Known<Value> {
  value: Value;
  readAt: number;
}

export class Recent<Value> {
  readonly #read: (tenantId: string) => Promise<Value>;
  readonly #clock: Clock;
  readonly #known = new Map<string, Known<Value>>();

  constructor(read: (tenantId: string) => Promise<Value>, clock: Clock) {
    this.#read = read;
    this.#clock = clock;
  }

  /** Returns the same object as long as its content stays the same. */
  async find(tenantId: string): Promise<Value> {
    const now = this.#clock.now().getTime();
    const known = this.#known.get(tenantId);
    if (known !== undefined && now - known.readAt < FRESH_MILLISECONDS) return known.value;
    const read = await this.#read(tenantId);
    const isSame = known !== undefined && JSON.stringify(read) === JSON.stringify(known.value);
    const value = isSame ? known.value : read;
    this.#known.set(tenantId, { value, readAt: now });
    return value;
  }

  /** Makes the next call read again. */
  forget(tenantId: string): void {
    const known = this.#known.get(tenantId);
    if (known !== undefined) known.readAt = Number.NEGATIVE_INFINITY;
  }
}

/**
 * Records on which days guests use the service, when the service stores the directory itself: no other system then
 * records this. No caller waits for the write. A killed node loses the guests of its last minute whom it saw for the
 * first time that day.
 */
import type { FastifyInstance } from 'fastify';
import type { WritableDirectory } from '../domain/directory/ports.ts';
import { type Clock, DAY_MILLISECONDS } from '../kernel/clock.ts';

const WRITE_MILLISECONDS = 60_000;
/** Maximum number of people whom a node remembers for a day. At the limit it forgets them and writes them again. */
const MAX_REMEMBERED = 100_000;

interface SignInOptions {
  directory: Pick<WritableDirectory, 'saveSignIns'>;
  clock: Clock;
  log: { warn(details: object, message: string): void };
}

export function recordSignIns(app: FastifyInstance, { directory, clock, log }: SignInOptions): void {
  let day = 0;
  const seen = new Set<string>();
  /** The people to write, by tenant. */
  let pending = new Map<string, Set<string>>();

  const write = async (): Promise<void> => {
    const due = pending;
    pending = new Map();
    for (const [tenantId, people] of due) {
      try {
        await directory.saveSignIns(tenantId, [...people], clock.now());
      } catch (error) {
        // They are recorded at their next call.
        for (const id of people) seen.delete(`${tenantId} ${id}`);
        log.warn({ err: error, tenantId }, 'The use of the service by guests could not be recorded.');
      }
    }
  };

  app.addHook('onResponse', (request, _reply, done) => {
    const { principal } = request;
    if (principal?.kind === 'user') {
      const { tenantId, id } = principal;
      const today = Math.floor(clock.now().getTime() / DAY_MILLISECONDS);
      if (today !== day || seen.size >= MAX_REMEMBERED) seen.clear();
      day = today;
      const key = `${tenantId} ${id}`;
      if (!seen.has(key)) {
        seen.add(key);
        pending.set(tenantId, (pending.get(tenantId) ?? new Set()).add(id));
      }
    }
    done();
  });
  const timer = setInterval(() => void write(), WRITE_MILLISECONDS).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await write();
  });
}

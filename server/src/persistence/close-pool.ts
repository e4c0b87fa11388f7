import type pg from 'pg';

/** A server that does not hear the goodbye is not waited for longer. */
const LONGEST_WAIT_MILLISECONDS = 2_000;

/**
 * Closes the pool, and resolves when the server has let go of its connections. The pool's own `end` resolves
 * when it has said goodbye; a server that is stopped right then would still report them as lost. Call it before
 * the pool connects; what it answers closes.
 */
export function closerOf(pool: pg.Pool): () => Promise<void> {
  const open = new Set<pg.PoolClient>();
  const { promise: drained, resolve } = Promise.withResolvers<void>();
  let closing = false;
  const settle = (): void => {
    if (closing && open.size === 0) resolve();
  };
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => {
    open.delete(client);
    settle();
  });
  return async () => {
    await pool.end();
    closing = true;
    settle();
    const timer = setTimeout(resolve, LONGEST_WAIT_MILLISECONDS);
    await drained;
    clearTimeout(timer);
  };
}

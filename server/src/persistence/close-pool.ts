import type pg from 'pg';

/** Longest wait for a server that does not acknowledge the close. */
const LONGEST_WAIT_MILLISECONDS = 2_000;

/**
 * Returns a function that closes the pool and resolves when the server has released its connections, or after
 * LONGEST_WAIT_MILLISECONDS. pool.end() resolves earlier, and a server stopped at that moment would report them as
 * lost. Call this before the pool connects.
 */
export function poolCloser(pool: pg.Pool): () => Promise<void> {
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

/**
 * Kills test processes between database statements. A process has durable effects only through its statements, so
 * tests need no other points to kill it at.
 */
import pg from 'pg';

type Query = (...parameters: unknown[]) => unknown;

const textOf = (statement: string | { text?: string }): string =>
  (typeof statement === 'string' ? statement : (statement.text ?? 'begin')).replace(/\s+/g, ' ').trim();

/**
 * Does the work and returns its statements. With `point`, the process kills itself with SIGKILL after that many
 * statements, before the next one.
 */
export async function killedAtStatement(
  point: string | undefined,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const killAt = point === undefined ? Number.POSITIVE_INFINITY : Number(point);
  const sent: string[] = [];
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = function countingQuery(this: unknown, ...parameters) {
    if (sent.length === killAt) process.kill(process.pid, 'SIGKILL');
    sent.push(textOf(parameters[0] as Parameters<typeof textOf>[0]));
    return query.apply(this, parameters);
  };
  await work();
  prototype.query = query;
  return sent;
}

/**
 * For processes that tests let die: what a process leaves behind differs from one statement it sends to the database
 * to the next and nowhere in between, so the statements are all the points at which it need be killed.
 */
import pg from 'pg';

type Query = (...parameters: unknown[]) => unknown;

const textOf = (statement: string | { text?: string }): string =>
  (typeof statement === 'string' ? statement : (statement.text ?? 'begin')).replace(/\s+/g, ' ').trim();

/**
 * Does the work, and answers the statements that it sent. With a `point` this process kills itself with SIGKILL
 * instead, when that many have been sent and right before the next: point 3 is before the fourth.
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

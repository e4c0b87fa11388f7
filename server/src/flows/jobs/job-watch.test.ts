import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JobChange } from '../../engine/jobs/ports.ts';
import type { Store } from '../../engine/store.ts';
import { JobWatch } from './job-watch.ts';

/** A watch of logs in memory. Each `poll` lets its poller run once. */
function openWatch() {
  const logs = new Map<string, string[]>();
  const queries: Map<string, number>[] = [];
  const failures: unknown[] = [];
  const pauses: { resume: () => void; signal: AbortSignal }[] = [];
  let error: Error | undefined;
  const changesSince = async (seen: ReadonlyMap<string, number>) => {
    queries.push(new Map(seen));
    if (error !== undefined) throw error;
    return [...seen]
      .map(([id, length]) => ({ id, lines: logs.get(id) ?? [], length }))
      .filter(({ lines, length }) => lines.length > length)
      .map(({ id, lines, length }) => ({ id, length: lines.length, log: lines.slice(length) }) as JobChange);
  };
  const watch = new JobWatch({
    store: { in: () => ({ jobs: { changesSince } }) } as unknown as Store,
    pause: (_, signal) =>
      new Promise((resume) => {
        pauses.push({ resume, signal });
        signal.addEventListener('abort', () => resume());
      }),
    report: (failure) => failures.push(failure),
  });
  return {
    watch,
    queries,
    failures,
    pauses,
    append: (id: string, ...lines: string[]) => logs.set(id, [...(logs.get(id) ?? []), ...lines]),
    fail: (failure: Error | undefined) => {
      error = failure;
    },
    async poll() {
      for (const { resume } of pauses.splice(0)) resume();
      await new Promise(setImmediate);
    },
  };
}

describe('the watch of jobs', () => {
  it('sends no query without readers, and one query for all readers of a tenant', async () => {
    const { watch, poll, queries, append } = openWatch();
    await poll();
    assert.equal(queries.length, 0);
    const over = new AbortController();
    const readers = ['a', 'a', 'b'].map((id, index) => watch.changes('t', id, index, over.signal).next());
    await poll();
    assert.deepEqual(queries, [
      new Map([
        ['a', 0],
        ['b', 2],
      ]),
    ]);
    append('a', 'one', 'two');
    await poll();
    const [first, second] = await Promise.all(readers.slice(0, 2));
    assert.deepEqual(
      [first, second].map((result) => (result?.value as JobChange | undefined)?.log),
      [['one', 'two'], ['two']],
    );
    over.abort();
    await readers[2];
    assert.equal(watch.readers, 2);
  });

  it('reports no failure of a query after its last reader has left', async () => {
    const { watch, poll, queries, failures, fail } = openWatch();
    const over = new AbortController();
    const reading = watch.changes('t', 'a', 0, over.signal).next();
    fail(new Error('The pool is closed.'));
    const polled = poll();
    over.abort();
    await Promise.all([polled, reading]);
    assert.equal(queries.length, 1);
    assert.deepEqual(failures, []);
  });

  it('stops its queries when the last reader leaves', async () => {
    const { watch, poll, queries } = openWatch();
    const over = new AbortController();
    const reading = watch.changes('t', 'a', 0, over.signal).next();
    over.abort();
    assert.equal((await reading).done, true);
    assert.equal(watch.readers, 0);
    await poll();
    await poll();
    assert.equal(queries.length, 0);
  });

  it('merges changes for a slow reader, with all log lines', async () => {
    const { watch, poll, append } = openWatch();
    const over = new AbortController();
    const changes = watch.changes('t', 'a', 0, over.signal);
    const first = changes.next();
    append('a', 'one');
    await poll();
    assert.deepEqual(((await first).value as JobChange).log, ['one']);
    for (const line of ['two', 'three', 'four']) {
      append('a', line);
      await poll();
    }
    assert.deepEqual(((await changes.next()).value as JobChange).log, ['two', 'three', 'four']);
    over.abort();
    await changes.return();
  });

  it('continues after a failed query', async () => {
    const { watch, poll, append, fail, failures } = openWatch();
    const over = new AbortController();
    const reading = watch.changes('t', 'a', 0, over.signal).next();
    append('a', 'one');
    fail(new Error('The database is away.'));
    await poll();
    fail(undefined);
    await poll();
    assert.equal(failures.length, 1);
    assert.deepEqual(((await reading).value as JobChange).log, ['one']);
    over.abort();
  });
});

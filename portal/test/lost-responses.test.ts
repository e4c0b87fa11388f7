/** Tests the idempotency keys of calls whose response was lost. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withKeysOfLostCalls } from '../src/base/lost-responses.ts';

const ADDRESS = 'https://charter.example/v1.0/apps';

/** Stands for a 409 with Retry-After: the first call with the key is still running. */
const RUNNING = 0;

/** Sends calls, each with its own key, and returns the key that was sent. An `undefined` status is a lost response. */
function sender() {
  let outcome: number | undefined;
  let sent: string | null = null;
  const send = withKeysOfLostCalls(async ({ headers }) => {
    sent = headers.get('idempotency-key');
    if (outcome === undefined) throw new TypeError('Failed to fetch');
    return new Response(null, {
      status: outcome === RUNNING ? 409 : outcome,
      headers: outcome === RUNNING ? { 'retry-after': '1' } : {},
    });
  });
  return async (status: number | undefined, key?: string, body = '{}', method = 'POST') => {
    outcome = status;
    const headers: HeadersInit = key === undefined ? {} : { 'idempotency-key': key };
    const request = new Request(ADDRESS, { method, headers, ...(method === 'POST' && { body }) });
    await send(request).catch(() => undefined);
    return sent;
  };
}

describe('the idempotency key of a call', () => {
  for (const lost of [undefined, 502, 504])
    it(`stays the same after ${lost === undefined ? 'a lost response' : `the status ${lost}`}`, async () => {
      const call = sender();
      assert.equal(await call(lost, 'first'), 'first');
      assert.equal(await call(lost, 'second'), 'first');
      assert.equal(await call(201, 'third'), 'first');
      assert.equal(await call(201, 'fourth'), 'fourth');
    });

  it('is new after a response', async () => {
    const call = sender();
    for (const status of [201, 400, 409, 429]) {
      await call(status, 'first');
      assert.equal(await call(201, 'second'), 'second');
    }
  });

  it('is new for another body, and after another write', async () => {
    const call = sender();
    await call(undefined, 'first');
    assert.equal(await call(undefined, 'second', '{"name":"B"}'), 'second');
    assert.equal(await call(201, 'third'), 'third');
    await call(undefined, 'first');
    await call(204, undefined, '', 'DELETE');
    assert.equal(await call(201, 'second'), 'second');
  });

  it('stays the same while the lost call is running', async () => {
    const call = sender();
    await call(undefined, 'first');
    await call(RUNNING, 'second');
    assert.equal(await call(201, 'third'), 'first');
  });

  it('stays the same after reads', async () => {
    const call = sender();
    await call(undefined, 'first');
    await call(200, undefined, '', 'GET');
    assert.equal(await call(200), null);
    assert.equal(await call(201, 'second'), 'first');
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addressFilter } from './addresses.ts';
import { createSender, type SenderOptions } from './sender.ts';

type Lookup = NonNullable<SenderOptions['lookup']>;

/** Returns the outcome of an attempt whose lookup has this result. */
async function attempt(answer: Error | string[]) {
  const lookup = (_host: string, _options: object, callback: (...answer: unknown[]) => void): void => {
    const isError = answer instanceof Error;
    const addresses = isError ? [] : answer.map((address) => ({ address, family: 4 }));
    setTimeout(() => callback(isError ? answer : null, addresses), isError ? 20 : 0);
  };
  const mayReach = addressFilter({ allowLoopback: false, allowedRanges: [] });
  const sender = createSender({ mayReach, lookup: lookup as unknown as Lookup });
  try {
    return await sender.send({ url: new URL('https://intranet.corp/hook'), headers: {}, body: '{}' });
  } finally {
    await sender.close();
  }
}

describe('unknown names', () => {
  it('lead to the same error and duration as private addresses', async () => {
    const internal = await attempt(['10.0.0.1']);
    assert.match(internal.error ?? '', /^No address of the host was found that this service may send to\./);
    for (const code of ['ENOTFOUND', 'EAI_AGAIN', 'ENODATA', 'EAI_FAIL']) {
      const unknown = await attempt(Object.assign(new Error(`getaddrinfo ${code}`), { code }));
      assert.deepEqual(unknown, internal, code);
    }
  });
});

describe('a name that many messages wait for', () => {
  it('is looked up at most twice for 50 messages, and again for a later message', async () => {
    let lookups = 0;
    const answer = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const lookup = (_host: string, _options: object, callback: (error: Error) => void): void => {
      lookups += 1;
      started.resolve();
      void answer.promise.then(() => callback(new Error('getaddrinfo ENOTFOUND')));
    };
    const mayReach = addressFilter({ allowLoopback: false, allowedRanges: [] });
    const sender = createSender({ mayReach, lookup: lookup as unknown as Lookup });
    const send = () => sender.send({ url: new URL('https://slow.example/hook'), headers: {}, body: '{}' });
    try {
      const replies = Array.from({ length: 50 }, send);
      await started.promise;
      answer.resolve();
      const errors = new Set((await Promise.all(replies)).map(({ error }) => error));
      assert.equal(errors.size, 1);
      assert.ok(lookups <= 2, `${lookups} lookups`);
      const before = lookups;
      await send();
      assert.equal(lookups, before + 1);
    } finally {
      await sender.close();
    }
  });
});

import assert from 'node:assert/strict';
import { createSocket, type Socket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { createNameLookup, type NameLookupOptions } from './name-lookup.ts';

const NXDOMAIN = 3;

/** Returns the name and the type of the question in a DNS message (RFC 1035, 4.1.2). */
function questionOf(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  while (message[at] !== 0) {
    const length = message[at] as number;
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** Returns the response to a query: with an IPv4 address, or with NXDOMAIN. */
function answerTo(message: Buffer, address: readonly number[] | undefined): Buffer {
  const { type, end } = questionOf(message);
  const head = Buffer.from(message.subarray(0, end));
  head.writeUInt16BE(0x8180 | (address === undefined ? NXDOMAIN : 0), 2);
  const hasAddress = address !== undefined && type === 1;
  head.writeUInt16BE(hasAddress ? 1 : 0, 6);
  // Drops the counts of further records, such as those of EDNS.
  head.writeUInt32BE(0, 8);
  return hasAddress
    ? Buffer.concat([head, Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 9, 0, 4, ...address])])
    : head;
}

describe('the lookup of a receiver’s name', () => {
  let server: Socket;
  /** Names that the resolver queried. */
  let asked: Set<string>;
  let systemCalls: string[];
  const waiting: { name: string; release(): void }[] = [];

  beforeEach(async () => {
    asked = new Set();
    systemCalls = [];
    waiting.splice(0);
    server = createSocket('udp4');
    server.on('message', (message, { port, address }) => {
      const { name } = questionOf(message);
      asked.add(name);
      const answer = (known: readonly number[] | undefined) =>
        server.send(answerTo(message, known), port, address);
      if (name.startsWith('silent')) waiting.push({ name, release: () => answer(undefined) });
      else answer(name.startsWith('known') ? [192, 0, 2, 7] : undefined);
    });
    server.bind(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => server.close());

  const open = (options: Partial<NameLookupOptions> = {}) =>
    createNameLookup({
      resolver() {
        const resolver = new Resolver({ timeout: 60_000, tries: 1 });
        resolver.setServers([`127.0.0.1:${server.address().port}`]);
        return resolver;
      },
      readHosts: async () => '127.0.0.1 localhost\n',
      system: async (hostname) => {
        systemCalls.push(hostname);
        return [{ address: '192.0.2.8', family: 4 }];
      },
      ...options,
    });

  it('does not block threads or delay other names while name servers do not respond', async () => {
    const lookup = open();
    const settled: string[] = [];
    const silent = Array.from({ length: 40 }, (_, index) => `silent${index}.example`);
    const lookups = silent.map((name) =>
      lookup(name, {}).then(
        () => settled.push(name),
        () => settled.push(name),
      ),
    );
    while (asked.size < silent.length) await once(server, 'message');
    assert.deepEqual(await lookup('known.example', {}), [{ address: '192.0.2.7', family: 4 }]);
    assert.deepEqual([settled, systemCalls], [[], []]);
    while (waiting.length < 2 * silent.length) await once(server, 'message');
    for (const { release } of waiting) release();
    await Promise.all(lookups);
  });

  it('queries the system for a name that is not in DNS', async () => {
    assert.deepEqual(await open()('intranet', {}), [{ address: '192.0.2.8', family: 4 }]);
    assert.deepEqual(systemCalls, ['intranet']);
  });

  it('reads the hosts file before DNS, as the system does', async () => {
    const readHosts = async () =>
      '# 127.0.0.1 known.example\n10.0.0.5\tReceiver.Example other # known.example\n';
    const lookup = open({ readHosts });
    await lookup('receiver.example', {});
    await lookup('other', {});
    assert.deepEqual([systemCalls, [...asked]], [['receiver.example', 'other'], []]);
    await lookup('known.example', {});
    assert.deepEqual([...asked], ['known.example']);
  });

  describe('when only the system resolves the name', () => {
    /** A system lookup whose response the test controls. */
    function heldLookup(systemMilliseconds?: number) {
      const begun = Promise.withResolvers<void>();
      const answer = Promise.withResolvers<void>();
      const lookup = open({
        system: async (hostname) => {
          systemCalls.push(hostname);
          begun.resolve();
          await answer.promise;
          return [{ address: '192.0.2.8', family: 4 }];
        },
        ...(systemMilliseconds !== undefined && { systemMilliseconds }),
      });
      return { lookup, begun: begun.promise, answer: () => answer.resolve() };
    }

    it('waits while the system looks up another name', async () => {
      const { lookup, begun, answer } = heldLookup();
      const first = lookup('first.example', {});
      await begun;
      const others = ['second.example', 'third.example'].map((name) => lookup(name, {}));
      while (asked.size < 3) await once(server, 'message');
      assert.deepEqual(systemCalls, ['first.example']);
      answer();
      assert.equal((await Promise.all([first, ...others])).flat().length, 3);
      assert.deepEqual(systemCalls.toSorted(), ['first.example', 'second.example', 'third.example']);
    });

    it('times out while it waits for another lookup, and does not block a thread later', async () => {
      const { lookup, begun, answer } = heldLookup(1);
      const first = assert.rejects(lookup('first.example', {}), { code: 'ENOTFOUND' });
      await begun;
      await assert.rejects(lookup('second.example', {}), { code: 'ENOTFOUND' });
      await first;
      answer();
      assert.equal((await lookup('third.example', {})).length, 1);
      assert.deepEqual(systemCalls, ['first.example', 'third.example']);
    });
  });
});

/**
 * Addresses that webhooks are never sent to: the sender opens no socket to them (docs/specification.md, section 11).
 */
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { LookupAddress } from 'node:dns';
import type { Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { type Receiver, respondWith, startReceiver } from '../../test/receiver.ts';
import { addressFilter, isPublicAddress } from './addresses.ts';
import { createSender, type SenderOptions } from './sender.ts';
import { hookTargets } from './targets.ts';

/** IPv4 addresses that are not public. */
const IPV4 = [
  ...['127.0.0.1', '127.1.2.3', '127.255.255.254', '0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255'],
  ...['172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255', '100.64.0.1', '100.127.255.254'],
  ...['169.254.169.254', '169.254.170.2', '169.254.0.1', '100.100.100.200', '168.63.129.16', '192.0.0.192'],
  ...['192.0.2.1', '198.51.100.7', '203.0.113.9', '198.18.0.1', '198.19.255.255', '192.88.99.1'],
  ...['224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255', '192.31.196.1', '192.175.48.1'],
];

/** Loopback, private and metadata addresses in spellings that a text filter misses. */
const ODD_IPV4 = [
  ...['2130706433', '0x7f000001', '017700000001', '0x7f.1', '127.1', '127.0.1', '0177.0.0.1', '0x7f.0.0.0x1'],
  ...['127.0.0.1.', '2852039166', '0xa9fea9fe', '0xA9.0xFE.0xA9.0xFE', '0251.0376.0251.0376', '169.16689662'],
  ...[
    '0',
    '0.',
    '00000000000',
    '0x0',
    '10.1',
    '0xa000001',
    '167772161',
    '192.168.257',
    '3232235777',
    '172.1048577',
  ],
  ...['%31%32%37.0.0.1', '127.0.0.%31', '127%2e0%2e0%2e1', '１２７.０.０.１', '①②⑦.⓪.⓪.①', '127。0。0。1'],
  ...[
    '127．0．0．1',
    '127｡0｡0｡1',
    '𝟭𝟮𝟳.𝟬.𝟬.𝟭',
    '0x7f。1',
    '１６９.２５４.１６９.２５４',
    '１２７。１',
    '127.0.0\u00ad.1',
  ],
];

const ODD_PRIVATE = [
  ...['0xC0A80001', '3232235521', '0300.0250.0.1', '192.168.1', '192.11010049', '0xac100001', '2886729729'],
  ...[
    '10.0.0.1.',
    '１０.０.０.１',
    '0xa.0.0.1',
    '012.0.0.1',
    '0xa9fea9fe.',
    '169.254.43518',
    '192.168.0.0x1',
  ],
  ...['000012.0.0.1', '10.0x1', '１９２。１６８。０。１', '𝟏𝟎.𝟎.𝟎.𝟏', '0xA.0X0.0.1', '10.00.000.01'],
];

const IPV6 = [
  ...[
    '::1',
    '::',
    '0:0:0:0:0:0:0:1',
    '::2',
    'fe80::1',
    'febf::1',
    'fec0::1',
    'fc00::1',
    'fdff::1',
    'ff02::1',
  ],
  // Metadata addresses of clouds.
  ...['fd00:ec2::254', 'fd20:ce::254', 'fd00:42::42'],
  // Mapped, compatible and translated IPv4.
  ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:169.254.169.254', '::ffff:8.8.8.8'],
  ...['::127.0.0.1', '::ffff:0:127.0.0.1', '64:ff9b::7f00:1', '64:ff9b::127.0.0.1', '64:ff9b::8.8.8.8'],
  ...['64:ff9b:1::a00:1', '64:ff9b:1::10.0.0.1'],
  // 6to4, Teredo, ISATAP, documentation and reserved addresses.
  ...[
    '2002:7f00:1::',
    '2002:a00:1::1',
    '2002:a9fe:a9fe::',
    '2001:0:7f00:1::',
    '2001::1',
    '2001:0:4136:e378::1',
  ],
  ...['fe80::5efe:127.0.0.1', '2001:db8::1', '2001:2::1', '2001:10::1', '2001:20::1', '3fff::1', '100::1'],
  ...['5f00::1', '4000::1', '2620:4f:8000::1', 'e000::1'],
];

const LOCAL_NAMES = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'ｌｏｃａｌｈｏｓｔ',
  'a.localhost',
  'a.b.localhost.',
  'local%68ost',
];

const urls = (hosts: readonly string[], wrap = (host: string) => host): string[] =>
  hosts.map((host) => `https://${wrap(host)}/hook`);

const HOSTILE = [
  ...urls([...IPV4, ...ODD_IPV4, ...ODD_PRIVATE, ...LOCAL_NAMES]),
  ...urls(IPV6, (host) => `[${host}]`),
  'https://127.0.0.1:443/hook',
  'https://[::1]:8443/hook',
  'https:\\\\127.0.0.1\\hook',
  'https:127.0.0.1/hook',
  'https:///127.0.0.1/hook',
  'https://\t127.0.0.1/hook',
  'ht\ntps://127.0.0.1/hook',
];

/** Texts that are not valid URLs of webhooks. Registration rejects them. */
const UNUSABLE = [
  ...[
    'https://[fe80::1%25eth0]/hook',
    'https://[fe80::1%eth0]/hook',
    'https://[::1',
    'https://256.256.256.256/',
  ],
  ...['https://user@example.com/', 'https://user:secret@example.com/', 'https://example.com@127.0.0.1/'],
  ...['https://example.com:80@127.0.0.1/', 'https://127.0.0.1%00.example.com/', 'https://exa mple.com/'],
  ...['ftp://example.com/', 'file:///etc/passwd', 'gopher://127.0.0.1:6379/_x', 'unix:/run/docker.sock'],
  ...[
    'javascript:alert(1)',
    'data:text/plain,x',
    '//example.com/',
    '/hook',
    '',
    'https://',
    'http://example.com/',
  ],
  ...[
    'wss://example.com/',
    `https://example.com/${'x'.repeat(2048)}`,
    'http://93.184.216.34/',
    'https://1.2.3@/',
  ],
];

interface Attempt {
  sockets: number;
  error: string | null;
}

/**
 * Counts connection attempts while `work` runs. Node publishes `net.client.socket` before it looks up the name, so only
 * the socket's own event shows an attempt.
 */
async function countingSockets<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
  let sockets = 0;
  const watch = (message: unknown): void => {
    (message as { socket: Socket }).socket.on('connectionAttempt', () => {
      sockets += 1;
    });
  };
  subscribe('net.client.socket', watch);
  try {
    return [await work(), sockets];
  } finally {
    unsubscribe('net.client.socket', watch);
  }
}

async function attempt(url: string, options: SenderOptions): Promise<Attempt> {
  const sender = createSender({ responseMilliseconds: 1_000, ...options });
  try {
    const [{ error, succeeded, durationMilliseconds }, sockets] = await countingSockets(() =>
      sender.send({ url: new URL(url), headers: {}, body: '{}' }),
    );
    assert.equal(succeeded, error === null);
    return { sockets, error, ...(sockets === 0 && { durationMilliseconds }) };
  } finally {
    await sender.close();
  }
}

/** The outcome for a private address equals that for an unknown name. Otherwise callers could probe internal names. */
const FORBIDDEN = {
  sockets: 0,
  error: 'No address of the host was found that this service may send to. Check the address of the webhook.',
  durationMilliseconds: 0,
};

/** Creates a lookup that returns the next of these results at each call, and repeats the last one. */
function lookupOf(...answers: (readonly string[])[]): NonNullable<SenderOptions['lookup']> {
  let asked = 0;
  const lookup = (
    _host: string,
    _options: object,
    callback: (error: Error | null, addresses: LookupAddress[]) => void,
  ): void => {
    const addresses = answers[Math.min(asked, answers.length - 1)] ?? [];
    asked += 1;
    setImmediate(() =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      ),
    );
  };
  return lookup as NonNullable<SenderOptions['lookup']>;
}

const systemLike = lookupOf(['127.0.0.1']);

describe('the address filter of webhooks', () => {
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver();
  });
  after(() => receiver.close());

  const production = addressFilter({ allowLoopback: false, allowedRanges: [] });
  const development = addressFilter({ allowLoopback: true, allowedRanges: [] });
  const targets = hookTargets(production, false);
  /** Whether the URL's host is loopback, which development allows. */
  const isLoopback = (url: string): boolean => {
    const { hostname } = new URL(url);
    return hostname.startsWith('127.') || hostname === '[::1]' || /(^|\.)localhost\.?$/.test(hostname);
  };

  it('is tested with more than a hundred addresses', () =>
    assert.ok(HOSTILE.length > 100, `${HOSTILE.length}`));

  it('rejects forbidden addresses at registration', () => {
    for (const url of HOSTILE)
      assert.match(targets.problemOf(url)?.message ?? `${url} passed`, /address is not public/);
    for (const url of UNUSABLE) assert.ok(targets.problemOf(url), `${url} passed`);
  });

  for (const [mode, mayReach] of [
    ['production', production],
    ['development', development],
  ] as const) {
    it(`opens no connection to a forbidden address in ${mode}`, async () => {
      let tried = 0;
      for (const url of [...HOSTILE, 'https://crm.example@10.0.0.1/', 'https://crm.example:80@[fd00::1]/']) {
        if (mode === 'development' && isLoopback(url)) continue;
        assert.deepEqual(await attempt(url, { mayReach, lookup: systemLike }), FORBIDDEN, url);
        tried += 1;
      }
      assert.ok(tried > 100, `${tried}`);
    });
  }

  it('allows loopback addresses and private ranges only as configured', async () => {
    const port = new URL(receiver.url).port;
    assert.deepEqual(await attempt(receiver.url, { mayReach: development }), { sockets: 1, error: null });
    assert.deepEqual(await attempt(receiver.url, { mayReach: production }), FORBIDDEN);
    const encrypted = await attempt(`https://127.0.0.1:${port}/hook`, { mayReach: development });
    assert.equal(encrypted.sockets, 1);
    assert.match(encrypted.error ?? '', /TLS connection was not accepted/);
    const named = `http://localhost:${port}/hook`;
    const lookup = lookupOf(['127.0.0.1']);
    assert.deepEqual(await attempt(named, { mayReach: development, lookup }), { sockets: 1, error: null });
    assert.deepEqual(await attempt(named, { mayReach: production, lookup }), FORBIDDEN);
    const byOperator = addressFilter({
      allowLoopback: false,
      allowedRanges: [
        { network: '127.0.0.0', prefix: 31, family: 'ipv4' },
        { network: 'fd00:1::', prefix: 32, family: 'ipv6' },
      ],
    });
    assert.deepEqual(await attempt(receiver.url, { mayReach: byOperator }), { sockets: 1, error: null });
    assert.equal(byOperator('127.0.0.2'), false);
    assert.equal(byOperator('fd00:1::7'), true);
    assert.equal(byOperator('::ffff:127.0.0.1'), false);
    assert.equal(byOperator('fd00:2::7'), false);
  });

  it('rejects a name when any of its addresses is forbidden', async () => {
    const url = 'https://crm.example/hook';
    const hidden = [
      ['127.0.0.1'],
      ['10.0.0.1'],
      ['169.254.169.254'],
      ['::1'],
      ['fd00:ec2::254'],
      ['::ffff:169.254.169.254'],
      ['64:ff9b::a9fe:a9fe'],
      ['93.184.216.34', '10.0.0.1'],
      ['10.0.0.1', '93.184.216.34'],
      ['2606:2800:220:1::1', '::1'],
      ['93.184.216.34', '::ffff:10.0.0.1'],
      ['fe80::1%eth0'],
      ['not an address'],
      [],
    ];
    for (const addresses of hidden) {
      const found = await attempt(url, { mayReach: production, lookup: lookupOf(addresses) });
      assert.deepEqual(found, FORBIDDEN, addresses.join());
    }
  });

  it('rejects a name that resolves to a forbidden address at the second lookup', async () => {
    const { port } = new URL(receiver.url);
    const url = `http://rebound.example:${port}/hook`;
    // Closes the connection, so that the next attempt looks the name up again.
    receiver.answer(respondWith(200, { connection: 'close' }));
    const mayReach = (address: string) => address === '127.0.0.1';
    const sender = createSender({ mayReach, lookup: lookupOf(['127.0.0.1'], ['127.0.0.2']) });
    const message = { url: new URL(url), headers: {}, body: '{}' };
    try {
      const [[first, second], sockets] = await countingSockets(async () => [
        await sender.send(message),
        await sender.send(message),
      ]);
      assert.deepEqual([first?.succeeded, second?.succeeded], [true, false]);
      assert.deepEqual([second?.error, sockets], [FORBIDDEN.error, 1]);
    } finally {
      await sender.close();
    }
  });

  it('looks a name up once, and connects to an address that it has checked', async () => {
    const { port } = new URL(receiver.url);
    let asked = 0;
    const answers = lookupOf(['127.0.0.1'], ['127.0.0.2']);
    const lookup = ((...parameters: Parameters<typeof answers>) => {
      asked += 1;
      answers(...parameters);
    }) as typeof answers;
    const remotes: (string | undefined)[] = [];
    const note = (message: unknown): void => {
      const { socket } = message as { socket: Socket };
      socket.once('connect', () => remotes.push(socket.remoteAddress));
    };
    subscribe('net.client.socket', note);
    try {
      const options = { mayReach: (address: string) => address === '127.0.0.1', lookup };
      const { error } = await attempt(`http://crm.example:${port}/hook`, options);
      assert.equal(error, null);
    } finally {
      unsubscribe('net.client.socket', note);
    }
    assert.deepEqual([asked, remotes], [1, ['127.0.0.1']]);
  });

  it('does not follow a redirect to a forbidden address', async () => {
    const inner = await startReceiver();
    try {
      for (const status of [301, 302, 303, 307, 308]) {
        receiver.answer(respondWith(status, { location: inner.url }));
        const { sockets, error } = await attempt(receiver.url, { mayReach: development });
        assert.equal(sockets, 1);
        assert.match(error ?? '', /redirect/);
      }
      receiver.answer(respondWith(200, { refresh: `0;url=${inner.url}`, 'content-location': inner.url }));
      assert.deepEqual(await attempt(receiver.url, { mayReach: development }), { sockets: 1, error: null });
      assert.deepEqual(inner.messages, []);
    } finally {
      await inner.close();
    }
  });

  it('accepts public addresses', () => {
    for (const address of [
      '8.8.8.8',
      '93.184.216.34',
      '172.32.0.1',
      '100.128.0.1',
      '2606:2800:220:1::1',
      '2a00::1',
    ]) {
      assert.equal(isPublicAddress(address), true, address);
      assert.equal(production(address), true, address);
    }
    const passing = [
      'https://crm.example/hook',
      'https://8.8.8.8/',
      'https://[2606:2800:220:1::1]:8443/a?b=c',
    ];
    for (const url of passing) assert.equal(targets.problemOf(url), undefined, url);
    for (const text of ['', 'localhost', '8.8.8', '1.2.3.4.5', ':::']) assert.equal(production(text), false);
  });

  it('accepts http URLs only in development, and only for loopback', () => {
    const { port } = new URL(receiver.url);
    const developing = hookTargets(development, true);
    for (const host of ['127.0.0.1', 'localhost', '[::1]', 'a.localhost']) {
      assert.equal(developing.problemOf(`http://${host}:${port}/`), undefined, host);
      assert.match(targets.problemOf(`http://${host}:${port}/`)?.message ?? '', /https|public/);
    }
    for (const url of ['http://crm.example/', 'http://8.8.8.8/', 'http://10.0.0.1/']) {
      assert.match(developing.problemOf(url)?.message ?? '', /https/, url);
    }
  });
});

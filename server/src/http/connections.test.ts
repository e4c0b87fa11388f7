import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { startTeamService, type TeamService } from '../../test/team-service.ts';
import { trustedProxies } from './client-address.ts';
import { type ConnectionLimits, limitConnections, networkOf } from './connections.ts';

const MOST = 3;

describe('the HTTP server', () => {
  let service: TeamService;
  before(async () => {
    service = await startTeamService({ maxConnections: MOST, requestHeadSeconds: 1 });
  });
  after(() => service.close());

  const open = async (allowHalfOpen = false) => {
    const { hostname, port } = new URL(service.url);
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen });
    await once(
      socket.on('error', () => undefined),
      'connect',
    );
    return socket;
  };

  it('reports database connections and waiting callers in its metrics', async () => {
    const metrics = await (await fetch(new URL('/metrics', service.url))).text();
    assert.match(metrics, /^charter_database_callers_waiting\{pool="requests"\} 0$/m);
    assert.match(metrics, /^charter_database_connections\{pool="background",state="used"\} \d+$/m);
  });

  it('closes an HTTP connection beyond the limit at once', async () => {
    const held = await Promise.all(Array.from({ length: MOST }, () => open()));
    const rejected = (await open()).resume();
    await once(rejected, 'close');
    for (const socket of held) socket.destroy();
  });

  it('closes a connection whose request does not start or whose headers do not end', async () => {
    // Both clients keep their side open, as an attacker does.
    const [silent, slow] = await Promise.all([open(true), open(true)]);
    slow.write('GET /healthz HTTP/1.1\r\nhost: a\r\n');
    let answer = '';
    slow.on('data', (chunk) => {
      answer += chunk;
    });
    await Promise.all([silent, slow].map((socket) => once(socket.resume(), 'end')));
    assert.match(answer, /^HTTP\/1\.1 408 /);
    // All connections are free again.
    const next = await Promise.all(Array.from({ length: MOST }, () => open()));
    const [first] = next;
    first?.write('GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
    assert.match(String(await once(first as EventEmitter, 'data')), /^HTTP\/1\.1 200 /);
    for (const socket of [silent, slow, ...next]) socket.destroy();
  });
});

describe('the limits of connections', () => {
  /** Returns a function that connects from an address and returns whether the connection stays open. */
  const serverWith = (limits: ConnectionLimits) => {
    const server = new EventEmitter();
    const proxies = trustedProxies([{ network: '198.51.100.1', prefix: 32, family: 'ipv4' }]);
    limitConnections(server as never, limits, proxies);
    return (remoteAddress: string) => {
      let open = true;
      const socket = Object.assign(new EventEmitter(), {
        remoteAddress,
        destroy: () => {
          open = false;
          socket.emit('close');
        },
      });
      server.emit('connection', socket);
      return { isOpen: open, end: socket.destroy };
    };
  };

  it('bound the number of connections of one address', () => {
    const connectFrom = serverWith({ perNode: 100, perAddress: 2 });
    const [first] = [connectFrom('192.0.2.1'), connectFrom('192.0.2.1')];
    assert.equal(connectFrom('192.0.2.1').isOpen, false);
    assert.equal(connectFrom('192.0.2.2').isOpen, true);
    first?.end();
    assert.equal(connectFrom('192.0.2.1').isOpen, true);
  });

  it('reserve the last connections for addresses that have few connections', () => {
    const connectFrom = serverWith({ perNode: 100, perAddress: 50 });
    const countOf = (address: string, tries: number): number =>
      Array.from({ length: tries }, () => connectFrom(address)).filter(({ isOpen }) => isOpen).length;
    assert.equal(countOf('192.0.2.1', 60), 50);
    assert.equal(countOf('192.0.2.2', 60), 45);
    assert.equal(countOf('192.0.2.3', 10), 4);
    assert.equal(countOf('192.0.2.4', 10), 1);
    assert.equal(countOf('192.0.2.5', 10), 0, 'the node is full');
  });

  it('do not limit a trusted proxy, except for the reserved connections', () => {
    const connectFrom = serverWith({ perNode: 100, perAddress: 2 });
    const opened = Array.from({ length: 100 }, () => connectFrom('::ffff:198.51.100.1'));
    assert.equal(opened.filter(({ isOpen }) => isOpen).length, 95);
    assert.equal(connectFrom('192.0.2.1').isOpen, true);
  });

  it('count an IPv6 network of 64 bits as one address, and an IPv4-mapped address as IPv4', () => {
    const same = ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::1', '2001:db8:1:2:ffff::%eth0'];
    assert.deepEqual(new Set(same.map(networkOf)), new Set(['2001:db8:1:2']));
    assert.notEqual(networkOf('2001:db8:1:3::1'), networkOf('2001:db8:1:2::1'));
    assert.equal(networkOf('::ffff:192.0.2.1'), '192.0.2.1');
    assert.equal(networkOf('::1'), '0:0:0:0');
    assert.equal(networkOf('2001:db8::1'), '2001:db8:0:0');
  });
});

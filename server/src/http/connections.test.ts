import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { startTeamService, type TeamService } from '../../test/team-service.ts';

const MOST = 3;

describe('connections', () => {
  let service: TeamService;
  before(async () => {
    service = await startTeamService({ maxConnections: MOST });
  });
  after(() => service.close());

  it('counts the connections to the database', async () => {
    const metrics = await (await fetch(new URL('/metrics', service.url))).text();
    assert.match(metrics, /^charter_database_connections\{pool="requests",state="waiting"\} 0$/m);
    assert.match(metrics, /^charter_database_connections\{pool="background",state="used"\} \d+$/m);
  });

  it('closes an HTTP connection beyond the limit at once', async () => {
    const open = async () => {
      const { hostname, port } = new URL(service.url);
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      await once(socket, 'connect');
      return socket;
    };
    const held = await Promise.all(Array.from({ length: MOST }, open));
    const refused = (await open()).resume();
    await once(refused, 'close');
    for (const socket of held) socket.destroy();
  });
});

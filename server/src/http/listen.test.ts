import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { it } from 'node:test';
import { assertCanListen } from './listen.ts';

it('assertCanListen explains why a port cannot be used, and releases a free port', async () => {
  const host = '127.0.0.1';
  const other = createServer().listen(0, host);
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await assert.rejects(assertCanListen({ host, port }), {
    code: 'Conflict',
    message: `Port ${port} of ${host} is in use. Stop the process that listens on it, or set PORT to another port.`,
  });
  other.close();
  await once(other, 'close');
  await assertCanListen({ host, port });
  await assertCanListen({ host, port });
  await assert.rejects(assertCanListen({ host: '203.0.113.1', port }), {
    message: 'HOST 203.0.113.1 is not an address of this machine.',
  });
});

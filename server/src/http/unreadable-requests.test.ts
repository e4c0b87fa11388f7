import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { systemClock } from '../kernel/clock.ts';
import { rejectUnreadable } from './unreadable-requests.ts';

interface ApiErrorBody {
  code: string;
  message: string;
  innerError: Record<string, string>;
}

describe('an unreadable request', () => {
  const server = createServer((_request, response) => response.end());
  before(async () => {
    server.on('clientError', rejectUnreadable(systemClock)).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => server.close());

  const send = async (
    request: string,
  ): Promise<{ status: string; id: string | undefined; error: ApiErrorBody }> => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(request);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    const id = /^request-id: (.+)$/m.exec(head)?.[1];
    return { status: head.split(' ')[1] ?? '', id, error: JSON.parse(body).error };
  };

  it('is rejected as an ApiError with a request id', async () => {
    const requests: [request: string, status: string, message: RegExp][] = [
      ['NONSENSE\r\n\r\n', '400', /not valid HTTP/],
      [`GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, '431', /16 KiB/],
    ];
    for (const [request, expected, message] of requests) {
      const { status, id, error } = await send(request);
      assert.equal(status, expected);
      assert.equal(error.code, 'InvalidRequest');
      assert.match(error.message, message);
      assert.equal(error.innerError['request-id'], id);
      assert.ok(id);
    }
  });
});

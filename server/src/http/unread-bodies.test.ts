import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, it } from 'node:test';
import { type FastifyInstance, fastify } from 'fastify';
import { type DiscardLimits, discardUnreadBodies } from './unread-bodies.ts';

const MEBIBYTE = 1024 * 1024;
const BODY = JSON.stringify({ text: 'x'.repeat(2 * MEBIBYTE) });

const FRAMINGS: Record<string, { header: string; framed: string }> = {
  'with a content-length': { header: `content-length: ${BODY.length}`, framed: BODY },
  'in chunks': {
    header: 'transfer-encoding: chunked',
    framed: `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`,
  },
};

const headWith = (header: string, path = '/') =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${header}\r\n\r\n`;

describe("a response that is sent before the end of the request's body", () => {
  let app: FastifyInstance;
  const clients: Socket[] = [];
  afterEach(async () => {
    for (const client of clients.splice(0)) client.destroy();
    await app.close();
  });

  /** Starts the service. `answered` resolves just before the next response is written. */
  const start = async (limits?: DiscardLimits) => {
    app = fastify({ bodyLimit: MEBIBYTE });
    discardUnreadBodies(app, limits);

    const answers: (() => void)[] = [];
    app.addHook('onSend', async () => answers.shift()?.());
    app.post('/', async () => ({}));
    const reject = async () => {
      throw Object.assign(new Error('Who are you?'), { statusCode: 401 });
    };
    app.post('/closed', { onRequest: reject }, async () => ({}));
    await app.listen({ port: 0, host: '127.0.0.1' });
    return { answered: () => new Promise<void>((resolve) => answers.push(resolve)) };
  };
  const address = () => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/`;

  /** Connects a client that does not read yet. Returns it with the service's socket. */
  const open = async (): Promise<{ client: Socket; served: Socket }> => {
    const accepted = once(app.server, 'connection') as Promise<[Socket]>;
    const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1').pause();
    client.on('error', () => undefined);
    clients.push(client);
    const [served] = await accepted;
    return { client, served };
  };
  const write = (client: Socket, data: string) =>
    new Promise<void>((resolve, reject) =>
      client.write(data, (error) => (error ? reject(error) : resolve())),
    );
  const statusIn = (answer: string) => answer.split(' ')[1];

  for (const [what, { header, framed }] of Object.entries(FRAMINGS)) {
    it(`reaches a client that reads after it has written the whole body ${what}`, async () => {
      const { answered } = await start();
      const { client, served } = await open();
      const rejected = answered();
      await write(client, headWith(header));
      await write(client, framed.slice(0, MEBIBYTE + 64));
      await rejected;
      // If the response had closed the connection, the connection would have ended by now.
      await new Promise(setImmediate);
      await write(client, framed.slice(MEBIBYTE + 64));
      const answer = await text(client);
      assert.equal(statusIn(answer), '413');
      assert.match(answer, /^connection: close$/m);
      assert.equal(JSON.parse(answer.split('\r\n\r\n')[1] ?? '').code, 'FST_ERR_CTP_BODY_TOO_LARGE');
      assert.equal(served.bytesRead, Buffer.byteLength(headWith(header) + framed));
    });
  }

  it('is sent before the whole body has arrived', async () => {
    await start();
    const { client } = await open();
    await write(client, headWith(`content-length: ${BODY.length}`));
    const [first] = await once(client.resume(), 'data');
    assert.equal(statusIn(String(first)), '413');
  });

  it('reaches fetch, with a complete or a streamed body', async () => {
    await start();
    const headers = { 'content-type': 'application/json' };
    for (let turn = 0; turn < 10; turn += 1) {
      const whole = await fetch(address(), { method: 'POST', headers, body: BODY });
      assert.equal(whole.status, 413);
      assert.match(await whole.text(), /too large/);
      const body = new Blob([BODY]).stream();
      const pieces = await fetch(address(), { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
      assert.equal(pieces.status, 413);
      assert.match(await pieces.text(), /too large/);
    }
  });

  const endless = async (client: Socket, path: string): Promise<void> => {
    client.write(headWith('transfer-encoding: chunked', path));
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    while (!client.destroyed) await write(client, chunk).catch(() => undefined);
  };

  it('closes the connection when the body does not end', { timeout: 60_000 }, async () => {
    await start({ bytes: 4 * MEBIBYTE, milliseconds: 60_000 });
    const { client, served } = await open();
    const [first] = await Promise.all([once(client.resume(), 'data'), endless(client, '/')]);
    assert.equal(statusIn(String(first)), '413');
    assert.ok(served.destroyed);
    assert.ok(served.bytesRead > 4 * MEBIBYTE && served.bytesRead < 7 * MEBIBYTE, `${served.bytesRead}`);
  });

  it('closes the connection when the body does not end, even if the response keeps it open', {
    timeout: 60_000,
  }, async () => {
    await start({ bytes: 4 * MEBIBYTE, milliseconds: 50 });
    const { client, served } = await open();
    const [first] = await Promise.all([once(client.resume(), 'data'), endless(client, '/closed')]);
    assert.equal(statusIn(String(first)), '401');
    assert.ok(served.destroyed);
  });

  for (const [path, status] of [
    ['/', '413'],
    ['/closed', '401'],
  ] as const) {
    it(`closes the connection when the body does not arrive, after ${status}`, {
      timeout: 60_000,
    }, async () => {
      await start({ bytes: 4 * MEBIBYTE, milliseconds: 50 });
      const { client } = await open();
      await write(client, headWith(`content-length: ${BODY.length}`, path));
      assert.equal(statusIn(await text(client)), status);
    });
  }

  it('keeps the connection open after a short body when the response does not close it', async () => {
    await start();
    const { client, served } = await open();
    await write(client, headWith('content-length: 2', '/closed'));
    assert.equal(statusIn(String((await once(client.resume(), 'data'))[0])), '401');
    await write(client, `{}${headWith('content-length: 2')}{}`);
    assert.equal(statusIn(String((await once(client, 'data'))[0])), '200');
    assert.ok(!served.destroyed);
  });
});

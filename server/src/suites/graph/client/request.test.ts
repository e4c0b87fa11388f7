import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { readBody, sendRequest } from './request.ts';

const BLOCK = 1024 * 1024;

describe('the body of a response', () => {
  /** Returns a response of this many blocks, and the number of blocks that were read. */
  function answer(blocks: number, type: string) {
    const sent = { blocks: 0, isCancelled: false };
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (sent.blocks === blocks) return controller.close();
          sent.blocks += 1;
          controller.enqueue(new Uint8Array(BLOCK).fill(0x20));
        },
        cancel() {
          sent.isCancelled = true;
        },
      },
      { highWaterMark: 0 },
    );
    return { response: new Response(body, { headers: { 'content-type': type } }), sent };
  }

  it('is rejected without reading further when it is longer than any response of Graph', async () => {
    for (const [type, most] of [
      ['application/json', 16],
      ['application/octet-stream', 128],
    ] as const) {
      const { response, sent } = answer(1_000, type);
      await assert.rejects(readBody(response), /longer than/);
      assert.deepEqual(sent, { blocks: most + 1, isCancelled: true });
    }
  });

  it('is read in full up to the maximum length, without its byte order mark', async () => {
    const { response } = answer(16, 'text/csv');
    assert.equal(((await readBody(response)) as string).length, 16 * BLOCK);
    const bytes = Buffer.from('\uFEFFReport Refresh Date,Größe');
    assert.equal(await readBody(new Response(bytes)), 'Report Refresh Date,Größe');
    assert.equal(await readBody(new Response(null, { status: 204 })), undefined);
  });
});

describe('a request', () => {
  it('calls its own onSent when it leaves', async () => {
    const server = createServer((request, response) => {
      sent.push(`${request.url} arrives`);
      response.end();
    });
    const sent: string[] = [];
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { signal } = new AbortController();
    try {
      for (const path of ['/one', '/two']) {
        const onSent = (): void => void sent.push(`${path} leaves`);
        await sendRequest(`${origin}${path}`, { method: 'POST', headers: {}, body: {}, signal, onSent });
      }
      await sendRequest(`${origin}/three`, { method: 'GET', headers: {}, signal });
    } finally {
      server.close();
      server.closeAllConnections();
    }
    assert.deepEqual(sent, ['/one leaves', '/one arrives', '/two leaves', '/two arrives', '/three arrives']);
  });
});

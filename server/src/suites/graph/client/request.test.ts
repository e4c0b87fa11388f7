import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readBody } from './request.ts';

const BLOCK = 1024 * 1024;

describe('the body of an answer', () => {
  /** Returns an answer of this many blocks, and how many of them were read. */
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

  it('is rejected, and read no further, when it is longer than any answer of Graph', async () => {
    for (const [type, most] of [
      ['application/json', 16],
      ['application/octet-stream', 128],
    ] as const) {
      const { response, sent } = answer(1_000, type);
      await assert.rejects(readBody(response), /longer than/);
      assert.deepEqual(sent, { blocks: most + 1, isCancelled: true });
    }
  });

  it('is read whole up to that length, without its byte order mark', async () => {
    const { response } = answer(16, 'text/csv');
    assert.equal(((await readBody(response)) as string).length, 16 * BLOCK);
    const bytes = Buffer.from('\uFEFFReport Refresh Date,Größe');
    assert.equal(await readBody(new Response(bytes)), 'Report Refresh Date,Größe');
    assert.equal(await readBody(new Response(null, { status: 204 })), undefined);
  });
});

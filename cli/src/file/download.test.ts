import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startTestService } from '../../../sdk/src/test-service.ts';
import { EXIT } from '../exit-codes.ts';
import { charter } from '../run-charter.ts';

const TEAM = '0199c2d4-7a10-7c52-b8a5-5f1d6e0c9b11';

describe('charter file download', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'charter-'));
  });
  after(() => rm(folder, { recursive: true }));

  const download = (url: string, name: string, ...options: string[]) =>
    charter([
      'file',
      'download',
      TEAM,
      '19:a',
      'Guide.pdf',
      '--out',
      join(folder, name),
      '--url',
      url,
      ...options,
    ]);

  it('writes the file, and overwrites an existing file only with --force', async () => {
    const bytes = { headers: { 'content-type': 'application/octet-stream' } };
    await using service = await startTestService(
      { status: 200, ...bytes, body: 'first' },
      { status: 200, ...bytes, body: 'second' },
    );
    assert.equal((await download(service.baseUrl, 'guide.pdf')).code, EXIT.done);
    const again = await download(service.baseUrl, 'guide.pdf');
    assert.deepEqual([again.code, service.seen.length], [EXIT.usage, 1]);
    assert.match(again.stderr, /guide\.pdf exists\. Add --force/);
    assert.equal(await readFile(join(folder, 'guide.pdf'), 'utf8'), 'first');
    const forced = await download(service.baseUrl, 'guide.pdf', '--force');
    assert.match(forced.stderr, /\(6 bytes\)/);
    assert.equal(await readFile(join(folder, 'guide.pdf'), 'utf8'), 'second');
  });

  it('leaves no file at the target path when the connection breaks', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      assert.notEqual((await download(url, 'broken.pdf')).code, EXIT.done);
      assert.ok(!(await readdir(folder)).includes('broken.pdf'));
    } finally {
      server.close();
    }
  });
});

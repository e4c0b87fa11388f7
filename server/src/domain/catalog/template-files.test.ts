/** Tests the files of templates: stored once, checked in manifests, and stored while something needs them. */
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { openTestCatalog, TEST_CALL, type TestCatalog, userPrincipal } from '../../../test/catalog.ts';
import { TestClock } from '../../../test/clock.ts';
import { type CharterError, isCharterError } from '../../kernel/errors.ts';
import { CHUNK_BYTES } from './blob-ports.ts';
import { applyTemplate, deleteTemplate } from './change-templates.ts';
import { checkManifest } from './check-manifest.ts';
import type { JsonObject } from './document.ts';
import { getBlob, removeUnusedBlobs, storeBlob } from './store-blob.ts';

let catalog: TestCatalog;
before(async () => {
  catalog = await openTestCatalog();
});
after(() => catalog.close());

const clock = new TestClock(new Date('2026-11-26T08:00:00Z'));
const contentLimits = { fileBytes: 3 * CHUNK_BYTES, templateBytes: 4 * CHUNK_BYTES };
const DAY_SECONDS = 24 * 60 * 60;

const suite = {
  users: { resolve: async () => [], groupMembers: async () => [] },
  labels: { find: async () => undefined },
  teams: { find: async () => undefined, unknownApps: async () => [] },
};

const principal = userPrincipal(randomUUID(), 'gina', 'GOVERNANCE_MANAGER');
const deps = () => ({ ...catalog, clock, suite, contentLimits });
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Yields the bytes in parts of an odd length. */
async function* parts(bytes: Uint8Array) {
  for (let start = 0; start < bytes.length; start += 99_991) yield bytes.subarray(start, start + 99_991);
}

const put = (bytes: Uint8Array, sha256 = hashOf(bytes)) =>
  storeBlob(deps(), principal, TEST_CALL, { sha256, bytes: parts(bytes) });

async function contentOf(sha256: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await getBlob(deps(), principal, { sha256 })).bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const manifest = (files: JsonObject[], rest: JsonObject = {}): JsonObject => ({
  manifestVersion: '1.0',
  templateConfiguration: { id: 'files', name: 'Files', language: 'en', version: '1.0' },
  initialization: { structure: {}, contents: { channels: [{ files, ...rest }] } },
});

const errorsOf = async (files: JsonObject[], rest: JsonObject = {}): Promise<string[]> =>
  (await checkManifest(deps(), principal.tenantId, { manifest: manifest(files, rest) })).errors.map(
    ({ path, messageCode }) => `${path.replace('initialization.contents.channels[0]', '')} ${messageCode}`,
  );

const rejection = async (attempt: Promise<unknown>): Promise<CharterError> => {
  const error = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(isCharterError(error), String(error));
  return error;
};

describe('the store of template files', () => {
  it('stores a file of several chunks, and reads it back', async () => {
    const bytes = Buffer.alloc(2 * CHUNK_BYTES + 7, 'abc');
    assert.deepEqual(await put(bytes), { sha256: hashOf(bytes), size: bytes.length });
    assert.ok((await contentOf(hashOf(bytes))).equals(bytes));
    const { blobs } = catalog.store.in(principal.tenantId);
    const middle = await blobs.read(hashOf(bytes), CHUNK_BYTES - 5, CHUNK_BYTES + 5);
    assert.ok(bytes.subarray(CHUNK_BYTES - 5, CHUNK_BYTES + 5).equals(middle));
  });

  it('accepts two simultaneous uploads of the same file', async () => {
    const bytes = Buffer.from(randomUUID());
    const [one, other] = await Promise.all([put(bytes), put(bytes)]);
    assert.deepEqual(one, other);
    assert.ok((await contentOf(hashOf(bytes))).equals(bytes));
  });

  it('rejects a file that is too large or has another hash, and stores no part of it', async () => {
    const large = Buffer.alloc(3 * CHUNK_BYTES + 1);
    assert.equal((await rejection(put(large))).code, 'PayloadTooLarge');
    const other = hashOf(Buffer.from('other'));
    const wrong = await rejection(put(Buffer.from('this'), other));
    assert.deepEqual([wrong.code, wrong.details[0]?.target], ['InvalidRequest', 'sha256']);
    for (const sha256 of [hashOf(large), other, hashOf(Buffer.from('this'))])
      assert.equal((await rejection(contentOf(sha256))).code, 'NotFound');
  });

  it('reports every mistake in the files of a manifest', async () => {
    const bytes = Buffer.alloc(2 * CHUNK_BYTES + 1, randomUUID());
    await put(bytes);
    const source = `blob:${hashOf(bytes)}`;
    const missing = `blob:${hashOf(Buffer.from('missing'))}`;
    assert.deepEqual(await errorsOf([{ path: 'A.txt', source: missing }]), [
      '.files[0].source manifest.blobMissing',
    ]);
    assert.deepEqual(
      await errorsOf([
        { path: 'A.bin', source },
        { path: 'B.bin', source },
      ]),
      ['initialization.contents manifest.filesLarge'],
    );
    assert.deepEqual(await errorsOf([{ path: 'A.bin', source, rendered: true }]), [
      '.files[0].rendered manifest.renderedFile',
    ]);
    assert.deepEqual(
      await errorsOf([
        { path: 'A.txt', source: `data:,${encodeURIComponent('<% if %>')}`, rendered: true },
      ]).then((errors) => errors.map((error) => error.split(' ')[0])),
      ['.files[0].source'],
    );
    const x = 'data:,x';
    assert.deepEqual(
      await errorsOf(
        [
          { path: '../A.txt', source: x },
          { path: 'a|b', source: x },
          { path: 'A/B', source: x },
          { path: 'a/b', source: x },
          { path: 'Folder', source: x },
          { path: 'C', source: 'here/c.txt' },
          { path: 'D', source: 'data:;base64,*' },
        ],
        { folders: [{ path: 'folder/Inner' }, { path: 'COM1' }] },
      ),
      [
        '.folders[1].path contents.nameReserved',
        '.files[0].path contents.pathSegment',
        '.files[1].path contents.nameCharacters',
        '.files[5].source manifest.contentMissing',
        '.files[6].source manifest.dataUri',
        '.files[3].path manifest.pathTwice',
        '.files[4].path manifest.pathTwice',
      ],
    );
  });

  it('checks a long data URI in linear time, and accepts white space in Base64', async () => {
    // An expression with quadratic time would need minutes for this source.
    const source = `data:;base64,${' '.repeat(200_000)}*`;
    assert.deepEqual(await errorsOf([{ path: 'A', source }]), ['.files[0].source manifest.dataUri']);
    assert.deepEqual(await errorsOf([{ path: 'A', source: 'data:;base64, SGVs\n bG8= \n' }]), []);
  });

  it('deletes a file one day after the last template that uses it was deleted', async () => {
    const bytes = Buffer.from(randomUUID());
    await put(bytes);
    const sha256 = hashOf(bytes);
    const apply = (files: JsonObject[]) =>
      applyTemplate(deps(), principal, TEST_CALL, { manifest: manifest(files) });
    await apply([{ path: 'A.txt', source: `blob:${sha256}` }]);
    clock.advance(3 * DAY_SECONDS);
    await removeUnusedBlobs(deps(), principal.tenantId);
    assert.ok((await contentOf(sha256)).equals(bytes));
    await apply([{ path: 'A.txt', source: 'data:,x' }]);
    clock.advance(DAY_SECONDS - 1);
    await removeUnusedBlobs(deps(), principal.tenantId);
    await apply([{ path: 'A.txt', source: `blob:${sha256}` }]);
    await deleteTemplate(deps(), principal, TEST_CALL, { templateId: 'files' });
    clock.advance(DAY_SECONDS + 1);
    assert.ok((await removeUnusedBlobs(deps(), principal.tenantId)) > 0);
    assert.equal((await rejection(contentOf(sha256))).code, 'NotFound');
  });

  it('throws NotFound to a reader whose file is deleted during the download', async () => {
    const bytes = Buffer.alloc(2 * CHUNK_BYTES, randomUUID());
    await put(bytes);
    const { bytes: stored } = await getBlob(deps(), principal, { sha256: hashOf(bytes) });
    clock.advance(DAY_SECONDS + 1);
    await removeUnusedBlobs(deps(), principal.tenantId);
    const read = async (): Promise<void> => {
      for await (const part of stored) assert.equal(part.length, CHUNK_BYTES);
    };
    assert.equal((await rejection(read())).code, 'NotFound');
  });
});

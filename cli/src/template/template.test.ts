import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import { startTestService } from '../../../sdk/src/test-service.ts';
import { EXIT } from '../exit-codes.ts';
import { charter } from '../run-charter.ts';
import { warningLines } from './warnings.ts';

const template = (id: string, language: string) => ({
  templateConfiguration: { id, name: id, language, enabled: true },
});
const answer = (...value: object[]) => ({ status: 200, body: { value } });

describe('charter template list', () => {
  it('prints the number of templates in other languages', async () => {
    const all = [template('one', 'en-US'), template('deux', 'fr-FR'), template('zwei', 'de-DE')];
    await using service = await startTestService(answer(all[0] as object), answer(...all));
    const { stdout, stderr } = await charter(['template', 'list', '--url', service.baseUrl]);
    assert.match(stdout, /^one/m);
    assert.doesNotMatch(stdout, /deux/);
    assert.match(
      stderr,
      /2 templates are in languages other than English\. Use --language '\*' to list all\./,
    );
  });

  it('prints no note when a language is given', async () => {
    await using service = await startTestService(answer(template('deux', 'fr-FR')));
    const { stderr } = await charter(['template', 'list', '--language', 'fr', '--url', service.baseUrl]);
    assert.equal(service.seen.length, 1);
    assert.equal(stderr, '');
  });
});

describe('a command that warns about a manifest', () => {
  it('prints one line for each message, the rarest first', () => {
    const stored = (path: string) => ({ path, message: 'Not known here.' });
    const lines = warningLines([
      ...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(stored),
      { path: 'newTeam.x', message: 'Did you mean y?' },
    ]);
    assert.deepEqual(lines, ['newTeam.x: Did you mean y?', 'a, b, c, d, e and 2 more: Not known here.']);
  });
});

describe('charter template versions', () => {
  it('prints one line for each version, with its first changes', async () => {
    const version = {
      version: '1.1',
      name: 'Deal room',
      enabled: true,
      changedDateTime: '2026-11-21T08:00:00.000Z',
      changedBy: { id: 'greta', kind: 'user', displayName: 'Greta' },
      changedPaths: ['a', 'b', 'c', 'd', 'e'],
    };
    await using service = await startTestService(answer(version));
    const { stdout } = await charter(['template', 'versions', 'deal-room', '--url', service.baseUrl]);
    assert.match(stdout, /1\.1 .* Greta .* yes .* a, b, c and 2 more$/m);
  });
});

describe('charter template export', () => {
  it('writes the manifest of a version', async () => {
    await using service = await startTestService({ status: 200, body: { format: 'yaml', text: 'a: 1\n' } });
    const { stdout } = await charter([
      'template',
      'export',
      'deal-room',
      '--version',
      '1.0',
      '--url',
      service.baseUrl,
    ]);
    assert.equal(stdout, 'a: 1\n');
    assert.match(service.seen[0]?.url ?? '', /deal-room\/versions\/1\.0$/);
  });
});

describe('charter template check', () => {
  it('prints each mistake with its place, and exits with the code of a rejected request', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'charter-check-'));
    const file = join(folder, 'room.yaml');
    await writeFile(file, 'templateConfiguration: {}\n');
    const problem = { path: 'templateConfiguration.name', message: 'Is missing.', line: 1, column: 24 };
    await using service = await startTestService({ status: 200, body: { errors: [problem], warnings: [] } });
    const { code, stderr } = await charter(['template', 'check', file, '--url', service.baseUrl]);
    await rm(folder, { recursive: true });
    assert.equal(code, EXIT.rejected);
    assert.match(stderr, /room\.yaml:1:24: error: templateConfiguration\.name: Is missing\./);
  });
});

describe('the files of a manifest', () => {
  const MANIFEST = `# kept
templateConfiguration: { id: deal, name: Deal }
initialization:
  contents:
    channels:
      - files:
          - path: Guide.pdf
            source: files/guide.pdf # beside
          - { path: Inline.txt, source: "data:,x" }
`;
  const BYTES = Buffer.from('%PDF');
  const SHA256 = createHash('sha256').update(BYTES).digest('hex');

  it('are uploaded when the manifest is applied, and named by their hash', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'charter-'));
    try {
      await mkdir(join(folder, 'files'));
      await writeFile(join(folder, 'files', 'guide.pdf'), BYTES);
      await writeFile(
        join(folder, 'deal.yaml'),
        `${MANIFEST}          - { path: Copy.pdf, source: files/guide.pdf }\n`,
      );
      const applied = { outcome: 'created', template: template('deal', 'en'), warnings: [] };
      await using service = await startTestService(
        { status: 200, body: { sha256: SHA256, size: BYTES.length } },
        { status: 200, body: applied },
      );
      const place = join(folder, 'deal.yaml');
      const { code } = await charter(['template', 'apply', place, '--url', service.baseUrl]);
      assert.equal(code, EXIT.done);
      const [upload, apply, ...further] = service.seen;
      assert.deepEqual(further, []);
      assert.match(upload?.url ?? '', new RegExp(`/catalog/blobs/${SHA256}$`));
      const { manifest } = JSON.parse(apply?.body ?? '') as { manifest: string };
      assert.match(
        manifest,
        new RegExp(`# kept[^]*source: blob:${SHA256} # beside[^]*data:,x[^]*blob:${SHA256}`),
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('are named in the error when the service rejects them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'charter-'));
    try {
      await mkdir(join(folder, 'files'));
      await writeFile(join(folder, 'files', 'guide.pdf'), BYTES);
      await writeFile(join(folder, 'deal.yaml'), MANIFEST);
      const error = { code: 'PayloadTooLarge', message: 'The file is larger than 3 bytes.' };
      await using service = await startTestService({ status: 413, body: { error } });
      const place = join(folder, 'deal.yaml');
      const { code, stderr } = await charter(['template', 'apply', place, '--url', service.baseUrl]);
      assert.equal(code, EXIT.rejected);
      assert.match(stderr, /deal\.yaml: error: files\/guide\.pdf: The file is larger than 3 bytes\./);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('are read only from the folder of the manifest', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'charter-'));
    try {
      await writeFile(join(folder, 'deal.yaml'), MANIFEST.replace('files/guide.pdf', '../secret.txt'));
      await using service = await startTestService(answer());
      const place = join(folder, 'deal.yaml');
      const { code, stderr } = await charter(['template', 'apply', place, '--url', service.baseUrl]);
      assert.deepEqual([code, service.seen.length], [EXIT.rejected, 0]);
      assert.match(stderr, /\.\.\/secret\.txt is not in the folder of the manifest/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  for (const [what, link, manifest] of [
    ['contents', 'files/guide.pdf', MANIFEST],
    ['a picture', 'logo.png', `templateConfiguration:\n  id: deal\n  pictureUrl: logo.png\n`],
  ] as const) {
    it(`are not read through a link out of the folder of the manifest, as ${what}`, async () => {
      const outside = await mkdtemp(join(tmpdir(), 'charter-'));
      const folder = join(outside, 'received');
      try {
        await mkdir(join(folder, 'files'), { recursive: true });
        await writeFile(join(outside, 'secret'), 'secret');
        await symlink(join(outside, 'secret'), join(folder, link));
        await writeFile(join(folder, 'deal.yaml'), manifest);
        await using service = await startTestService(answer());
        const { code, stderr } = await charter(['template', 'apply', folder, '--url', service.baseUrl]);
        assert.deepEqual([code === EXIT.done, service.seen.length], [false, 0]);
        assert.match(stderr, /is a link to a place outside of the manifest's folder/);
      } finally {
        await rm(outside, { recursive: true });
      }
    });
  }

  it('are unpacked from a zip file only when the manifest names them, and only up to a size', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'charter-'));
    /** Sets the unpacked size of the last file to 3.9 GiB, in the central directory (PKWARE APPNOTE, 4.3.12). */
    const withHugeFile = (files: Record<string, string>): Uint8Array => {
      const entries = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
      const zip = zipSync(Object.fromEntries(entries));
      const directory = Buffer.from(zip.buffer).lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
      new DataView(zip.buffer).setUint32(directory + 24, 0xf9_99_99_99, true);
      return zip;
    };
    try {
      const zip = join(folder, 'deal.zip');
      const text = MANIFEST.replaceAll('files/guide.pdf', 'guide.pdf');
      await using service = await startTestService(
        { status: 200, body: { sha256: SHA256, size: BYTES.length } },
        { status: 200, body: { outcome: 'unchanged', template: template('deal', 'en'), warnings: [] } },
      );
      await writeFile(zip, withHugeFile({ 'deal.yaml': text, 'guide.pdf': BYTES.toString() }));
      const named = await charter(['template', 'apply', zip, '--url', service.baseUrl]);
      assert.deepEqual([named.code, service.seen.length], [EXIT.rejected, 0]);
      assert.match(named.stderr, /guide\.pdf in .* is larger than 268435456 bytes/);
      const files = { 'deal.yaml': text, 'guide.pdf': BYTES.toString(), 'bomb.bin': 'x' };
      await writeFile(zip, withHugeFile(files));
      const unnamed = await charter(['template', 'apply', zip, '--url', service.baseUrl]);
      assert.equal(unnamed.code, EXIT.done, unnamed.stderr);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('are exported in a zip file that can be applied', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'charter-'));
    try {
      const text = MANIFEST.replace('files/guide.pdf', `blob:${SHA256}`);
      await using service = await startTestService(
        { status: 200, body: { format: 'yaml', text } },
        { status: 200, body: BYTES.toString() },
        { status: 200, body: { sha256: SHA256, size: BYTES.length } },
        { status: 200, body: { outcome: 'unchanged', template: template('deal', 'en'), warnings: [] } },
      );
      const out = join(folder, 'deal.zip');
      const exported = await charter(['template', 'export', 'deal', '--out', out, '--url', service.baseUrl]);
      assert.equal(exported.code, EXIT.done, exported.stderr);
      assert.equal((await charter(['template', 'apply', out, '--url', service.baseUrl])).code, EXIT.done);
      const { manifest } = JSON.parse(service.seen[3]?.body ?? '') as { manifest: string };
      assert.equal(manifest, text);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

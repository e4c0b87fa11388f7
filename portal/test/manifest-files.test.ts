import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { strToU8, zipSync } from 'fflate';

// The module reads the portal's address from the page.
const location = new URL('http://127.0.0.1/');
Object.assign(globalThis, { document: { querySelector: () => null }, location });
const { openManifest } = await import('../src/features/templates/manifest-files.ts');

const MANIFEST = 'initialization: { contents: { channels: [{ files: [{ source: guide.pdf }] }] } }\n';

/** Returns a zip whose last file can't be unpacked, because of its size or its data (PKWARE APPNOTE, 4.3). */
function zipWith(files: Record<string, string>, fault: 'huge' | 'damaged'): File {
  const entries = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
  const zip = zipSync(Object.fromEntries(entries));
  const signature = Buffer.from([0x50, 0x4b, fault === 'huge' ? 0x01 : 0x03, fault === 'huge' ? 0x02 : 0x04]);
  const header = Buffer.from(zip.buffer).lastIndexOf(signature);
  const view = new DataView(zip.buffer);
  if (fault === 'huge') view.setUint32(header + 24, 0xf9_99_99_99, true);
  else
    zip.fill(
      0xff,
      header + 30 + view.getUint16(header + 26, true),
      header + 40 + view.getUint16(header + 26, true),
    );
  return new File([zip], 'deal.zip');
}

const LONG = 'text '.repeat(1000);

describe('a manifest in a zip', () => {
  for (const name of ['other/b.yaml', 'logo.png', 'unnamed.pdf']) {
    it(`opens without unpacking ${name}, which it does not name`, async () => {
      const zip = zipWith({ 'deal.yaml': MANIFEST, 'guide.pdf': '%PDF', [name]: LONG }, 'damaged');
      const opened = await openManifest([['deal.zip', zip]]);
      assert.equal(opened?.manifest.text, MANIFEST);
      assert.deepEqual([...(opened?.files.keys() ?? [])], ['guide.pdf']);
    });
  }

  it('opens without a file that is too large to be unpacked', async () => {
    const zip = zipWith({ 'deal.yaml': MANIFEST, 'guide.pdf': LONG }, 'huge');
    const opened = await openManifest([['deal.zip', zip]]);
    assert.deepEqual([opened?.files.size, opened?.missing], [0, ['guide.pdf']]);
  });
});

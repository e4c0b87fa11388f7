import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from './document.ts';
import { TEMPLATE_LIMITS } from './limits.ts';
import { readManifest } from './manifest.ts';
import { fromDataUri } from './picture.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const JPEG = Buffer.from('ffd8ffe000104a464946', 'hex');

const manifest = (pictureUrl: string): JsonObject => ({
  manifestVersion: '1.0',
  templateConfiguration: { id: 'x', name: 'X', language: 'en', pictureUrl },
});

const errorsOf = (pictureUrl: string, files?: Record<string, Uint8Array>): string[] =>
  readManifest(manifest(pictureUrl), { files }).errors.map(({ path }) => path);

describe('the picture of a template', () => {
  it('is embedded in the template and in the manifest when its file was sent with the manifest', () => {
    const {
      manifest: read,
      original,
      errors,
    } = readManifest(manifest('room.png'), { files: { 'room.png': PNG } });
    assert.deepEqual(errors, []);
    const url = read?.catalogTemplate.templateConfiguration.pictureUrl ?? null;
    assert.deepEqual(fromDataUri(url), { contentType: 'image/png', bytes: PNG });
    assert.deepEqual(original, manifest(url ?? ''));
  });

  it('is embedded without changing the rest of a YAML text', () => {
    const text =
      '# ours\ntemplateConfiguration:\n  name: X # kept\n  pictureUrl: ./room.jpg\n  id: x\n  slug: s\n';
    const { source } = readManifest(text, { files: { 'room.jpg': JPEG } });
    const expected = text.replace('./room.jpg', `data:image/jpeg;base64,${JPEG.toString('base64')}`);
    assert.deepEqual(source, { format: 'yaml', text: expected });
  });

  it("is rejected when its file was not sent, or is outside of the manifest's folder", () => {
    assert.deepEqual(errorsOf('room.png'), ['templateConfiguration.pictureUrl']);
    assert.deepEqual(errorsOf('room.png', { 'other.png': PNG }), ['templateConfiguration.pictureUrl']);
    assert.deepEqual(errorsOf('../room.png', { '../room.png': PNG }), ['templateConfiguration.pictureUrl']);
    assert.deepEqual(errorsOf('toString', {}), ['templateConfiguration.pictureUrl']);
  });

  it('must be a PNG or JPEG of limited size', () => {
    const uri = (type: string, bytes: Uint8Array): string =>
      `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
    assert.deepEqual(errorsOf(uri('image/png', PNG)), []);
    assert.deepEqual(errorsOf(uri('image/jpeg', JPEG)), []);
    const rejected = ['templateConfiguration.pictureUrl'];
    assert.deepEqual(errorsOf(uri('image/svg+xml', Buffer.from('<svg/>'))), rejected);
    assert.deepEqual(errorsOf(uri('image/png', JPEG)), rejected);
    assert.deepEqual(errorsOf(uri('image/png', Buffer.from('text'))), rejected);
    assert.deepEqual(errorsOf('data:image/png;base64,@@@'), rejected);
    const large = Buffer.concat([PNG, Buffer.alloc(TEMPLATE_LIMITS.pictureBytes)]);
    assert.deepEqual(errorsOf(uri('image/png', large)), rejected);
    assert.deepEqual(errorsOf('room.png', { 'room.png': large }), rejected);
    assert.deepEqual(errorsOf('room.png', { 'room.png': Buffer.from('text') }), rejected);
  });

  it('causes a warning and is not used for teams when it is a link', () => {
    const { manifest: read, warnings } = readManifest(manifest('https://example.com/room.png'));
    assert.deepEqual(
      warnings.map(({ path }) => path),
      ['templateConfiguration.pictureUrl'],
    );
    assert.equal(fromDataUri(read?.catalogTemplate.templateConfiguration.pictureUrl ?? null), undefined);
  });
});

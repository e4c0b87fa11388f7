import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { imageSizeOf } from './image-size.ts';
import { imageTypeOf } from './image-type.ts';

/** Small images of 3 by 2 pixels, as encoders write them; the JPEG has a thumbnail of 1 by 1 before its frame. */
const IMAGES: Record<string, string> = {
  PNG: '89504e470d0a1a0a0000000d49484452000000030000000208020000001216f14d',
  'progressive JPEG':
    'ffd8ffe0001c4a46494600010200000100010000ffc0000b0800010001010111ffffc20011080002000303012200021101031101',
  'lossy WebP': '524946463800000057454250565038202c0000003001009d012a030002000140',
  'lossless WebP': '5249464624000000574542505650384c170000002f0240000007',
  'extended WebP': '524946463200000057454250565038580a00000010000000020000010000',
};

describe('the size of an image', () => {
  for (const [what, hex] of Object.entries(IMAGES)) {
    it(`is read from the header of a ${what}, and unknown for a truncated header`, () => {
      const bytes = Buffer.from(hex, 'hex');
      const type = imageTypeOf(bytes);
      assert.ok(type !== undefined);
      assert.deepEqual(imageSizeOf(bytes, type), { width: 3, height: 2 });
      for (let length = 0; length < 20; length += 1)
        assert.equal(imageSizeOf(bytes.subarray(0, length), type), undefined);
    });
  }

  it('is unknown for damaged headers', () => {
    const damaged = Buffer.from(IMAGES.PNG!.replace('49484452', '49444154'), 'hex');
    assert.equal(imageSizeOf(damaged, 'image/png'), undefined);
    assert.equal(imageSizeOf(Buffer.from('ffd8ff00ffd8', 'hex'), 'image/jpeg'), undefined);
    assert.equal(imageSizeOf(Buffer.alloc(40), 'image/webp'), undefined);
    const empty = Buffer.from(IMAGES.PNG!.replace('00000003', '00000000'), 'hex');
    assert.equal(imageSizeOf(empty, 'image/png'), undefined);
  });
});

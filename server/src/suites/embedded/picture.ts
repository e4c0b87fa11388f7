/** Checks of a team's picture that every suite makes. */
import { invalidField } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';

const SIGNATURES: Record<string, readonly number[]> = {
  'image/png': [0x89, 0x50, 0x4e, 0x47],
  'image/jpeg': [0xff, 0xd8, 0xff],
};

/** @throws InvalidRequest for bytes that are not a PNG or JPEG image, or too large */
export function assertPicture(contentType: string, bytes: Uint8Array, largest: number): void {
  const signature = Object.hasOwn(SIGNATURES, contentType) ? SIGNATURES[contentType] : undefined;
  if (signature?.every((byte, index) => bytes[index] === byte) !== true) {
    throw invalidField('picture', say('suite.pictureType', 'A team’s picture is a PNG or JPEG image.'));
  }
  if (bytes.byteLength > largest) {
    throw invalidField(
      'picture',
      say('suite.pictureSize', 'A team’s picture has at most {most} bytes. Use a smaller one.', {
        most: largest,
      }),
    );
  }
}

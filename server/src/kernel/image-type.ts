/** Recognises images by their first bytes. Excludes SVG, which can contain scripts. */

export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

const ANY_SIZE = [undefined, undefined, undefined, undefined];

/** The first bytes of each type; undefined stands for any byte (WebP has the size of the file there). */
const SIGNATURES: Record<ImageType, readonly (number | undefined)[]> = {
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/webp': [0x52, 0x49, 0x46, 0x46, ...ANY_SIZE, 0x57, 0x45, 0x42, 0x50],
};

/** Returns the type of the image; undefined for any other content. */
export const imageTypeOf = (bytes: Uint8Array): ImageType | undefined =>
  IMAGE_TYPES.find((type) =>
    SIGNATURES[type].every((byte, index) => byte === undefined || bytes[index] === byte),
  );

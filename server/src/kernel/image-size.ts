/** Reads the size of an image from its header, without decoding it. */
import type { ImageType } from './image-type.ts';

/** In pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

type Reader = (bytes: DataView) => ImageSize | undefined;

const textAt = (bytes: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((place) => bytes.getUint8(at + place)));

/** "PNG (Third Edition)", 11.2.1: the first chunk is IHDR. */
const readPng: Reader = (bytes) =>
  textAt(bytes, 12) === 'IHDR' ? { width: bytes.getUint32(16), height: bytes.getUint32(20) } : undefined;

/** Markers of a frame header. C4, C8 and CC have other meanings (ITU-T T.81, table B.1). */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** ITU-T T.81, B.1 and B.2.2. The segments before the frame header are skipped, such as one with a thumbnail. */
const readJpeg: Reader = (bytes) => {
  let at = 2;
  for (;;) {
    if (bytes.getUint8(at) !== 0xff) return undefined;
    const marker = bytes.getUint8(at + 1);
    // A marker can be preceded by any number of fill bytes.
    if (marker === 0xff) at += 1;
    else if (isFrame(marker)) return { height: bytes.getUint16(at + 5), width: bytes.getUint16(at + 7) };
    else at += 2 + bytes.getUint16(at + 2);
  }
};

const uint24 = (bytes: DataView, at: number): number =>
  bytes.getUint16(at, true) + bytes.getUint8(at + 2) * 0x10000;

/** RFC 9649, 2.5 to 2.7; RFC 6386, 9.1. */
const readWebp: Reader = (bytes) => {
  switch (textAt(bytes, 12)) {
    case 'VP8X':
      return { width: uint24(bytes, 24) + 1, height: uint24(bytes, 27) + 1 };
    case 'VP8L': {
      const sizes = bytes.getUint32(21, true);
      return { width: (sizes & 0x3fff) + 1, height: ((sizes >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      return { width: bytes.getUint16(26, true) & 0x3fff, height: bytes.getUint16(28, true) & 0x3fff };
    default:
      return undefined;
  }
};

const READERS: Record<ImageType, Reader> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/webp': readWebp,
};

/** Returns the size of the image; undefined if its header is damaged or states none. */
export function imageSizeOf(image: Uint8Array, type: ImageType): ImageSize | undefined {
  try {
    const size = READERS[type](new DataView(image.buffer, image.byteOffset, image.byteLength));
    return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
  } catch (error) {
    // The header is cut off.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

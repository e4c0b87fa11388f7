/** Reads files line by line, as bytes. */
import { createReadStream } from 'node:fs';

const CHUNK_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;
/** Maximum length of a line, far above that of any record. */
const LONGEST_LINE_BYTES = 64 * 1024 * 1024;

export type Chunks = AsyncIterable<Buffer> | Iterable<Buffer>;

export const chunksOf = (path: string): Chunks => createReadStream(path, { highWaterMark: CHUNK_BYTES });

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

export const hasByteOrderMark = (bytes: Buffer): boolean =>
  bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);

export const withoutByteOrderMark = (bytes: Buffer): Buffer =>
  hasByteOrderMark(bytes) ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes;

/**
 * Calls `take` with each line without its line feed, and whether it had one. The bytes may be overwritten after the
 * call.
 * @throws Error for a line that is longer than any record
 */
export async function eachLine(
  chunks: Chunks,
  take: (line: Buffer, isEnded: boolean) => void,
): Promise<void> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
      take(bytes.subarray(start, end), true);
      start = end + 1;
    }
    rest = bytes.subarray(start);
    if (rest.length > LONGEST_LINE_BYTES) throw new Error('it has a line that is longer than any record');
  }
  if (rest.length > 0) take(rest, false);
}

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';

/** Writes a file under a temporary name until it is complete. */
export async function writeWhole<Result>(
  path: string,
  work: (stream: Writable) => Promise<Result>,
): Promise<Result> {
  const partial = `${path}.partial`;
  const stream = createWriteStream(partial);
  await once(stream, 'open');
  const result = await work(stream);
  stream.end();
  await finished(stream);
  await rename(partial, path);
  return result;
}

/** Finds the last sequence number of each chain in earlier exports. The keys of the result are the chains' sources. */
import { readLine } from './line.ts';
import { chunksOf, eachLine, withoutByteOrderMark } from './lines.ts';

export async function lastSequences(paths: readonly string[]): Promise<Map<string, number>> {
  const last = new Map<string, number>();
  for (const path of paths) {
    await eachLine(chunksOf(path), (bytes) => {
      const line = readLine(withoutByteOrderMark(bytes));
      if (line !== undefined) last.set(line.source, Math.max(line.sequence, last.get(line.source) ?? 0));
    });
  }
  return last;
}

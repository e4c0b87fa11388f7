/** Reads from the coverage that V8 writes which parts of the sources a test file executes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Range {
  startOffset: number;
  endOffset: number;
  count: number;
}

interface Report {
  result: { url: string; functions: { ranges: Range[] }[] }[];
}

/** Ranges of each executed file, by its path. Several processes of one test may have executed it. */
export type Coverage = ReadonlyMap<string, readonly (readonly Range[])[]>;

/** Reads the reports of all processes of a test. `isWanted` limits them to some files. */
export function readCoverage(folder: string, isWanted: (path: string) => boolean): Coverage {
  const coverage = new Map<string, Range[][]>();
  for (const name of readdirSync(folder)) {
    const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Report;
    for (const { url, functions } of result) {
      const path = url.startsWith('file:') ? fileURLToPath(url) : url;
      if (!isWanted(path)) continue;
      coverage.set(path, [...(coverage.get(path) ?? []), functions.flatMap(({ ranges }) => ranges)]);
    }
  }
  return coverage;
}

/** Whether the innermost range around the offset was executed. Type stripping does not change offsets. */
const isIn = (ranges: readonly Range[], offset: number): boolean => {
  const around = ranges.filter(({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset);
  const inner = around.toSorted((one, other) => length(one) - length(other))[0];
  return inner !== undefined && inner.count > 0;
};

const length = ({ startOffset, endOffset }: Range): number => endOffset - startOffset;

export const isExecuted = (coverage: Coverage, path: string, offset: number): boolean =>
  (coverage.get(path) ?? []).some((ranges) => isIn(ranges, offset));

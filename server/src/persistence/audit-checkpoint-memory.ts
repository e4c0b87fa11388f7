/**
 * Keeps the last checkpoint of each tenant that this node has seen in a file. A node continues from it, so that
 * checkpoints removed from database and folder leave a gap in the numbers.
 */
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { CheckpointMemory } from '../engine/audit/checkpoints.ts';
import { CharterError } from '../kernel/errors.ts';

async function readLines(path: string): Promise<Map<string, string>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw error;
  }
  return new Map(Object.entries(JSON.parse(text) as Record<string, string>));
}

/** @throws ServiceUnavailable when the file exists but is unreadable */
export async function openCheckpointMemory(path: string): Promise<CheckpointMemory> {
  const lines = await readLines(path).catch((cause: Error) => {
    throw new CharterError(
      'ServiceUnavailable',
      `The last audit checkpoints, ${path}, can't be read: ${cause.message}. Repair the file, or move it away and note when: docs/audit.md says what that costs.`,
      { cause },
    );
  });
  return {
    lines,
    async keep(newest) {
      await mkdir(dirname(path), { recursive: true });
      const file = await open(`${path}.partial`, 'w', 0o600);
      try {
        await file.writeFile(JSON.stringify(Object.fromEntries(newest)));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${path}.partial`, path);
    },
  };
}

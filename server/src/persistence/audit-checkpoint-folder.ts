/** Appends checkpoints to files in a folder: one file per day, one line per checkpoint. */
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckpointSink } from '../engine/audit/checkpoints.ts';
import { CharterError } from '../kernel/errors.ts';
import type { SigningKey } from './audit-signing-key.ts';
import { makeFolders } from './make-folders.ts';

export interface CheckpointFolderOptions {
  directory: string;
  key: SigningKey;
  /** Receives each written checkpoint, for a log that leaves the machine. */
  onWritten: (line: string) => void;
}

/** Writes the public key beside the checkpoints, for verification in place. */
async function publishKey(directory: string, { publicJwk }: SigningKey): Promise<void> {
  const path = join(directory, `public-key-${publicJwk.kid}.json`);
  await writeFile(path, `${JSON.stringify(publicJwk)}\n`, { flag: 'wx', mode: 0o644 }).catch((error) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
}

/** @throws ServiceUnavailable when the folder can't be written */
export async function openCheckpointFolder(options: CheckpointFolderOptions): Promise<CheckpointSink> {
  const { directory, key, onWritten } = options;
  try {
    await makeFolders(directory);
    await publishKey(directory, key);
  } catch (cause) {
    throw new CharterError(
      'ServiceUnavailable',
      `The folder for audit checkpoints, ${directory}, can't be written: ${(cause as Error).message}. CHARTER_AUDIT_CHECKPOINT_DIR names another.`,
      { cause },
    );
  }
  return {
    async write(line, time) {
      const name = `checkpoints-${time.toISOString().slice(0, 10)}.ndjson`;
      const file = await open(join(directory, name), 'a', 0o644);
      try {
        await file.write(`${line}\n`);
        await file.datasync();
      } finally {
        await file.close();
      }
      onWritten(line);
    },
  };
}

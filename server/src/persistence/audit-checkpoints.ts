/**
 * Opens the files of audit checkpoints: the signing key, the folder that checkpoints are appended to, and the last
 * checkpoints of this node.
 */
import { access, appendFile, constants, mkdir, readFile, rename, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CheckpointSink } from '../engine/audit/chain-observer.ts';
import type { CheckpointSigner } from '../engine/audit/checkpoint-lines.ts';
import type { CheckpointMemory } from '../engine/audit/checkpoints.ts';
import type { AuditKeyStore } from '../engine/audit/ports.ts';
import type { Clock } from '../kernel/clock.ts';
import { openSigningKey, type SigningKey } from './audit-signing-key.ts';
import { makeFolders } from './make-folders.ts';
import { startFailure } from './unavailable.ts';

export interface CheckpointPlaces {
  /** File with the private key. Created when missing. */
  keyFile: string;
  directory: string;
  /** File with the last checkpoints that this node has seen. Created when missing. */
  memoryFile: string;
}

export interface OpenCheckpointsDeps {
  keys: AuditKeyStore;
  clock: Clock;
  /** Receives each written checkpoint. */
  onWritten: (line: string) => void;
}

/** Writes the public key beside the checkpoints, so that they can be verified there. */
async function publishKey(directory: string, { publicJwk }: SigningKey): Promise<void> {
  const path = join(directory, `public-key-${publicJwk.kid}.json`);
  await writeFile(path, `${JSON.stringify(publicJwk)}\n`, { flag: 'wx', mode: 0o644 }).catch((error) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
}

interface CheckpointFolder {
  sink: CheckpointSink;
  /** @throws Error when the folder can't be written, has no space left, or did not take the last line */
  assertWritable(): Promise<void>;
}

/**
 * Appends checkpoints to files in a folder: one file per day, one line per checkpoint.
 * @throws ServiceUnavailable when the folder can't be written
 */
async function openFolder(
  directory: string,
  key: SigningKey,
  onWritten: (line: string) => void,
): Promise<CheckpointFolder> {
  try {
    await makeFolders(directory);
    await publishKey(directory, key);
  } catch (cause) {
    throw startFailure(
      `The folder for audit checkpoints, ${directory}, can't be written: ${(cause as Error).message}. CHARTER_AUDIT_CHECKPOINT_DIR names another.`,
      cause,
    );
  }
  let failure: unknown;
  return {
    sink: {
      async write(line, time) {
        const name = `checkpoints-${time.toISOString().slice(0, 10)}.ndjson`;
        try {
          await appendFile(join(directory, name), `${line}\n`, { mode: 0o644, flush: true });
          failure = undefined;
        } catch (error) {
          failure = error;
          throw error;
        }
        onWritten(line);
      },
    },
    async assertWritable() {
      await access(directory, constants.W_OK);
      // Some file systems don't know their size. Only a write tells whether they are full.
      const { blocks, bavail } = await statfs(directory);
      if (blocks > 0 && bavail === 0) throw new Error(`There is no space left for ${directory}.`);
      if (failure !== undefined) throw failure;
    },
  };
}

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

/**
 * Opens the file with the last checkpoint of each tenant that this node has seen. The node continues from it, so that
 * checkpoints removed from database and folder leave a gap in the numbers.
 * @throws ServiceUnavailable when the file exists but is unreadable
 */
async function openMemory(path: string): Promise<CheckpointMemory> {
  const lines = await readLines(path).catch((cause: Error) => {
    throw startFailure(
      `The last audit checkpoints, ${path}, can't be read: ${cause.message}. Repair the file, or move it away and note when: docs/audit.md says what that costs.`,
      cause,
    );
  });
  return {
    lines,
    async keep(newest) {
      await mkdir(dirname(path), { recursive: true });
      const text = JSON.stringify(Object.fromEntries(newest));
      await writeFile(`${path}.partial`, text, { mode: 0o600, flush: true });
      await rename(`${path}.partial`, path);
    },
  };
}

/** @throws ServiceUnavailable with a message for the operator */
export async function openCheckpoints(
  { keyFile, directory, memoryFile }: CheckpointPlaces,
  { keys, clock, onWritten }: OpenCheckpointsDeps,
): Promise<CheckpointFolder & { signer: CheckpointSigner; memory: CheckpointMemory }> {
  const key = await openSigningKey(keyFile);
  await keys.add(key.publicJwk, clock.now());
  return {
    signer: key,
    ...(await openFolder(directory, key, onWritten)),
    memory: await openMemory(memoryFile),
  };
}

/** A lock on a folder, so that one service at a time uses it. The lock ends with its process. */
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError, explainFileError } from './failures.ts';
import { processStart } from './processes.ts';

const MOST_TRIES = 10;

/** Identifies the holder by process id and start time, because process ids are reused. */
const holderText = (pid: number): string => JSON.stringify({ pid, start: processStart(pid) });

const read = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '');

/** Returns the process id of a living holder. */
function livingHolder(text: string): number | undefined {
  const pid = Number(/"pid":(\d+)/.exec(text)?.[1]);
  return pid > 0 && processStart(pid) !== '' && text === holderText(pid) ? pid : undefined;
}

/** Removes the lock of a dead process. Restores a lock that was taken in the meantime. */
async function removeStale(file: string, aside: string): Promise<void> {
  await rename(file, aside).catch(() => undefined);
  if (livingHolder(await read(aside)) !== undefined) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}

/**
 * Takes the lock and returns a function that releases it.
 * @throws EmbeddedPostgresError (InUse) when another service, or this one, holds it
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, 'service.lock');
  const own = holderText(process.pid);
  const candidate = `${file}.${process.pid}.${Date.now()}`;
  try {
    await writeFile(candidate, own, { mode: 0o600 });
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      // link() is atomic and never replaces a file.
      const taken = await link(candidate, file).then(
        () => true,
        (error: NodeJS.ErrnoException) => error.code !== 'EEXIST' && Promise.reject(error),
      );
      if (taken) return async () => void ((await read(file)) === own && (await rm(file, { force: true })));
      const holder = livingHolder(await read(file));
      if (holder !== undefined) {
        throw new EmbeddedPostgresError(
          'InUse',
          `The data directory ${folder} is in use by the service with process id ${holder}. Stop that one first, ` +
            'give this one another folder with CHARTER_DATA_DIR, or run several nodes on one database with DATABASE_URL.',
        );
      }
      await removeStale(file, `${candidate}.stale`);
    }
    throw new EmbeddedPostgresError('InUse', `The lock ${file} can't be taken. Try again in a moment.`);
  } catch (error) {
    throw explainFileError(`The data directory ${folder} cannot be locked`, error);
  } finally {
    await rm(candidate, { force: true });
  }
}

/** One service at a time may use a data directory: a lock file that does not outlive its process. */
import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError, explainFileError } from './failures.ts';
import { processStart } from './process-identity.ts';

interface Holder {
  pid: number;
  /** What `processStart` said when the lock was taken: the same id of a later process does not match. */
  start: string;
}

/** Releases the lock. Idempotent. */
export type ReleaseLock = () => Promise<void>;

async function readHolder(file: string): Promise<Holder | undefined> {
  try {
    const { pid, start } = JSON.parse(await readFile(file, 'utf8')) as Partial<Holder>;
    return typeof pid === 'number' && typeof start === 'string' ? { pid, start } : undefined;
  } catch {
    return undefined;
  }
}

const isAlive = (holder: Holder): boolean => holder.start !== '' && processStart(holder.pid) === holder.start;

/** The process id of the service that uses this data directory now. */
export async function serviceUsing(dataDirectory: string): Promise<number | undefined> {
  const holder = await readHolder(join(dataDirectory, 'service.lock'));
  return holder && isAlive(holder) ? holder.pid : undefined;
}

/**
 * Takes the dead holder's file away. Between reading and renaming, another service may have taken the
 * lock; then what was renamed is a live lock and goes back.
 */
async function removeStale(file: string): Promise<void> {
  const aside = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await rename(file, aside);
  } catch {
    return;
  }
  const holder = await readHolder(aside);
  if (holder && isAlive(holder)) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}

/** @throws EmbeddedPostgresError (InUse) when another service, or this one, already has the lock. */
export async function lockDataDirectory(dataDirectory: string): Promise<ReleaseLock> {
  const file = join(dataDirectory, 'service.lock');
  const candidate = `${file}.${randomBytes(6).toString('hex')}`;
  const own: Holder = { pid: process.pid, start: processStart(process.pid) };
  try {
    await writeFile(candidate, JSON.stringify(own), { mode: 0o600 });
    for (let attempt = 0; attempt < 10; attempt += 1) {
      // A hard link appears whole or not at all, and never replaces what is there.
      const taken = await link(candidate, file).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'EEXIST') return false;
          throw error;
        },
      );
      if (taken) return releaser(file, own);
      const holder = await readHolder(file);
      if (holder && isAlive(holder)) throw inUse(dataDirectory, holder.pid);
      await removeStale(file);
    }
    throw inUse(dataDirectory, undefined);
  } catch (error) {
    throw explainFileError(`The data directory ${dataDirectory} cannot be locked`, error);
  } finally {
    await rm(candidate, { force: true });
  }
}

function releaser(file: string, own: Holder): ReleaseLock {
  return async () => {
    const holder = await readHolder(file);
    if (holder?.pid === own.pid && holder.start === own.start) await rm(file, { force: true });
  };
}

function inUse(dataDirectory: string, pid: number | undefined): EmbeddedPostgresError {
  const who = pid === undefined ? 'another service' : `the service with process id ${pid}`;
  return new EmbeddedPostgresError(
    'InUse',
    `The data directory ${dataDirectory} is in use by ${who}. Stop that one first, give this one another ` +
      'folder with CHARTER_DATA_DIR, or run several nodes on one database with DATABASE_URL.',
  );
}

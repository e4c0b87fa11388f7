/** A lock on a folder, so that one service at a time uses it. The system releases it when its process ends. */
import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { giveToFolderOwner } from './connection-file.ts';
import { EmbeddedPostgresError, explainFileError } from './failures.ts';

const SQLITE_BUSY = 5;

/**
 * Acquires the lock and returns a function that releases it. The lock is an open write transaction of SQLite. While it
 * is open, other processes can read the process id of the holder.
 * @throws EmbeddedPostgresError (InUse) when another service, or this one, holds the lock
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const file = join(folder, 'lock.db');
  let database: DatabaseSync | undefined;
  try {
    await access(folder, constants.W_OK);
    const lock = new DatabaseSync(file);
    database = lock;
    lock.exec(`PRAGMA user_version = ${process.pid}; BEGIN IMMEDIATE`);
    await giveToFolderOwner(file);
    return () => {
      if (lock.isOpen) lock.close();
    };
  } catch (error) {
    const isHeld = (error as { errcode?: number }).errcode === SQLITE_BUSY;
    const holder = isHeld ? database?.prepare('PRAGMA user_version').get()?.user_version : undefined;
    database?.close();
    if (!isHeld) throw explainFileError(`The data directory ${folder} cannot be locked`, error);
    throw new EmbeddedPostgresError(
      'InUse',
      `The data directory ${folder} is in use by the service with process id ${holder}. Stop that one first, ` +
        'give this one another folder with CHARTER_DATA_DIR, or run several nodes on one database with DATABASE_URL.',
    );
  }
}

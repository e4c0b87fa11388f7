/** Port and password of the embedded server, in a file that only the data directory's owner can read. */
import { randomBytes } from 'node:crypto';
import { chmod, chown, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { explainFileError } from './failures.ts';
import { runsAsRoot } from './processes.ts';

export interface Connection {
  port: number;
  password: string;
}

/** The superuser, who owns the database. */
export const SUPERUSER = 'postgres';
export const DATABASE = 'charter';

const connectionFile = (dataDirectory: string): string => join(dataDirectory, 'connection.json');

export const newPassword = (): string => randomBytes(24).toString('base64url');

export function connectionString({ port, password }: Connection, database: string = DATABASE): string {
  return `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
}

/**
 * Returns undefined when the file is missing or malformed.
 * @throws EmbeddedPostgresError when it is unreadable
 */
export async function readConnection(dataDirectory: string): Promise<Connection | undefined> {
  const text = await readFile(connectionFile(dataDirectory), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return '{}';
    throw explainFileError(`The connection file in ${dataDirectory} cannot be read`, error);
  });
  try {
    const { port, password } = JSON.parse(text) as Partial<Connection>;
    return typeof port === 'number' && typeof password === 'string' ? { port, password } : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces the file atomically, so that a reader never sees half of it. */
export async function writeConnection(dataDirectory: string, connection: Connection): Promise<void> {
  const file = connectionFile(dataDirectory);
  const unfinished = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(unfinished, `${JSON.stringify(connection)}\n`, { mode: 0o600 });
    await giveToFolderOwner(unfinished);
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw explainFileError(`The connection file in ${dataDirectory} cannot be written`, error);
  }
}

/** Gives a file that root created to the folder's owner, who must be able to start the server next time. */
export async function giveToFolderOwner(file: string): Promise<void> {
  if (!runsAsRoot()) return;
  const { uid, gid } = await stat(dirname(file));
  await chown(file, uid, gid);
  await chmod(file, 0o600);
}

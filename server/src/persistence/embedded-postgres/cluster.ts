/** The server's files ("cluster" in PostgreSQL's terms): their location and their creation. */
import {
  chmod,
  chown,
  lstat,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeFolders } from '../make-folders.ts';
import { SUPERUSER } from './connection-file.ts';
import { EmbeddedPostgresError, explainFailure, explainFileError } from './failures.ts';
import { type Account, mayAccess, runProgram, runsAsRoot } from './processes.ts';

/** PostgreSQL's major version. Clusters of other versions are incompatible. */
const MAJOR_VERSION = '18';

/**
 * Folder for clusters when the server's account can't enter the data directory, for example because the repository is
 * in root's home directory. `cluster` in the data directory is then a symbolic link.
 */
const REACHABLE_PLACE = '/var/lib/charter';
/** File beside a relocated cluster that names its data directory. */
const BELONGS_TO = 'data-directory';

export interface Cluster {
  /** Absolute path of the server's files, without symbolic links. */
  path: string;
  account: Account | undefined;
}

/**
 * Creates the data directory for its owner only. When root creates it, others may traverse the new folders, because
 * the cluster belongs to another account.
 */
export async function prepareDataDirectory(dataDirectory: string): Promise<string> {
  try {
    const mode = runsAsRoot() ? 0o711 : 0o700;
    for (const folder of await makeFolders(dataDirectory)) await chmod(folder, mode);
    return await realpath(dataDirectory);
  } catch (error) {
    throw explainFileError(`The data directory ${dataDirectory} cannot be made`, error);
  }
}

/**
 * Returns the existing cluster; undefined when there is none.
 * @throws EmbeddedPostgresError when the cluster is of another version, or its account can't reach it
 */
export async function findCluster(dataDirectory: string): Promise<Cluster | undefined> {
  const place = join(dataDirectory, 'cluster');
  if (!(await lstat(place).catch(() => undefined))) return undefined;
  const path = await realpath(place).catch((error: unknown) => {
    throw new EmbeddedPostgresError(
      'DataLost',
      `The database files of ${dataDirectory} are not where ${place} points to. Restore them, or remove that link to start with an empty database.`,
      error,
    );
  });
  await checkVersion(path);
  if (dirname(path) !== dataDirectory) await checkOwnLink(dataDirectory, path);
  const account = await ownerOf(path);
  if (await mayAccess(path, 'wx', account)) return { path, account };
  throw new EmbeddedPostgresError(
    'NoPermission',
    `The account that owns the database files in ${path} may not read and write them. Open the folders above to it (chmod o+x), or move the data directory.`,
  );
}

async function checkVersion(path: string): Promise<void> {
  const version = await readFile(join(path, 'PG_VERSION'), 'utf8').catch((error: unknown) => {
    throw explainFileError(`The database files in ${path} cannot be read`, error);
  });
  if (version.trim() === MAJOR_VERSION) return;
  throw new EmbeddedPostgresError(
    'OtherMajorVersion',
    `The database files in ${path} were written by PostgreSQL ${version.trim()}; this is PostgreSQL ${MAJOR_VERSION}. ` +
      'Export the data with the release that wrote them, or choose another folder with CHARTER_DATA_DIR.',
  );
}

/**
 * Rejects a copied data directory whose link still leads to the original's cluster. Accepts a moved one, and stores its
 * new path beside the cluster.
 */
async function checkOwnLink(dataDirectory: string, path: string): Promise<void> {
  const note = join(dirname(path), BELONGS_TO);
  const owner = await readFile(note, 'utf8').catch(() => undefined);
  if (owner === undefined || owner === dataDirectory) return;
  if ((await realpath(join(owner, 'cluster')).catch(() => '')) === path) {
    throw new EmbeddedPostgresError(
      'InUse',
      `${dataDirectory} is a copy of ${owner}, whose database files in ${path} were not copied. Copy them too, in place of the link ${join(dataDirectory, 'cluster')}.`,
    );
  }
  await writeFile(note, dataDirectory);
}

async function ownerOf(path: string): Promise<Account | undefined> {
  const { uid, gid } = await stat(path);
  if (runsAsRoot()) return { uid, gid };
  if (uid === process.getuid?.()) return undefined;
  throw new EmbeddedPostgresError(
    'NoPermission',
    `The database files in ${path} belong to another user (id ${uid}). Start as that user or as root, or choose another folder with CHARTER_DATA_DIR.`,
  );
}

/** Creates a cluster under a temporary name and renames it when it is complete. */
export async function createCluster(
  dataDirectory: string,
  account: Account | undefined,
  initdb: string,
  password: string,
  log: (line: string) => void,
): Promise<Cluster> {
  try {
    // Removes leftovers of killed starts. This process holds the lock, so no other process uses them.
    const unfinished = (await readdir(dataDirectory)).filter((name) =>
      /^cluster\.\w{6}(\.password)?$/.test(name),
    );
    for (const name of unfinished) await rm(join(dataDirectory, name), { recursive: true });
    let folder = await makeOwned(dataDirectory, account);
    if (!(await mayAccess(folder, 'wx', account))) {
      await rm(folder, { recursive: true });
      folder = await makeOwned(await makeReachablePlace(dataDirectory, log), account);
    }
    await initialise(initdb, folder, account, password);
    const path = join(dirname(folder), 'cluster');
    await rename(folder, path);
    if (dirname(path) !== dataDirectory) await symlink(path, join(dataDirectory, 'cluster'));
    return { path, account };
  } catch (error) {
    throw explainFileError(`The database files of ${dataDirectory} cannot be made`, error);
  }
}

/** Creates a folder of mode 0700 that belongs to the account. */
async function makeOwned(home: string, account: Account | undefined): Promise<string> {
  const folder = await mkdtemp(join(home, 'cluster.'));
  if (account) await chown(folder, account.uid, account.gid);
  return folder;
}

async function makeReachablePlace(dataDirectory: string, log: (line: string) => void): Promise<string> {
  await makeFolders(REACHABLE_PLACE);
  const home = await mkdtemp(join(REACHABLE_PLACE, `${basename(dataDirectory).replace(/^\.+/, '')}-`));
  for (const folder of [REACHABLE_PLACE, home]) await chmod(folder, 0o711);
  await writeFile(join(home, BELONGS_TO), dataDirectory);
  log(`${dataDirectory} is in a folder that only root may enter. The database files are in ${home}.`);
  return home;
}

async function initialise(
  initdb: string,
  folder: string,
  account: Account | undefined,
  password: string,
): Promise<void> {
  const passwordFile = `${folder}.password`;
  try {
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (account) await chown(passwordFile, account.uid, account.gid);
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    const access = [`--username=${SUPERUSER}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
    const args = [`--pgdata=${folder}`, ...access, ...locale, '--no-sync', '--no-instructions'];
    const { code, output } = await runProgram(initdb, args, account);
    if (code !== 0) throw explainFailure('PostgreSQL could not create its data', output);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(passwordFile, { force: true });
  }
}

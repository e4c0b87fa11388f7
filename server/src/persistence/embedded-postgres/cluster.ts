/** The files of the server ("cluster" in PostgreSQL's words): where they live, and how they are first made. */
import { createHash, randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolders } from '../make-folders.ts';
import { chooseAccount, mayWrite, runsAsRoot } from './account.ts';
import type { Binaries } from './binaries.ts';
import { SUPERUSER } from './connection-file.ts';
import { EmbeddedPostgresError, explainFailure, explainFileError } from './failures.ts';
import { type Account, runProgram } from './program.ts';

/** PostgreSQL's major version; the files of another one cannot be used. */
const MAJOR_VERSION = '18';

/**
 * As root, a data directory below a folder that others may not enter (a clone in root's home) cannot be
 * reached by the account that runs the server. Its files then live here, and `cluster` in the data
 * directory is a symbolic link to them.
 */
const REACHABLE_PLACE = '/var/lib/charter';

export interface Cluster {
  /** Absolute and without symbolic links: the path the server runs on. */
  path: string;
  account: Account | undefined;
}

const linkTo = (path: string): Promise<'nothing' | 'link' | 'folder'> =>
  lstat(path).then(
    (found) => (found.isSymbolicLink() ? 'link' : 'folder'),
    () => 'nothing',
  );

/**
 * Makes the data directory, for its owner only. As root, others may pass through the new folders (and only
 * that), because the cluster inside belongs to another account.
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

/** The cluster of an earlier start, where its account can reach it; undefined when there is none yet. */
export async function findCluster(
  dataDirectory: string,
  log: (line: string) => void,
): Promise<Cluster | undefined> {
  const place = join(dataDirectory, 'cluster');
  const kind = await linkTo(place);
  if (kind === 'nothing') return undefined;
  const path = await realpath(place).catch((error: unknown) => {
    throw new EmbeddedPostgresError(
      'DataLost',
      `The database files of ${dataDirectory} are not where ${place} points to. Restore them, or remove that link to start with an empty database.`,
      error,
    );
  });
  await checkVersion(path);
  const account = await ownerOf(path);
  if (await mayWrite(path, account)) return { path, account };
  if (kind === 'link' || !account) {
    throw new EmbeddedPostgresError(
      'NoPermission',
      `The database files in ${path} may not be read and written by the account that owns them. Check the permissions of the folders above.`,
    );
  }
  return { path: await moveToReachablePlace(dataDirectory, path, log), account };
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

async function ownerOf(path: string): Promise<Account | undefined> {
  const { uid, gid } = await stat(path);
  if (runsAsRoot()) return { uid, gid };
  if (uid === process.getuid?.()) return undefined;
  throw new EmbeddedPostgresError(
    'NoPermission',
    `The database files in ${path} belong to another user (id ${uid}). Start as that user or as root, or choose another folder with CHARTER_DATA_DIR.`,
  );
}

/** Makes a new cluster. It appears under its final name only when it is complete. */
export async function createCluster(
  dataDirectory: string,
  binariesFor: (account: Account | undefined) => Promise<Binaries>,
  password: string,
  log: (line: string) => void,
): Promise<Cluster> {
  const account = await chooseAccount();
  const { initdb } = await binariesFor(account);
  await removeUnfinished(dataDirectory);
  const home = await reachableHome(dataDirectory, account, log);
  const path = join(home, 'cluster');
  try {
    const unfinished = await makeOwned(home, account);
    await initialise(initdb, unfinished, account, password);
    await rename(unfinished, path);
    if (home !== dataDirectory) await symlink(path, join(dataDirectory, 'cluster'));
  } catch (error) {
    throw explainFileError(`The database files in ${home} cannot be made`, error);
  }
  return { path, account };
}

/** A start that was killed halfway leaves its unfinished folder behind; the lock is ours, so nobody uses it. */
async function removeUnfinished(home: string): Promise<void> {
  const entries = await readdir(home).catch(() => []);
  const unfinished = entries.filter((name) => /^cluster\.[0-9a-f]{12}(\.password)?$/.test(name));
  await Promise.all(unfinished.map((name) => rm(join(home, name), { recursive: true, force: true })));
}

async function makeOwned(home: string, account: Account | undefined): Promise<string> {
  const folder = join(home, `cluster.${randomBytes(6).toString('hex')}`);
  await mkdir(folder, { mode: 0o700 });
  if (account) await chown(folder, account.uid, account.gid);
  return folder;
}

async function reachableHome(
  dataDirectory: string,
  account: Account | undefined,
  log: (line: string) => void,
): Promise<string> {
  try {
    const probe = await makeOwned(dataDirectory, account);
    const reachable = await mayWrite(probe, account);
    await rm(probe, { recursive: true });
    return reachable ? dataDirectory : await prepareReachablePlace(dataDirectory, log);
  } catch (error) {
    throw explainFileError(`The data directory ${dataDirectory} cannot be used`, error);
  }
}

/**
 * The same data directory always has the same place. What is there without a link to it belongs to a data
 * directory that was deleted: the last such is kept aside, in case the deletion was a mistake.
 */
async function prepareReachablePlace(dataDirectory: string, log: (line: string) => void): Promise<string> {
  const name = createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16);
  const home = join(REACHABLE_PLACE, name);
  await mkdir(REACHABLE_PLACE, { recursive: true });
  await chmod(REACHABLE_PLACE, 0o711);
  if ((await linkTo(home)) !== 'nothing') {
    await rm(`${home}.previous`, { recursive: true, force: true });
    await rename(home, `${home}.previous`);
    log(`the database files of an earlier ${dataDirectory} were set aside as ${home}.previous`);
  }
  await mkdir(home);
  await chmod(home, 0o711);
  await writeFile(join(home, 'README'), `Database files of the Charter data directory ${dataDirectory}\n`);
  log(`${dataDirectory} is in a folder that only root may enter; the database files are in ${home}`);
  return home;
}

async function moveToReachablePlace(
  dataDirectory: string,
  path: string,
  log: (line: string) => void,
): Promise<string> {
  const home = await prepareReachablePlace(dataDirectory, log);
  const target = join(home, 'cluster');
  // mv keeps owners and permissions also when the target is another file system.
  const moved = await runProgram('mv', [path, target]);
  if (moved.code !== 0)
    throw explainFailure(`The database files in ${path} cannot be moved to ${target}`, moved.output);
  await symlink(target, join(dataDirectory, 'cluster'));
  return target;
}

async function initialise(
  initdb: string,
  folder: string,
  account: Account | undefined,
  password: string,
): Promise<void> {
  const passwordFile = `${folder}.password`;
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account) await chown(passwordFile, account.uid, account.gid);
  try {
    const result = await runProgram(
      initdb,
      [
        `--pgdata=${folder}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-sync',
        '--no-instructions',
      ],
      account,
    );
    if (result.code !== 0) throw explainFailure('PostgreSQL could not create its data', result.output);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(passwordFile, { force: true });
  }
}

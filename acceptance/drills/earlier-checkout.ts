/** Earlier commits, checked out beside this checkout, as previous releases. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The file that every migration changes. */
const MIGRATIONS = 'server/src/persistence/migrations/index.ts';

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

const gitOrNothing = (...args: string[]): string | undefined => {
  try {
    return git(...args) || undefined;
  } catch {
    return undefined;
  }
};

/** Returns the last commit that changed the path; undefined outside of a checkout with its history. */
const lastChangeOf = (path: string): string | undefined =>
  gitOrNothing('log', '-1', '--format=%H', '--', path);

export interface EarlierCommit {
  name: string;
  /** Undefined when the checkout lacks the history. */
  commit: string | undefined;
}

/**
 * Returns the commit before the last change to the schema, and the commit that added the API description of the last
 * release. With CHARTER_TEST_UPGRADE_FROM, returns only that commit or tag.
 */
export function earlierCommits(): EarlierCommit[] {
  const given = process.env.CHARTER_TEST_UPGRADE_FROM;
  if (given) return [{ name: given, commit: git('rev-parse', '--verify', `${given}^{commit}`) }];
  const change = lastChangeOf(MIGRATIONS);
  return [
    {
      name: 'the commit before the last change of the schema',
      commit: change && gitOrNothing('rev-parse', '--verify', '--quiet', `${change}^`),
    },
    { name: 'the last release', commit: lastChangeOf('releases/*/openapi.json') },
  ];
}

/** Returns the third-party packages of a lock file, with their versions. */
function lockedPackages(text: string): Map<string, string> {
  const { packages } = JSON.parse(text) as { packages: Record<string, { version?: string; link?: boolean }> };
  const installed = Object.entries(packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  );
  return new Map(installed.map(([path, { version = '' }]) => [path, version]));
}

/** Whether the commit in the folder has the same versions of all third-party packages as this checkout. */
function hasSamePackages(folder: string): boolean {
  const [own, earlier] = [root, folder].map((each) =>
    lockedPackages(readFileSync(join(each, 'package-lock.json'), 'utf8')),
  );
  return isDeepStrictEqual(own, earlier);
}

/** Installs the packages of the commit, because those of this checkout could hide a fault of the earlier release. */
function installPackages(folder: string): void {
  const options = ['--prefix', folder, '--omit=dev', '--prefer-offline', '--loglevel=error'];
  execFileSync('npm', ['ci', ...options], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Links the installed packages, but the earlier versions of the workspace's own packages. */
function linkPackages(folder: string): void {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@charter'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@charter' && name !== '.cache')
      symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  for (const name of ['cli', 'sdk', 'server', 'portal']) {
    symlinkSync(join(folder, name), join(modules, '@charter', name));
    const own = join(root, name, 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(folder, name, 'node_modules'));
  }
}

export interface EarlierCheckout {
  /** Path of its `charter.js`. */
  program: string;
  remove(): Promise<void>;
}

/**
 * Writes the files of the commit to a folder of their own, with its packages and the portal of this checkout. Its
 * packages are installed only when they differ from those of this checkout.
 */
export async function checkOut(commit: string): Promise<EarlierCheckout> {
  const folder = await mkdtemp(join(tmpdir(), 'charter-earlier-'));
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1024 ** 3 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  if (hasSamePackages(folder)) linkPackages(folder);
  else installPackages(folder);
  symlinkSync(join(root, 'portal/dist'), join(folder, 'portal/dist'));
  return {
    program: join(folder, 'server/bin/charter.js'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The version and the commit of this build, for /healthz, --version, logs and metrics. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const SERVER = join(import.meta.dirname, '../..');

/** A package or an image has no `.git`. Its build writes the commit to this file. */
const COMMIT_FILE = join(SERVER, 'COMMIT');

const lineOf = (file: string): string | undefined =>
  existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;

/** Reads the commit of a checkout or of one of its worktrees, whose `.git` is a file that names a folder. */
function commitOfCheckout(git: string): string | undefined {
  if (!existsSync(git)) return undefined;
  const folder = statSync(git).isDirectory()
    ? git
    : resolve(git, '..', (lineOf(git) ?? '').slice('gitdir: '.length));
  const head = lineOf(join(folder, 'HEAD'));
  if (!head?.startsWith('ref: ')) return head;
  const reference = head.slice('ref: '.length);
  const shared = resolve(folder, lineOf(join(folder, 'commondir')) ?? '.');
  const loose = lineOf(join(folder, reference)) ?? lineOf(join(shared, reference));
  const packed = lineOf(join(shared, 'packed-refs'))?.split('\n');
  return loose ?? packed?.find((line) => line.endsWith(` ${reference}`))?.split(' ')[0];
}

export interface Build {
  /** Version of the release, such as `0.2.0`; `0.3.0-dev` in a build between releases. */
  version: string;
  /** Full hash of the commit; undefined outside of a checkout when the build has not written it. */
  commit: string | undefined;
}

export const BUILD: Build = {
  version: (JSON.parse(readFileSync(join(SERVER, 'package.json'), 'utf8')) as { version: string }).version,
  commit: lineOf(COMMIT_FILE) ?? commitOfCheckout(join(SERVER, '../.git')),
};

const SHORT = 12;

/** Returns `0.2.0 (0123456789ab)`, or only the version when the commit is unknown. */
export const describeBuild = ({ version, commit }: Build = BUILD): string =>
  commit === undefined ? version : `${version} (${commit.slice(0, SHORT)})`;

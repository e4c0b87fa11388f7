/** The commit that a release is built from. */
import { execFileSync } from 'node:child_process';
import { root } from '../../runtime/root.mjs';

/** Runs git in the checkout, and returns its output without the last line end. */
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }).trimEnd();

export interface Source {
  /** Full hash of the commit. */
  commit: string;
  /** Time of the commit, in seconds since 1970: the modification time of all files of a release. */
  time: number;
  /** Paths of the commit's files, relative to the checkout. */
  files: string[];
}

export const readSource = (): Source => ({
  commit: git('rev-parse', 'HEAD'),
  time: Number(git('show', '--no-patch', '--format=%ct', 'HEAD')),
  files: git('ls-files').split('\n'),
});

/** Returns the paths that differ from the commit, as `git status` prints them. */
export const listUncommitted = (): string => git('status', '--porcelain');

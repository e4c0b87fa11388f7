/** Writes reproducible archives: their bytes depend only on names, contents and one modification time. */
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { basename, dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';

/** Options of GNU tar for sorted names, a fixed owner, and modes that do not depend on the umask. */
const OPTIONS = [
  '--create',
  '--sort=name',
  '--format=gnu',
  '--owner=0',
  '--group=0',
  '--numeric-owner',
  '--mode=u+rwX,go+rX,go-w',
];

/**
 * Writes the folder into a `.tar.gz` whose single top-level folder has the same name.
 * @param time modification time of all entries, in seconds since 1970
 * @throws Error with the output of tar when it fails
 */
export async function writeArchive(folder: string, file: string, time: number): Promise<void> {
  const args = [...OPTIONS, `--mtime=@${time}`, '--directory', dirname(folder), basename(folder)];
  const tar = spawn('tar', args, {
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  tar.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk;
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    tar.once('error', reject);
    tar.once('close', resolve);
  });
  await pipeline(tar.stdout, createGzip({ level: constants.Z_BEST_COMPRESSION }), createWriteStream(file));
  if ((await ended) !== 0) throw new Error(`tar failed. A release is built with GNU tar.\n${errors}`);
}

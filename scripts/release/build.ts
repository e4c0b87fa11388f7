/** Builds the files of a release. The build is reproducible: one commit always gives the same bytes. */
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { root } from '../../runtime/root.mjs';
import { pack } from '../packages/build.ts';
import { NOTICES, noticesOf } from '../packages/notices.ts';
import { writeArchive } from './archive.ts';
import { describeMaterials } from './sbom.ts';
import { assembleServer } from './server-archive.ts';
import type { Source } from './source.ts';

/** Checksums of all other files, as `sha256sum --check` reads them. */
export const CHECKSUMS = 'SHA256SUMS';

export interface ReleaseOptions {
  source: Source;
  /** Public address of the repository, for the provenance that a registry shows. */
  repository?: string | undefined;
}

const readVersion = async (): Promise<string> =>
  JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version;

async function writeChecksums(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((name) => name !== CHECKSUMS).sort();
  const lines = await Promise.all(
    files.map(async (name) => {
      const digest = createHash('sha256').update(await readFile(join(folder, name)));
      return `${digest.digest('hex')}  ${name}\n`;
    }),
  );
  await writeFile(join(folder, CHECKSUMS), lines.join(''));
}

/**
 * Builds the release into the folder, which is emptied first: the packed client and command line, the server archive,
 * the description of the API, the bill of materials, the third-party notices, and the checksums.
 * @returns the names of the files
 */
export async function buildRelease(
  target: string,
  { source, repository }: ReleaseOptions,
): Promise<string[]> {
  const version = await readVersion();
  const work = await mkdtemp(join(tmpdir(), 'charter-release-'));
  try {
    await rm(target, { recursive: true, force: true });
    await mkdir(target, { recursive: true });
    const packed = [];
    for (const name of ['sdk', 'cli'] as const) packed.push(await pack(name, work, { repository }));
    for (const { file } of packed) await cp(file, join(target, basename(file)));
    const server = join(work, `charter-server-${version}`);
    const installed = await assembleServer(server, source);
    await writeArchive(server, join(target, `charter-server-${version}.tar.gz`), source.time);
    const shipped = [...installed, ...packed.flatMap((each) => each.shipped)];
    await writeFile(join(target, NOTICES), noticesOf(`Charter ${version}`, shipped));
    const materials = await describeMaterials(version, source, shipped);
    await writeFile(join(target, `charter-${version}.cdx.json`), materials);
    await cp(join(root, 'openapi.json'), join(target, `charter-openapi-${version}.json`));
    await writeChecksums(target);
    return (await readdir(target)).sort();
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

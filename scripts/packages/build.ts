/**
 * Builds the packages `@charter/sdk` and `@charter/cli` as a registry would publish them: JavaScript for Node 20 and
 * newer with source maps, the types of the client, and nothing of the server. Both contain their dependencies, so they
 * install without any other package.
 */
import { spawnSync } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { build, type OutputChunk } from 'rolldown';
import { runNpm } from '../../runtime/npm.mjs';
import { root } from '../../runtime/root.mjs';
import { NOTICES, noticesOf, packagesOf, readShippedPackage, type ShippedPackage } from './notices.ts';

export type PackageName = 'sdk' | 'cli';

/** Fields of the manifest in the checkout that the published one repeats. */
const REPEATED = ['name', 'version', 'description', 'keywords', 'license', 'type', 'engines'] as const;

/** The oldest Node on which the packages run. */
const TARGET = 'node20';

const SHEBANG = '#!/usr/bin/env node';

interface Recipe {
  entry: string;
  platform: 'neutral' | 'node';
  /** Folders that the package has beside the code. */
  folders: readonly string[];
  /** Fields of the manifest that say how the package is used. */
  fields: object;
}

const RECIPES: Readonly<Record<PackageName, Recipe>> = {
  sdk: {
    entry: 'src/index.ts',
    platform: 'neutral',
    folders: [],
    fields: {
      sideEffects: false,
      types: './dist/index.d.ts',
      exports: {
        '.': { types: './dist/index.d.ts', default: './dist/index.js' },
        './package.json': './package.json',
      },
    },
  },
  cli: {
    entry: 'src/main.ts',
    platform: 'node',
    folders: ['assets'],
    fields: { bin: { charter: 'dist/main.js' }, exports: { './package.json': './package.json' } },
  },
};

/** Bundles the code into `dist`. Returns the files that it is made of. */
async function bundle(source: string, target: string, { entry, platform }: Recipe): Promise<string[]> {
  const { output } = await build({
    input: join(source, entry),
    platform,
    transform: { target: TARGET },
    logLevel: 'warn',
    output: {
      dir: join(target, 'dist'),
      format: 'esm',
      sourcemap: true,
      // Paths relative to the repository, so that the build folder does not change the package.
      sourcemapPathTransform: (path, map) =>
        path.startsWith('.') ? `../../../${relative(root, resolve(dirname(map), path))}` : path,
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      banner: ({ isEntry }) => (isEntry && platform === 'node' ? SHEBANG : ''),
    },
  });
  return output
    .filter((file): file is OutputChunk => file.type === 'chunk')
    .flatMap((chunk) => chunk.moduleIds);
}

interface Manifest {
  name: string;
  version: string;
}

const readManifest = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;

/** Writes the declarations of the client, and checks that it needs neither types of Node nor newer libraries. */
function writeTypes(source: string, target: string): void {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const args = [tsc, '-p', join(source, 'tsconfig.types.json'), '--outDir', join(target, 'dist')];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The types can't be written:\n${stdout}${stderr}`);
}

export interface PackOptions {
  /** Public address of the repository, which a registry compares with the provenance of the package. */
  repository?: string | undefined;
}

export interface PackedPackage {
  /** The folder that was packed. */
  folder: string;
  /** Path of the packed file. */
  file: string;
  /** Third-party packages whose code the package contains. */
  shipped: ShippedPackage[];
}

/** Builds the package in its own folder below `target`. */
async function buildPackage(
  name: PackageName,
  target: string,
  { repository }: PackOptions,
): Promise<Omit<PackedPackage, 'file'>> {
  const recipe = RECIPES[name];
  const source = join(root, name);
  const folder = join(target, name);
  await rm(folder, { recursive: true, force: true });
  const files = await bundle(source, folder, recipe);
  if (recipe.platform === 'neutral') writeTypes(source, folder);
  const manifest = (await readManifest(source)) as Manifest & Record<string, unknown>;
  const repeated = Object.fromEntries(REPEATED.map((field) => [field, manifest[field]]));
  const origin = repository && { repository: { type: 'git', url: `git+${repository}.git`, directory: name } };
  const published = { ...repeated, ...origin, ...recipe.fields, files: ['dist', ...recipe.folders, NOTICES] };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  const shipped = await Promise.all(packagesOf(files).map(readShippedPackage));
  await writeFile(join(folder, NOTICES), noticesOf('This package', shipped));
  await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  for (const path of ['README.md', ...recipe.folders]) {
    await cp(join(source, path), join(folder, path), { recursive: true });
  }
  return { folder, shipped };
}

/** Builds and packs a package. The same sources give the same bytes in every folder. */
export async function pack(
  name: PackageName,
  target: string,
  options: PackOptions = {},
): Promise<PackedPackage> {
  await mkdir(target, { recursive: true });
  const { folder, shipped } = await buildPackage(name, target, options);
  const { code, output } = await runNpm([
    'pack',
    folder,
    '--pack-destination',
    target,
    '--json',
    '--offline',
  ]);
  if (code !== 0) throw new Error(`npm pack failed:\n${output}`);
  const { name: full, version } = await readManifest(folder);
  const file = join(dirname(folder), `${full.replace('@', '').replace('/', '-')}-${version}.tgz`);
  return { folder, file, shipped };
}

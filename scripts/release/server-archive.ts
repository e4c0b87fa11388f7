/**
 * Assembles the folder of the server archive: the sources of the service, its production dependencies and the built
 * portal. It starts on a suitable Node without a build or an installation.
 *
 * Node does not run TypeScript below `node_modules`, so the service is released as an archive and not as a package. The
 * archive has the same folders as the checkout, and the image can be built in it. It runs on every platform, because it
 * leaves out the packages with the programs of PostgreSQL and Node, and `koffi`. `npm ci` in the folder installs them
 * from package-lock.json.
 */
import { globSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RolldownOutput } from 'rolldown';
import { build } from 'vite';
import { runNpm } from '../../runtime/npm.mjs';
import { root } from '../../runtime/root.mjs';
import {
  NOTICES,
  noticesOf,
  packagesOf,
  readShippedPackage,
  type ShippedPackage,
} from '../packages/notices.ts';
import type { Source } from './source.ts';

/** Workspaces with the service. Their dependencies are installed; those of the portal are in its bundle. */
const WORKSPACES = ['server', 'sdk', 'cli'];

/** Files that the service, its operators or the build of the image read. */
const FILES =
  /^(?:(?:server\/(?:src|bin)|cli\/(?:src|assets)|sdk\/src|runtime|templates|docs|deploy)\/|scripts\/(?:backup|restore|database-programs)\.ts$|(?:server|cli|sdk|portal)\/package\.json$|(?:server|cli)\/[^/]+\.js$|(?:openapi|package-lock|tsconfig)\.json$|\.npmrc$|Dockerfile$|(?:LICENSE|[A-Z_]+\.md)$|(?:cli|sdk)\/README\.md$)/;
const TESTS = /\.(?:test|arbitrary)\.(?:tsx?|yml)$/;

const isShipped = (path: string): boolean => FILES.test(path) && !TESTS.test(path);

/** Builds the portal into the folder, and returns the packages in its bundle. */
async function buildPortal(folder: string): Promise<ShippedPackage[]> {
  const output = (await build({
    root: join(root, 'portal'),
    configFile: join(root, 'portal/vite.config.ts'),
    logLevel: 'warn',
    mode: 'release',
    build: { outDir: folder, emptyOutDir: true },
  })) as unknown as RolldownOutput;
  const modules = output.output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  return Promise.all(packagesOf(modules.map((id) => id.replace(/^\0/, ''))).map(readShippedPackage));
}

/** Installs the production dependencies from package-lock.json, without running their scripts. */
async function install(folder: string): Promise<void> {
  const workspaces = WORKSPACES.map((name) => `--workspace=${name}`);
  const { code, output } = await runNpm([
    'ci',
    '--prefix',
    folder,
    ...workspaces,
    '--omit=dev',
    '--omit=optional',
    '--ignore-scripts',
    '--prefer-offline',
    // Hides npm's warning when it runs on an older Node than the service needs.
    '--loglevel=error',
  ]);
  if (code !== 0) throw new Error(`The dependencies can't be installed (npm ci):\n${output}`);
}

/** Returns the manifest of the checkout, with `start` as its only script: no other works in the archive. */
async function rootManifest(): Promise<string> {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const scripts = { start: 'node server/bin/charter.js serve' };
  return `${JSON.stringify({ ...manifest, scripts }, null, 2)}\n`;
}

/** Returns the checkout's .dockerignore, without the rule that keeps an old build of the portal out of the image. */
const dockerIgnore = async (): Promise<string> =>
  (await readFile(join(root, '.dockerignore'), 'utf8')).replace(/^portal\/dist\n/m, '');

/**
 * Assembles the archive's folder.
 * @param folder a folder that does not exist yet
 * @returns the third-party packages in it
 */
export async function assembleServer(folder: string, { commit, files }: Source): Promise<ShippedPackage[]> {
  for (const path of files.filter(isShipped)) {
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await cp(join(root, path), join(folder, path));
  }
  await writeFile(join(folder, 'package.json'), await rootManifest());
  await writeFile(join(folder, '.dockerignore'), await dockerIgnore());
  await writeFile(join(folder, 'server/COMMIT'), `${commit}\n`);
  await install(folder);
  const bundled = await buildPortal(join(folder, 'portal/dist'));
  const manifests = globSync('{,server/,cli/,sdk/}node_modules/**/package.json', { cwd: folder });
  const installed = packagesOf(manifests.map((path) => join(folder, path)))
    // npm links the workspaces below `@charter`: they are not third-party packages.
    .filter((path) => !path.includes('@charter'));
  const shipped = [...bundled, ...(await Promise.all(installed.map(readShippedPackage)))];
  await writeFile(join(folder, NOTICES), noticesOf('The Charter server', shipped));
  return shipped;
}

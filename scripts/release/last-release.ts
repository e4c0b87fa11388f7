/**
 * Stores the release in `releases/<version>/`, with which the tests of later versions compare: the description of the
 * API, the client and the command line, each as one file, and the names that operators and developers depend on.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'rolldown';

const RELEASES = 'releases';

/** Files below `releases/<version>/`. */
const STORED_FILES = {
  description: 'openapi.json',
  client: 'sdk.js',
  /** Reads its version from the manifest beside its folder, as in the published package. */
  commandLine: 'cli/bin/main.js',
  manifest: 'cli/package.json',
} as const;

const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

/** Returns the values and types that the client exports, or that a file of types does. */
async function readExports(folder: string, file = 'index.ts'): Promise<string[]> {
  const text = await readFile(join(folder, 'sdk/src', file), 'utf8');
  const listed = all(text, /^export (?:type )?\{([^}]*)\}/gms)
    .flatMap((list) => list.split(','))
    .map((each) =>
      each
        .trim()
        .replace(/^type /, '')
        .replace(/^.* as /, ''),
    )
    .filter(Boolean);
  const declared = all(text, /^export (?:type|interface) (\w+)/gm);
  const others = all(text, /^export type \* from '\.\/(.*)';$/gm);
  const inOthers = await Promise.all(others.map((other) => readExports(folder, other)));
  return [...listed, ...declared, ...inOthers.flat()];
}

/**
 * Returns the names that a later version must keep, by the file below `releases/<version>/` that lists them. The pages
 * and rules that it reads are generated, or compared with a running node by tests.
 * @param folder path of a checkout
 */
export async function readNames(folder: string): Promise<Record<string, string[]>> {
  const read = (file: string) => readFile(join(folder, file), 'utf8');
  const cells = all(await read('docs/observability.md'), /^\| (`[^|]*) \|/gm).join('\n');
  const names = {
    'settings.txt': all(await read('docs/configuration.md'), /^\| `([A-Z_0-9]+)` \|/gm),
    'metrics.txt': all(cells, /`((?:charter|nodejs|process)_[a-z0-9_]+)`/g),
    'alerts.txt': all(await read('deploy/observability/rules.yml'), /^\s*- alert: (\w+)$/gm),
    'client-exports.txt': await readExports(folder),
  };
  return Object.fromEntries(Object.entries(names).map(([file, list]) => [file, [...new Set(list)].sort()]));
}

async function bundle(input: string, file: string, platform: 'neutral' | 'node'): Promise<void> {
  const output = { file, format: 'esm', codeSplitting: false, minify: platform === 'node' } as const;
  await build({ input, platform, logLevel: 'warn', output });
}

/**
 * Replaces the stored release by the one in the folder.
 * @param folder path of a checkout
 */
export async function storeRelease(folder: string, version: string): Promise<void> {
  await rm(join(folder, RELEASES), { recursive: true, force: true });
  const target = join(folder, RELEASES, version);
  const write = async (file: string, text: string): Promise<void> => {
    await mkdir(dirname(join(target, file)), { recursive: true });
    await writeFile(join(target, file), text);
  };
  const description = JSON.parse(await readFile(join(folder, 'openapi.json'), 'utf8'));
  await write(STORED_FILES.description, `${JSON.stringify(description)}\n`);
  for (const [file, names] of Object.entries(await readNames(folder)))
    await write(file, `${names.join('\n')}\n`);
  await write(
    STORED_FILES.manifest,
    `${JSON.stringify({ name: '@charter/cli', version, type: 'module' })}\n`,
  );
  await bundle(join(folder, 'sdk/src/index.ts'), join(target, STORED_FILES.client), 'neutral');
  await bundle(join(folder, 'cli/src/main.ts'), join(target, STORED_FILES.commandLine), 'node');
}

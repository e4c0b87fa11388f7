/** Writes the version of the next release, or of the development of it, wherever the repository shows it. */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { storeRelease } from './last-release.ts';

const VERSION = /^\d+\.\d+\.\d+$/;
/** A version in the repository's files: that of a release, or of the commits before it (`0.3.0-dev`). */
const SHOWN = String.raw`\d+\.\d+\.\d+(?:-dev)?`;
const MANIFESTS = ['package.json', '{server,sdk,cli,portal}/package.json'];
/** Heading of the changelog's section for changes since the last release. */
const UNRELEASED = /^## Unreleased$/m;

interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
}

/** Sets the version of a package, and of its dependencies on packages of the repository. */
function setVersion(manifest: Manifest, version: string): void {
  manifest.version = version;
  for (const name of Object.keys(manifest.dependencies ?? {}))
    if (name.startsWith('@charter/') && manifest.dependencies) manifest.dependencies[name] = version;
}

async function change<T>(file: string, edit: (content: T) => void): Promise<void> {
  const content = JSON.parse(await readFile(file, 'utf8')) as T;
  edit(content);
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
}

/** Returns the deployment files that contain the version, each with a pattern for the text before it. */
function deploymentPlaces(folder: string): { file: string; pattern: RegExp }[] {
  const find = (glob: string) => globSync(glob, { cwd: folder }).sort();
  return [
    ...find('deploy/**/Chart.yaml').map((file) => ({
      file,
      pattern: new RegExp(`^((?:appV|v)ersion: ["']?)${SHOWN}`, 'gm'),
    })),
    ...[...find('deploy/**/*.{yaml,env}'), ...find('docs/deploy.md')].map((file) => ({
      file,
      pattern: new RegExp(String.raw`(\bcharter[:-]|\b(?:newTag|tag): )${SHOWN}`, 'g'),
    })),
  ];
}

/**
 * Returns every place where the repository shows its version, with that version. In a release all are equal.
 * @param folder path of a checkout
 */
export async function shownVersions(folder: string): Promise<{ place: string; version: string }[]> {
  const read = async (file: string) => readFile(join(folder, file), 'utf8');
  const shown: { place: string; version: string }[] = [];
  const add = (place: string, { version, dependencies = {} }: Manifest) => {
    shown.push({ place, version });
    for (const [name, wanted] of Object.entries(dependencies))
      if (name.startsWith('@charter/')) shown.push({ place: `${place}: ${name}`, version: wanted });
  };
  for (const file of globSync(MANIFESTS, { cwd: folder }).sort()) add(file, JSON.parse(await read(file)));
  const lock = JSON.parse(await read('package-lock.json')) as Manifest & {
    packages: Record<string, Manifest>;
  };
  add('package-lock.json', lock);
  for (const [path, entry] of Object.entries(lock.packages))
    if (!path.includes('node_modules')) add(`package-lock.json: ${path || 'root'}`, entry);
  for (const { file, pattern } of deploymentPlaces(folder))
    for (const [text] of (await read(file)).matchAll(pattern))
      shown.push({ place: file, version: text.match(`${SHOWN}$`)?.[0] ?? '' });
  return shown;
}

/**
 * Renames the changelog's section of unreleased changes to the release. Returns the changelog unchanged when the
 * release has a section already.
 */
function nameSection(changelog: string, version: string, date: string): string {
  if (changelog.includes(`\n## ${version} (`)) return changelog;
  if (!UNRELEASED.test(changelog)) throw new Error('CHANGELOG.md has no section "## Unreleased".');
  const [section = ''] = changelog.split(UNRELEASED)[1]?.split(/^## /m) ?? [];
  if (!/^### Upgrade notes$/m.test(section))
    throw new Error(
      'The section "## Unreleased" of CHANGELOG.md has no "### Upgrade notes". Write what operators do.',
    );
  return changelog.replace(UNRELEASED, `## ${version} (${date})`);
}

/** Orders versions by their numbers: `0.3.0-dev` and `0.3.0` are equal. */
const order = (version: string): number =>
  version.split('.').reduce((sum, part) => sum * 10_000 + Number.parseInt(part, 10), 0);

/** Returns the version that the checkout shows, if the wanted one is well-formed and not earlier. */
async function readPresent(folder: string, wanted: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
  if (!VERSION.test(wanted)) throw new Error(`${wanted} is no version. Write three numbers, as in 0.2.0.`);
  if (order(wanted) < order(version)) throw new Error(`Version ${wanted} is earlier than ${version}.`);
  return version;
}

/** Writes the version into the manifests, the lock file, the deployment and the generated pages. */
async function writeVersion(folder: string, version: string): Promise<void> {
  for (const file of globSync(MANIFESTS, { cwd: folder }))
    await change<Manifest>(join(folder, file), (manifest) => setVersion(manifest, version));
  await change<Manifest & { packages: Record<string, Manifest> }>(
    join(folder, 'package-lock.json'),
    (lock) => {
      setVersion(lock, version);
      for (const [path, entry] of Object.entries(lock.packages))
        if (!path.includes('node_modules')) setVersion(entry, version);
    },
  );
  for (const { file, pattern } of deploymentPlaces(folder)) {
    const path = join(folder, file);
    await writeFile(path, (await readFile(path, 'utf8')).replace(pattern, `$1${version}`));
  }
  // A new process reads the new version; this one has already read the old one.
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'scripts/write-cli-docs.ts')], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The pages of the command line can't be written:\n${stderr}`);
}

/**
 * Writes the version into the manifests, the lock file, the deployment, the changelog and the generated pages. Another
 * call for the same version includes the changes since the first one.
 * @param folder path of a checkout
 * @param date of the release, such as `2026-11-26`
 * @throws Error before anything is written when the version is malformed or earlier than the current one, or when
 *   the changelog has no upgrade notes
 */
export async function prepareRelease(folder: string, version: string, date: string): Promise<void> {
  await readPresent(folder, version);
  const changelogFile = join(folder, 'CHANGELOG.md');
  const changelog = nameSection(await readFile(changelogFile, 'utf8'), version, date);
  await writeFile(changelogFile, changelog);
  await storeRelease(folder, version);
  await writeVersion(folder, version);
}

/**
 * Begins the development of a release after the previous one: writes `<version>-dev` wherever the version is shown, and
 * opens the changelog's section of unreleased changes. The build of a later commit is then not taken for the release,
 * and its migrations are recorded under the new version.
 * @param folder path of a checkout
 * @param version of the next release, without the suffix
 * @throws Error before anything is written when the version is malformed, or not later than the current release
 */
export async function beginDevelopment(folder: string, version: string): Promise<void> {
  const present = await readPresent(folder, version);
  if (present === version)
    throw new Error(`Version ${version} is released. Name the version of the next release.`);
  const file = join(folder, 'CHANGELOG.md');
  const changelog = await readFile(file, 'utf8');
  if (!UNRELEASED.test(changelog)) await writeFile(file, changelog.replace(/^## /m, '## Unreleased\n\n## '));
  await writeVersion(folder, `${version}-dev`);
}

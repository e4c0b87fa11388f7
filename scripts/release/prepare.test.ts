/**
 * Tests that the preparation of a release changes the version everywhere. It bundles the packages and changes rarely.
 * @long
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { root } from '../../runtime/root.mjs';
import { readNames } from './last-release.ts';
import { beginDevelopment, prepareRelease, shownVersions } from './prepare.ts';

const COPIED = [
  'package.json',
  'package-lock.json',
  'server/package.json',
  'server/src',
  'cli/package.json',
  'cli/src',
  'sdk/package.json',
  'sdk/src',
  'portal/package.json',
  'docs/cli',
  'openapi.json',
  'docs/configuration.md',
  'docs/observability.md',
  'deploy/observability/rules.yml',
  'scripts/write-cli-docs.ts',
];
const CHANGELOG = `# Changelog

## Unreleased

### Upgrade notes
- Stop the nodes first.

### Added
- A thing.

## 0.0.1 (2026-01-01)

### Added
- An older thing.
`;

describe('the preparation of a release', () => {
  let folder: string;
  const read = (path: string) => readFile(join(folder, path), 'utf8');
  const write = (path: string, text: string) => writeFile(join(folder, path), text);

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'charter-prepare-'));
    for (const path of COPIED) {
      await mkdir(join(folder, dirname(path)), { recursive: true });
      await cp(join(root, path), join(folder, path), { recursive: true });
    }
    // Uses the packages of the checkout. The workspace links in it lead to the checkout, which has another version.
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    await mkdir(join(folder, 'deploy/chart'), { recursive: true });
    await mkdir(join(folder, 'releases/0.1.0'), { recursive: true });
  });
  beforeEach(async () => {
    await write('CHANGELOG.md', CHANGELOG);
    await write('deploy/chart/Chart.yaml', 'name: charter\nversion: 0.1.0\nappVersion: "0.1.0"\n');
    await write('deploy/compose.yaml', 'services:\n  api:\n    image: localhost/charter:0.1.0\n');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const [what, version, message] of [
    ['a malformed version', '1.2', /three numbers/],
    ['an earlier version', '0.0.9', /is earlier than/],
  ] as const) {
    it(`rejects ${what}, and changes nothing`, async () => {
      await assert.rejects(prepareRelease(folder, version, '2026-11-26'), message);
      assert.equal(await read('CHANGELOG.md'), CHANGELOG);
    });
  }

  it('rejects a changelog without upgrade notes, and changes nothing', async () => {
    const without = CHANGELOG.replace('### Upgrade notes', '### Notes');
    await write('CHANGELOG.md', without);
    await assert.rejects(prepareRelease(folder, '9.0.0', '2026-11-26'), /no "### Upgrade notes"/);
    assert.equal(await read('CHANGELOG.md'), without);
    assert.notEqual(JSON.parse(await read('package.json')).version, '9.0.0');
  });

  it('writes the version into every place, and renames the section of the changelog', async () => {
    await prepareRelease(folder, '9.1.0', '2026-11-26');
    const shown = await shownVersions(folder);
    assert.deepEqual([...new Set(shown.map(({ version }) => version))], ['9.1.0']);
    assert.deepEqual(
      shown.map(({ place }) => place).filter((place) => place.startsWith('deploy')),
      ['deploy/chart/Chart.yaml', 'deploy/chart/Chart.yaml', 'deploy/compose.yaml'],
    );
    assert.deepEqual(await readdir(join(folder, 'releases')), ['9.1.0']);
    assert.deepEqual(
      JSON.parse(await read('releases/9.1.0/openapi.json')),
      JSON.parse(await read('openapi.json')),
    );
    assert.deepEqual(
      (await readdir(join(folder, 'releases/9.1.0'))).sort(),
      ['openapi.json', 'sdk.js', 'cli', ...Object.keys(await readNames(folder))].sort(),
    );
    const { stdout } = spawnSync(process.execPath, ['releases/9.1.0/cli/bin/main.js', '--version'], {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.equal(stdout, '9.1.0\n');
    const client = await import(pathToFileURL(join(folder, 'releases/9.1.0/sdk.js')).href);
    assert.deepEqual(Object.keys(client).sort(), Object.keys(await import('@charter/sdk')).sort());
    assert.equal(await read('CHANGELOG.md'), CHANGELOG.replace('## Unreleased', '## 9.1.0 (2026-11-26)'));
  });

  it('updates the stored API description when the same version is prepared again, and adds no changelog section', async () => {
    await write('CHANGELOG.md', CHANGELOG.replace('## Unreleased', '## 9.1.0 (2026-11-26)'));
    const description = await read('openapi.json');
    await write('openapi.json', '{"info":{}}');
    await prepareRelease(folder, '9.1.0', '2026-11-27');
    assert.equal(await read('CHANGELOG.md'), CHANGELOG.replace('## Unreleased', '## 9.1.0 (2026-11-26)'));
    assert.equal(await read('releases/9.1.0/openapi.json'), '{"info":{}}\n');
    await write('openapi.json', description);
  });

  it('is followed by a development version, with -dev in every place and a new changelog section', async () => {
    const released = CHANGELOG.replace('## Unreleased', '## 9.1.0 (2026-11-26)');
    await write('CHANGELOG.md', released);
    await prepareRelease(folder, '9.1.0', '2026-11-26');
    await assert.rejects(beginDevelopment(folder, '9.1.0'), /9\.1\.0 is released/);
    await beginDevelopment(folder, '9.2.0');
    const shown = await shownVersions(folder);
    assert.deepEqual([...new Set(shown.map(({ version }) => version))], ['9.2.0-dev']);
    assert.match(await read('deploy/compose.yaml'), /image: localhost\/charter:9\.2\.0-dev\n/);
    assert.equal(await read('CHANGELOG.md'), released.replace('## 9.1.0', '## Unreleased\n\n## 9.1.0'));
    assert.deepEqual(await readdir(join(folder, 'releases')), ['9.1.0']);
    await assert.rejects(prepareRelease(folder, '9.1.0', '2026-11-27'), /is earlier than 9\.2\.0-dev/);
    await write('CHANGELOG.md', CHANGELOG);
    await prepareRelease(folder, '9.2.0', '2026-11-27');
    const released92 = await shownVersions(folder);
    assert.deepEqual([...new Set(released92.map(({ version }) => version))], ['9.2.0']);
  });
});

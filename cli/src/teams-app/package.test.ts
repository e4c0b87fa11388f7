/** The app package, checked by the schemas that Microsoft publishes. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import draft04 from 'ajv-draft-04';
import formats from 'ajv-formats';
import { strFromU8, unzipSync } from 'fflate';
import { charter } from '../run-charter.ts';

const CLIENT_ID = '1f0c4e8a-6c1d-4c0e-9b1a-0a4d3c0b7e11';
const REQUIRED = ['--public-url', 'https://charter.contoso.com', '--client-id', CLIENT_ID];
const SCHEMAS = fileURLToPath(
  new URL('build/json-schemas/teams/v1.19', import.meta.resolve('@microsoft/app-manifest/package.json')),
);

/** Returns the violations of a schema that Microsoft publishes in its package. */
function violations(schema: string, value: unknown): string[] {
  // The schemas hold patterns that the stricter Unicode syntax does not allow.
  const ajv = new draft04.default({ allErrors: true, strict: false, unicodeRegExp: false });
  formats.default(ajv);
  const check = ajv.compile(JSON.parse(readFileSync(join(SCHEMAS, schema), 'utf8')));
  check(value);
  return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** Width and height in the header of a PNG file (PNG specification, 11.2.1), and whether it has an alpha channel. */
function headerOf(png: Uint8Array): { width: number; height: number; hasAlpha: boolean } {
  const view = new DataView(png.buffer, png.byteOffset);
  return { width: view.getUint32(16), height: view.getUint32(20), hasAlpha: view.getUint8(25) === 6 };
}

describe('charter teams-app package', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'charter-teams-app-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function make(args: readonly string[], environment: Record<string, string> = {}) {
    const file = join(folder, 'app.zip');
    const ran = await charter(['teams-app', 'package', '--out', file, ...args], environment);
    assert.equal(ran.code, 0, ran.stderr);
    const files = unzipSync(new Uint8Array(await readFile(file)));
    const json = (name: string) => JSON.parse(strFromU8(files[name] as Uint8Array));
    return { ...ran, file, files, json };
  }

  it('writes a manifest and texts that conform to the published schemas', async () => {
    const { files, json } = await make(REQUIRED);
    assert.deepEqual(Object.keys(files).sort(), [
      'color.png',
      'de.json',
      'fr.json',
      'manifest.json',
      'outline.png',
    ]);
    assert.deepEqual(violations('MicrosoftTeams.schema.json', json('manifest.json')), []);
    for (const language of ['de.json', 'fr.json']) {
      assert.deepEqual(violations('MicrosoftTeams.Localization.schema.json', json(language)), []);
    }
    // Shows that the check itself finds a mistake.
    const { id: _, ...wrong } = json('manifest.json');
    assert.notDeepEqual(violations('MicrosoftTeams.schema.json', wrong), []);
  });

  it('writes a manifest with two personal tabs of the portal and the app registration for the sign-in', async () => {
    const manifest = (await make(REQUIRED)).json('manifest.json');
    assert.deepEqual(
      manifest.staticTabs.map(({ contentUrl }: { contentUrl: string }) => contentUrl),
      ['https://charter.contoso.com/', 'https://charter.contoso.com/approvals'],
    );
    assert.deepEqual(manifest.webApplicationInfo, {
      id: CLIENT_ID,
      resource: `api://charter.contoso.com/${CLIENT_ID}`,
    });
    assert.deepEqual(manifest.validDomains, ['charter.contoso.com']);
    assert.equal('configurableTabs' in manifest, false);
  });

  it('writes icons of the sizes that Teams requires', async () => {
    const { files } = await make(REQUIRED);
    assert.deepEqual(headerOf(files['color.png'] as Uint8Array), {
      width: 192,
      height: 192,
      hasAlpha: false,
    });
    assert.deepEqual(headerOf(files['outline.png'] as Uint8Array), { width: 32, height: 32, hasAlpha: true });
  });

  it('reads the settings of the service, and prints a summary as JSON', async () => {
    const { stdout, file } = await make(['--json', '--name', 'Teams desk', '--version', '1.4.0'], {
      CHARTER_PUBLIC_URL: 'https://charter.contoso.com:8443/',
      CHARTER_PORTAL_TEAMS_APP: CLIENT_ID.toUpperCase(),
    });
    const summary = JSON.parse(stdout);
    assert.equal(summary.file, file);
    assert.equal(summary.manifest.name.short, 'Teams desk');
    assert.equal(summary.manifest.version, '1.4.0');
    assert.equal(summary.manifest.webApplicationInfo.resource, `api://charter.contoso.com:8443/${CLIENT_ID}`);
  });

  it('says which option is missing or wrong', async () => {
    const cases: [string[], RegExp][] = [
      [[], /--public-url .*CHARTER_PUBLIC_URL/],
      [['--public-url', 'http://charter.contoso.com'], /https:\/\//],
      [['--public-url', 'https://contoso.com'], /--client-id .*CHARTER_PORTAL_TEAMS_APP/],
      [['--public-url', 'https://contoso.com', '--client-id', 'charter-portal'], /a GUID/],
      [[...REQUIRED, '--version', '2'], /three numbers/],
      [[...REQUIRED, '--name', 'x'.repeat(31)], /1 to 30 letters/],
      [[...REQUIRED, '--privacy-url', 'ftp://contoso.com'], /--privacy-url/],
    ];
    for (const [args, expected] of cases) {
      const { code, stderr } = await charter(['teams-app', 'package', ...args]);
      assert.equal(code, 2, stderr);
      assert.match(stderr, expected);
    }
  });
});

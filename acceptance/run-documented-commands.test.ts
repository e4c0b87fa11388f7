/**
 * Runs the command blocks of the documents in a shell, on the sample organisation and on a new one.
 * @long
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { type Block, CHECKS, isCommandBlock, keyOf, ROOT, readBlocks } from './documented-commands.ts';
import { bareEnvironment, charter, GIVEN_URL, openService, type Service } from './service.ts';

const skip = GIVEN_URL === undefined ? false : 'needs services of its own';
const run = promisify(execFile);

/** `field .id` prints a member of the JSON document on its standard input. */
const PRELUDE = `
field() { node -e 'console.log(new Function("v", "return v" + process.argv[1])(JSON.parse(require("fs").readFileSync(0, "utf8"))))' "$1"; }
`;

const blocks = readBlocks();

/** Replaces placeholders such as `{people.csv}` with the block of that language in the same document. */
const withContents = (text: string, { file }: Block): string =>
  text.replace(/\{(\w+)\.(csv|yaml|json)\}/g, (_all, name, language) => {
    const found = blocks.find(
      (block) =>
        block.file === file &&
        block.language === language &&
        (name !== 'project' || block.text.includes('id: project')),
    );
    assert.ok(found, `${file} has a block of ${language}`);
    return found.text.trimEnd();
  });

/** Replaces the first, second… occurrence of each text (`Check.replace`). */
const replaced = (text: string, replace: Readonly<Record<string, readonly string[]>> = {}): string =>
  Object.entries(replace).reduce((result, [from, to]) => {
    let count = 0;
    assert.ok(result.includes(from), from);
    return result.replaceAll(from, () => to[Math.min(count++, to.length - 1)] as string);
  }, text);

describe('the commands of the documents', { skip }, () => {
  const services: Partial<Record<'sample' | 'own', Service>> = {};
  const administrators = { sample: 'nadia.okafor@meridian.example', own: 'grace@contoso.example' };
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'charter-documents-'));
    services.sample = await openService();
    services.own = await openService({ isFirst: true, environment: { CHARTER_SAMPLE_DATA: 'off' } });
    const organisation = ['--organisation', 'Contoso', '--name', 'Grace Hopper'];
    const setUp = await charter(services.own, ['setup', ...organisation, '--mail', administrators.own]);
    assert.equal(setUp.code, 0, setUp.stderr);
  });
  after(async () => {
    for (const service of Object.values(services)) await service.stop();
    if (folder !== undefined) await rm(folder, { recursive: true });
  });

  for (const block of blocks.filter(isCommandBlock)) {
    const check = CHECKS[keyOf(block)];
    if (check === undefined || !('on' in check)) continue;
    it(`run without an error: ${keyOf(block)}`, async () => {
      const service = services[check.on];
      assert.ok(service);
      const { stdout: token } = await charter(service, ['token', '--user', administrators[check.on]]);
      const script = [PRELUDE, withContents(check.before ?? '', block), replaced(block.text, check.replace)];
      const bin = join(ROOT, 'node_modules/.bin');
      await run('bash', ['-euo', 'pipefail', '-c', script.join('\n')], {
        cwd: folder,
        env: {
          ...bareEnvironment(),
          ...service.environment,
          PATH: `${dirname(process.execPath)}:${bin}:${process.env.PATH}`,
          CHECKOUT: ROOT,
          CHARTER_TOKEN: token.trim(),
          XDG_CONFIG_HOME: folder,
        },
      });
    });
  }
});

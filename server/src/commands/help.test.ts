/** Tests the help of every command, and which command line has which commands. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { charter as callerCharter } from '@charter/cli/run-charter';
import { charter } from '../../test/run-charter.ts';
import { ALL_COMMANDS } from './command-lines.ts';
import { SERVICE_COMMANDS } from './commands.ts';
import { CLI_DOCS_URL, generateDocs } from './generate-docs.ts';

const PATHS = [
  ...Object.keys(ALL_COMMANDS.alone).map((name) => [name]),
  ...Object.entries(ALL_COMMANDS.nouns).flatMap(([noun, { verbs }]) =>
    Object.keys(verbs).map((verb) => [noun, verb]),
  ),
];

describe('help', () => {
  it('shows an example of every command', async () => {
    const pages = Object.values(await generateDocs()).join('\n');
    for (const path of PATHS) {
      const command = `charter ${path.join(' ')}`;
      assert.ok(pages.includes(`## ${command}\n`), command);
      const section = pages.split(`## ${command}\n`)[1]?.split('\n## ')[0] ?? '';
      assert.match(section, new RegExp(`Example:\\n[\\s\\S]*${command}( |$)`, 'm'));
    }
  });

  it('offers the same output formats for every command with a result', async () => {
    const pages = Object.values(await generateDocs()).join('\n');
    const sections = pages.split(/^##+ (?=charter )/m).slice(1);
    const without = sections.filter(
      (section) => !/ --json .* --output <format> .* --columns /s.test(section),
    );
    const names = without.map((section) => section.split('\n')[0]?.replace('charter ', ''));
    // These commands print addresses, a token or a script, or have commands of their own.
    assert.deepEqual(names.sort(), ['completion', 'scim token', 'serve', 'token']);
  });

  it('equals the pages in docs/cli (else run: npx node scripts/write-cli-docs.ts)', async () => {
    const pages = await generateDocs();
    assert.deepEqual((await readdir(CLI_DOCS_URL)).sort(), Object.keys(pages).sort());
    for (const [name, text] of Object.entries(pages)) {
      assert.equal(await readFile(new URL(name, CLI_DOCS_URL), 'utf8'), text, name);
    }
  });

  it('is the same from `charter help <command>` as from `charter <command> --help`', async () => {
    const [option, word] = await Promise.all([
      charter(['tab', 'create', '--help']),
      charter(['help', 'tab', 'create']),
    ]);
    assert.equal(option.code, 0);
    assert.deepEqual(word, option);
  });
});

describe('guides and source files', () => {
  it('never run charter through npx, because npx fetches an unrelated package outside of the checkout', async () => {
    const root = new URL('../../../', import.meta.url);
    const files = globSync('**/*.{md,ts,mjs,yaml}', {
      cwd: root,
      exclude: ['**/node_modules/**', '**/.*/**'],
    });
    assert.ok(files.includes('README.md'));
    const found = [];
    for (const file of files) {
      if (/npx\s+charter/.test(await readFile(new URL(file, root), 'utf8'))) found.push(file);
    }
    assert.deepEqual(found, []);
  });
});

describe('the command lines of client and server', () => {
  const CHARTER_SERVER = fileURLToPath(new URL('../../bin/charter-server.js', import.meta.url));
  const service = [...Object.keys(SERVICE_COMMANDS.alone), ...Object.keys(SERVICE_COMMANDS.nouns)];
  const listed = (help: string) =>
    [...help.matchAll(/^ {2}([a-z][a-z-]*) {2,}[A-Z]/gm)].map(([, name]) => name);

  it('have the commands of the service only where the server is installed', async () => {
    const [all, ofCallers, ofService] = await Promise.all([
      charter(['--help']),
      callerCharter(['--help']),
      callerCharter(['--help'], {}, CHARTER_SERVER),
    ]);
    assert.deepEqual(listed(ofService.stdout), service);
    assert.deepEqual(
      listed(all.stdout).sort(),
      [...listed(ofCallers.stdout), ...listed(ofService.stdout)].sort(),
    );
    assert.match(ofService.stdout, /^Usage: charter-server /);
  });

  it('offer --as only where the server is installed', async () => {
    const args = ['whoami', '--help'];
    assert.match((await charter(args)).stdout, /--as <upn>/);
    const { stdout } = await callerCharter(args);
    assert.match(stdout, /--url <address>/);
    assert.doesNotMatch(stdout, /--as <upn>/);
  });

  it('exit with 2 when `charter token` gets both --user and --app', async () => {
    const { code, stdout, stderr } = await charter(['token', '--user', 'u', '--app', 'a']);
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /--user <upn> or --app <appId>/);
  });
});

it('only the commands serve and token write to stdout or stderr without the output module', () => {
  const files = globSync('**/*.ts', { cwd: import.meta.dirname, exclude: ['**/*.test.ts'] });
  const places = files.filter((file) =>
    /process\.std(out|err)\.write|console\./.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  );
  // These commands print local values: addresses, paths and a token.
  assert.deepEqual(places.sort(), ['serve.ts', 'token.ts']);
});

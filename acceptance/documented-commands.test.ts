/**
 * Checks that each command block in the documents is run by a test, or has a reason why none can run it. Rehearses all
 * of them, and compares their commands with the command line, the scripts, the API and the settings that exist.
 */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { createProgram } from '@charter/cli/program';
import type { Command } from 'commander';
import { charterServer, installedCharter } from '../server/src/commands/command-lines.ts';
import { ConfigError, readConfig } from '../server/src/config.ts';
import {
  type Block,
  CHECKS,
  DOCUMENTS,
  isCommandBlock,
  keyOf,
  lacksLanguage,
  ROOT,
  readBlocks,
} from './documented-commands.ts';
import { type Rehearsal, rehearse } from './rehearse-commands.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

describe('the command blocks of the documents', () => {
  const blocks = readBlocks();
  const keys = new Set(blocks.filter(isCommandBlock).map(keyOf));

  it('each have an entry in CHECKS', () => {
    assert.ok(keys.size > 50, `${keys.size} blocks`);
    assert.deepEqual(
      [...keys].filter((key) => CHECKS[key] === undefined),
      [],
    );
  });

  it('include a block for every entry in CHECKS', () => {
    assert.deepEqual(
      Object.keys(CHECKS).filter((key) => !keys.has(key)),
      [],
    );
  });

  it('are marked as shell code', () => {
    assert.deepEqual(blocks.filter(lacksLanguage).map(keyOf), []);
  });

  it('are run by tests that exist', () => {
    for (const check of Object.values(CHECKS))
      if ('by' in check) assert.ok(existsSync(join(ROOT, check.by)), check.by);
  });
});

/** Programs that the documents may use, and that this test does not check further. */
const OTHER_PROGRAMS =
  'apt-get az cat cd chmod configure cp createdb docker git helm install kubectl ln make mkdir mv openssl rm sed sha256sum systemctl tar tee';

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const { paths } = JSON.parse(read('openapi.json')) as { paths: Record<string, Record<string, unknown>> };
const COMMAND_LINES = { charter: installedCharter(), 'charter-server': charterServer() };

type CommandLineName = keyof typeof COMMAND_LINES;

const commandsBelow = (command: Command): Command[] => [command, ...command.commands.flatMap(commandsBelow)];

/** Loads a command line with the options of the called command, which does nothing and prints nothing. */
async function loadProgram(name: CommandLineName, args: readonly string[]): Promise<Command> {
  const program = await createProgram(args, COMMAND_LINES[name]);
  for (const command of commandsBelow(program)) {
    command.configureOutput({ writeOut: () => {}, writeErr: () => {} });
    if (command.commands.length === 0) command.action(() => {});
  }
  return program;
}

/** Returns what is wrong with the arguments of a command; undefined when the command line accepts them. */
const rejectionOf = async (name: CommandLineName, args: readonly string[]): Promise<string | undefined> =>
  (await loadProgram(name, args)).parseAsync(args, { from: 'user' }).then(
    () => undefined,
    ({ code, message }: { code?: string; message: string }) =>
      code === 'commander.helpDisplayed' || code === 'commander.version' ? undefined : message,
  );

/** Returns whether the API has the operation that curl calls, or the service has the address outside the API. */
function isAddress(args: readonly string[]): boolean {
  const url = args.find((arg) => /^https?:/.test(arg)) ?? '';
  const { pathname } = new URL(url);
  if (['/oidc/token', '/livez', '/readyz', '/metrics'].includes(pathname)) return true;
  const given = args[args.findIndex((arg) => ['-X', '--request'].includes(arg)) + 1];
  const hasBody = args.some((arg) => /^(?:-d|--data(?:-.*)?|--json)$/.test(arg));
  const method = args.includes('-X') || args.includes('--request') ? given : hasBody ? 'POST' : 'GET';
  return Object.entries(paths).some(
    ([path, methods]) =>
      new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname.replace(/^\/api/, '')) &&
      (method ?? '').toLowerCase() in methods,
  );
}

/** Files of the checkout, or of its copy in /opt. */
const FILE =
  /^(?:\/opt\/charter(?:-[^/]+)?\/)?((?:acceptance|deploy|docs|portal|scripts|server|templates)\/.+)$/;

/** Returns what is wrong with a command; undefined when all that it names exists. */
async function mistakeIn([program = '', ...args]: readonly string[]): Promise<string | undefined> {
  const missing = args
    .map((arg) => FILE.exec(arg)?.[1]?.replace(/:\d+$/, ''))
    .filter(
      (path) => path !== undefined && path !== 'server/COMMIT' && globSync(path, { cwd: ROOT }).length === 0,
    );
  if (missing.length > 0) return `${missing} is missing`;
  if (program === 'charter' || program === 'charter-server') return rejectionOf(program, args);
  if (program === 'npm') {
    const script = args[0] === 'run' ? args[1] : args[0];
    const isKnown = ['ci', 'install'].includes(script ?? '') || (script ?? '') in scripts;
    return isKnown ? undefined : `no script ${script}`;
  }
  if (program === 'curl') return isAddress(args) ? undefined : 'no such operation';
  if (program === 'npx') return args[0] === 'node' ? undefined : 'npx runs only the pinned Node';
  return program === 'node' || OTHER_PROGRAMS.split(' ').includes(program)
    ? undefined
    : `${program} is not a program that the documents use`;
}

/** Returns the lines of a document's blocks that set variables of the shell, for later blocks. */
const variablesOf = ({ file }: Block, blocks: readonly Block[]): string =>
  blocks
    .filter((block) => block.file === file && isCommandBlock(block))
    .flatMap(({ text }) => [...text.matchAll(/^[a-z]\w*=.*$/gm)].map(([line]) => line))
    .join('\n');

describe('the rehearsed command blocks', () => {
  const blocks = readBlocks();
  const rehearsals = new Map<Block, Rehearsal>();
  before(async () => {
    for (const block of blocks.filter(isCommandBlock))
      rehearsals.set(block, await rehearse(block.text, variablesOf(block, blocks)));
  });

  it('name commands, options, scripts, files and operations that exist', async () => {
    const mistakes = [];
    for (const [block, { commands }] of rehearsals)
      for (const { words } of commands) {
        const mistake = await mistakeIn(words);
        if (mistake !== undefined) mistakes.push(`${keyOf(block)}: ${words.join(' ')}: ${mistake}`);
      }
    assert.deepEqual(mistakes, []);
    const count = [...rehearsals.values()].flatMap(({ commands }) => commands).length;
    assert.ok(count > 250, `${count} commands`);
  });

  it('have settings that the service accepts', () => {
    const mistakes = [];
    for (const [block, { commands, environment }] of rehearsals) {
      const check = CHECKS[keyOf(block)];
      const given = check !== undefined && 'given' in check ? check.given : {};
      for (const settings of [environment, ...commands.map((command) => command.environment)]) {
        if (Object.keys(settings).length === 0) continue;
        try {
          const { warnings } = readConfig({ ...given, ...settings });
          mistakes.push(...warnings.filter((warning) => warning.includes('is no setting')));
        } catch (error) {
          if (!(error instanceof ConfigError)) throw error;
          mistakes.push(`${keyOf(block)}: ${error.problems}`);
        }
      }
    }
    assert.deepEqual(mistakes, []);
  });

  it('are rejected when they contain a mistake', async () => {
    // Written in two parts, because no file may tell people to run it.
    const throughNpx = 'npx ' + 'charter team list';
    const mistakes = `
charter team lsit
charter team list --fliter x
charter hook create
charter scim token make Entra
npm run tests
${throughNpx}
npx node scripts/back-up.ts /backups
curl -X PUT http://127.0.0.1:3000/v1.0/teams/provisioning
curl http://127.0.0.1:3000/v1.0/team
kubctl get pods
cp /opt/charter/deploy/systemd/*.timer /etc
if sudo charter team frobnicate | cat; then for each in a b; do charter team "$each $(charter teem list)"; done; fi`;
    const { commands } = await rehearse(mistakes);
    const found = await Promise.all(
      commands
        .filter(({ words }) => words[0] !== 'cat')
        .map(async ({ words }) => [words.join(' '), await mistakeIn(words)] as const),
    );
    assert.deepEqual(
      found.filter(([, mistake]) => mistake === undefined),
      [],
    );
    assert.equal(found.length, 16);
    await assert.rejects(rehearse('for name in a b; do charter whoami'), /syntax error/);
    await assert.rejects(rehearse('echo x > /etc/charter.env'), /file of the machine/);
  });
});

/** Words of a command in running text: \`charter team get\`, \`charter member update --end --sponsor\`. */
const INLINE = /`(charter(?:-server)?) ([a-z][^`]*)`/g;

/** Texts that are hashed, and no commands. */
const HASHED = ['charter audit checkpoint', 'charter audit checkpoints'];

describe('the text of the documents', () => {
  const text = (file: string): string => read(file).replace(/^```[\s\S]*?^```/gm, '');
  const files = globSync(DOCUMENTS, { cwd: ROOT }).filter((file) => file !== 'CHANGELOG.md');

  it('names commands, options and npm scripts that exist', async () => {
    const mistakes: string[] = [];
    let count = 0;
    for (const file of files) {
      for (const [whole, name = '', rest = ''] of text(file).matchAll(INLINE)) {
        if (HASHED.includes(`${name} ${rest}`)) continue;
        const words = rest.split(/\s+/);
        count += 1;
        let command = await loadProgram(name as CommandLineName, words);
        for (const word of words) {
          const inner = command.commands.find((each) => each.name() === word);
          if (inner === undefined) {
            if (command.commands.length > 0 && /^[a-z]/.test(word)) mistakes.push(`${file}: ${whole}`);
            break;
          }
          command = inner;
        }
        for (const [, option = ''] of rest.matchAll(/(?<= )(--[a-z-]+)/g))
          if (option !== '--help' && !command.options.some(({ long }) => long === option))
            mistakes.push(`${file}: ${whole}: ${option}`);
      }
      for (const [whole, script = ''] of text(file).matchAll(/`npm run ([\w:-]+)/g))
        if (!(script in scripts)) mistakes.push(`${file}: ${whole}`);
    }
    assert.deepEqual(mistakes, []);
    assert.ok(count > 100, `${count} commands`);
  });

  it('names settings that exist', () => {
    const places = [
      'docs/configuration.md',
      'deploy/compose/compose.yaml',
      'deploy/compose/example.env',
      'cli/src/environment.ts',
      'scripts/backup.ts',
    ];
    const known = new Set(places.flatMap((path) => read(path).match(/CHARTER_\w+/g) ?? []));
    const unknown = files
      .filter((file) => !file.startsWith('docs/adr/'))
      .flatMap((file) =>
        [...read(file).matchAll(/\bCHARTER_(?!TEST_)(\w*[A-Z0-9])(_?)/g)]
          // Text such as `CHARTER_RETENTION_…` names several settings by their beginning.
          .filter(
            ([name, , rest]) => ![...known].some((each) => (rest ? each.startsWith(name) : each === name)),
          )
          .map(([name]) => `${file}: ${name}`),
      );
    assert.deepEqual(unknown, []);
    assert.ok(known.size > 100, `${known.size} settings`);
  });
});

/** Generates the pages of docs/cli/ from the help of each command. scripts/write-cli-docs.ts writes them. */
import { EXIT_CODE_HELP } from '@charter/cli/exit-codes';
import { CHARTER, createProgram } from '@charter/cli/program';
import type { Command } from 'commander';
import { ALL_COMMANDS, installedCharter } from './command-lines.ts';
import { SERVICE_COMMANDS } from './commands.ts';

export const CLI_DOCS_URL = new URL('../../../docs/cli/', import.meta.url);

const HELP_WIDTH = 100;

/** Loads the command with its options. */
async function load(path: readonly string[]): Promise<Command> {
  let command = await createProgram(path, { ...installedCharter(), version: '' });
  for (const name of path) {
    command = command.commands.find((candidate) => candidate.name() === name) as Command;
  }
  return command;
}

function helpOf(command: Command): string {
  const parts: string[] = [];
  command.configureOutput({
    writeOut: (text) => parts.push(text),
    getOutHelpWidth: () => HELP_WIDTH,
    getOutHasColors: () => false,
  });
  command.outputHelp();
  return parts.join('').trim();
}

const fenced = (text: string): string => `\`\`\`text\n${text}\n\`\`\``;

/** Returns the section of a command, followed by those of its own commands. */
async function sectionOf(path: readonly string[]): Promise<string> {
  const command = await load(path);
  const sections = command.commands.map(
    (inner) => `### charter ${[...path, inner.name()].join(' ')}\n\n${fenced(helpOf(inner))}`,
  );
  return [`## charter ${path.join(' ')}\n\n${fenced(helpOf(command))}`, ...sections].join('\n\n');
}

async function groupPage(noun: string): Promise<string> {
  const { summary, verbs } = ALL_COMMANDS.nouns[noun] as (typeof ALL_COMMANDS.nouns)[string];
  const sections = await Promise.all(Object.keys(verbs).map((verb) => sectionOf([noun, verb])));
  const place = noun in SERVICE_COMMANDS.nouns ? `\n\n${AT_THE_SERVICE}` : '';
  return `# charter ${noun}\n\n${summary}.${place}\n\n${sections.join('\n\n')}\n`;
}

const AT_THE_SERVICE =
  'These commands need the code of the service, so they run where it is installed, as `charter` or `charter-server`. The package `@charter/cli` does not have them.';

const linksTo = (nouns: readonly string[]): string =>
  nouns.map((noun) => `- [charter ${noun}](${noun}.md): ${ALL_COMMANDS.nouns[noun]?.summary}`).join('\n');

async function indexPage(): Promise<string> {
  const [ofService, ofCallers] = [true, false].map((isOfService) =>
    Object.keys(ALL_COMMANDS.nouns).filter((noun) => noun in SERVICE_COMMANDS.nouns === isOfService),
  ) as [string[], string[]];
  const alone = await Promise.all(Object.keys(ALL_COMMANDS.alone).map((name) => sectionOf([name])));
  return [
    '# The command line',
    'Each command prints its result to stdout and everything else to stderr; `--json` makes the result JSON. `npx node scripts/write-cli-docs.ts` generates these pages from the help of each command.',
    'The package [`@charter/cli`](../../cli/README.md) has the commands that call the service. In the checkout, `charter` also has those of the service itself. Put it on the path of the shell:',
    '```sh\nexport PATH="$PATH:$PWD/node_modules/.bin"\n```',
    'The shell then finds `charter` in every folder, and npm never looks for a package of that name.',
    linksTo(ofCallers),
    `${AT_THE_SERVICE} So do \`charter ${Object.keys(SERVICE_COMMANDS.alone).join('`, `charter ')}\` and the option \`--as\`.`,
    linksTo(ofService),
    fenced(`${CHARTER.help}\n\n${EXIT_CODE_HELP}`),
    ...alone,
  ]
    .join('\n\n')
    .concat('\n');
}

/** Returns the pages by file name. */
export async function generateDocs(): Promise<Record<string, string>> {
  const pages: Record<string, string> = { 'index.md': await indexPage() };
  for (const noun of Object.keys(ALL_COMMANDS.nouns)) pages[`${noun}.md`] = await groupPage(noun);
  return pages;
}

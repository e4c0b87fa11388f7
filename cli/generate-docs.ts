/** Generates the pages of docs/cli/ from the help of each command. scripts/write-cli-docs.ts writes them. */
import type { Command } from 'commander';
import { ALONE, NOUNS } from './src/commands.ts';
import { ENVIRONMENT_HELP } from './src/environment.ts';
import { EXIT_CODE_HELP } from './src/exit-codes.ts';
import { createProgram } from './src/program.ts';

export const DOCS = new URL('../docs/cli/', import.meta.url);

const HELP_WIDTH = 100;

/** Loads the command with its options. */
async function load(path: readonly string[]): Promise<Command> {
  let command = await createProgram(path, '');
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

async function sectionOf(path: readonly string[]): Promise<string> {
  return `## charter ${path.join(' ')}\n\n${fenced(helpOf(await load(path)))}`;
}

async function groupPage(noun: string): Promise<string> {
  const { summary, verbs } = NOUNS[noun] as (typeof NOUNS)[string];
  const sections = await Promise.all(Object.keys(verbs).map((verb) => sectionOf([noun, verb])));
  return `# charter ${noun}\n\n${summary}.\n\n${sections.join('\n\n')}\n`;
}

async function indexPage(): Promise<string> {
  const groups = Object.entries(NOUNS).map(
    ([noun, { summary }]) => `- [charter ${noun}](${noun}.md): ${summary}`,
  );
  const alone = await Promise.all(Object.keys(ALONE).map((name) => sectionOf([name])));
  return [
    '# The command line',
    'Each command prints its result to stdout and everything else to stderr; `--json` makes the result JSON. `npx node scripts/write-cli-docs.ts` generates these pages from the help of each command.',
    'In the checkout, put the command on the path of the shell:',
    '```sh\nexport PATH="$PATH:$PWD/node_modules/.bin"\n```',
    'The shell then finds `charter` in every folder, and npm never looks for a package of that name.',
    groups.join('\n'),
    fenced(`${ENVIRONMENT_HELP}\n\n${EXIT_CODE_HELP}`),
    ...alone,
  ]
    .join('\n\n')
    .concat('\n');
}

/** Returns the pages by file name. */
export async function generateDocs(): Promise<Record<string, string>> {
  const pages: Record<string, string> = { 'index.md': await indexPage() };
  for (const noun of Object.keys(NOUNS)) pages[`${noun}.md`] = await groupPage(noun);
  return pages;
}

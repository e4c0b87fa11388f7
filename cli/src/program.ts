/** Builds the command tree and loads only the called command, so that start-up stays fast. */
import { Command } from 'commander';
import { ALONE, NOUNS, type Verb } from './commands.ts';
import { ENVIRONMENT_HELP } from './environment.ts';
import { EXIT_CODE_HELP } from './exit-codes.ts';

const HELP = `
Each command has --help with an example.

${ENVIRONMENT_HELP}

${EXIT_CODE_HELP}`;

function createCommand(name: string, summary: string): Command {
  return new Command(name)
    .summary(summary)
    .description(`${summary}.`)
    .helpCommand(false)
    .showHelpAfterError('Add --help to see the usage of the command.')
    .configureHelp({ showGlobalOptions: false })
    .exitOverride();
}

async function addVerb(parent: Command, name: string, verb: Verb, isCalled: boolean): Promise<void> {
  const command = createCommand(name, verb.summary);
  if (isCalled) (await verb.load()).define(command);
  parent.addCommand(command);
}

/** Turns `charter help team get` into `charter team get --help`. */
export const withoutHelpCommand = (args: readonly string[]): string[] =>
  args[0] === 'help' ? [...args.slice(1), '--help'] : [...args];

export async function createProgram(args: readonly string[], version: string): Promise<Command> {
  const [first, second] = args;
  const program = createCommand('charter', 'Provision and govern teams from the command line')
    // A command may have an option --version of its own.
    .enablePositionalOptions()
    .version(version, '--version', 'Show the version')
    .addHelpText('after', HELP);
  for (const [name, verb] of Object.entries(ALONE)) await addVerb(program, name, verb, name === first);
  for (const [name, noun] of Object.entries(NOUNS)) {
    const group = createCommand(name, noun.summary);
    for (const [verbName, verb] of Object.entries(noun.verbs)) {
      await addVerb(group, verbName, verb, name === first && verbName === second);
    }
    program.addCommand(group);
  }
  return program;
}

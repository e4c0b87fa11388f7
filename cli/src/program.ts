/** Builds the command tree and loads only the called command, so that start-up stays fast. */
import { Command } from 'commander';
import type { Commands, Verb } from './commands.ts';
import { ENVIRONMENT_HELP } from './environment.ts';
import { EXIT_CODE_HELP } from './exit-codes.ts';
import { loadWriter } from './output.ts';

export interface CommandLine {
  name: string;
  description: string;
  version: string;
  commands: Commands;
  /** Part of the help after the list of commands, before the exit codes. */
  help: string;
}

/** The command line for callers of the service, without its version and commands. */
export const CHARTER: Pick<CommandLine, 'name' | 'description' | 'help'> = {
  name: 'charter',
  description: 'Provision and govern teams from the command line',
  help: ENVIRONMENT_HELP,
};

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

export async function createProgram(
  args: readonly string[],
  { name: programName, description, version, commands, help }: CommandLine,
): Promise<Command> {
  const [first, second] = args;
  const program = createCommand(programName, description)
    // A command may have an option --version of its own.
    .enablePositionalOptions()
    .version(version, '--version', 'Show the version')
    .hook('preAction', (_program, command) => loadWriter(command.opts()))
    .addHelpText('after', `\nEach command has --help with an example.\n\n${help}\n\n${EXIT_CODE_HELP}`);
  for (const [name, verb] of Object.entries(commands.alone)) {
    await addVerb(program, name, verb, name === first);
  }
  for (const [name, noun] of Object.entries(commands.nouns)) {
    const group = createCommand(name, noun.summary);
    for (const [verbName, verb] of Object.entries(noun.verbs)) {
      await addVerb(group, verbName, verb, name === first && verbName === second);
    }
    program.addCommand(group);
  }
  return program;
}

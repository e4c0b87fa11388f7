/** Options and session of every command that calls the service. */
import type { CharterClient } from '@charter/sdk';
import { type Command, Option } from 'commander';
import { connect } from './connection.ts';
import { localIssuer } from './local-issuer.ts';
import { createOutput, FORMATS, type Output, type OutputOptions } from './output.ts';

export interface SharedOptions extends OutputOptions {
  url?: string;
  as?: string;
  profile?: string;
}

export interface Session {
  client: CharterClient;
  output: Output;
}

const shared = (flags: string, description: string) =>
  new Option(flags, description).helpGroup('Common options:');

/**
 * Adds the options for the output format. Commands that do not call the service use them too.
 * @param furtherFormats formats that only this command has
 */
export const addOutputOptions = (command: Command, furtherFormats: readonly string[] = []): Command =>
  command
    .addOption(shared('--json', 'write the result as JSON to stdout, as --output json does'))
    .addOption(
      shared('--output <format>', 'form of the result')
        .choices([...FORMATS, ...furtherFormats])
        .default('table'),
    )
    .addOption(shared('--columns <name...>', 'columns of a table, csv or tsv, by their headings'));

/** Adds the shared options and the example to the help. */
export function apiCommand(command: Command, example: string): Command {
  addOutputOptions(command);
  if (localIssuer.mint() !== undefined) {
    command.addOption(
      shared('--as <upn>', 'get a token for this person from the embedded issuer on this machine'),
    );
  }
  return command
    .addOption(shared('--profile <name>', 'name of the sign-in to use (charter login)'))
    .addOption(shared('--url <address>', 'address of the service (default: CHARTER_URL)'))
    .addHelpText('after', `\nExample:\n  ${example.replaceAll('\n', '\n  ')}`);
}

export function openSession(options: SharedOptions): Session {
  return { client: connect(options), output: createOutput(options) };
}

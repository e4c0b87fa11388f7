import type { Command } from 'commander';
import { usage } from './api-command.ts';

interface Options {
  services?: string;
  port?: string;
}

/** Flags are settings said on the command line: they win over the environment. */
function settingsOf({ services, port }: Options): Record<string, string> {
  return {
    ...(services === undefined ? {} : { CHARTER_SERVICES: services }),
    ...(port === undefined ? {} : { PORT: port }),
  };
}

export function define(command: Command): void {
  command
    .option('--services <list>', 'api, worker, or both separated by a comma (default: CHARTER_SERVICES)')
    .option('--port <number>', 'port to listen on; 0 takes a free one (default: PORT)')
    .addHelpText('after', '\nExample:\n  charter serve --services=api --port 3001')
    .action(async () => {
      throw usage('x');
    });
}
void settingsOf;

import { setFlagsFromString } from 'node:v8';
import type { RunningService } from '@charter/server/bootstrap';
import type { Command } from 'commander';
import { CommandFailure, EXIT } from './exit-codes.ts';

interface Options {
  services?: string;
  port?: string;
}

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Flags are settings said on the command line: they win over the environment. */
const settingsOf = ({ services, port }: Options): NodeJS.ProcessEnv => ({
  ...(services === undefined ? {} : { CHARTER_SERVICES: services }),
  ...(port === undefined ? {} : { PORT: port }),
});

/** A secret is kept nowhere else: whoever started the service first has it, or registers the app anew. */
function introduce(filled: RunningService['filled']): void {
  for (const { displayName, apps } of filled) {
    console.log(`Filled in the sample organisation ${displayName}.`);
    for (const app of apps) {
      console.log(`  Its app ${app.displayName} signs in with Basic credentials: ${app.appId}:${app.secret}`);
    }
  }
}

function announce({ url, filled }: RunningService, hasEmbeddedIssuer: boolean): void {
  introduce(filled);
  if (url === undefined) {
    console.log('The worker of Charter is ready.');
    return;
  }
  const hint = 'Sign in with: npx charter token --user sofia.rossi@meridian.example';
  // At once, so that a program that waits for the first line has read the second as well.
  console.log(`Charter is ready at ${url}${hasEmbeddedIssuer ? `\n${hint}` : ''}`);
}

/** Resolves when somebody asks the process to end; a second time ends it at once. */
function askedToEnd(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        if (asked) process.exit(EXIT.refused);
        asked = true;
        resolve();
      });
    }
  });
}

/**
 * While the service starts, V8 would let the young generation grow to 48 MB, which an idle node then keeps
 * (npm run bench -- start). Afterwards it may: requests that are collected a megabyte at a time cost a third of
 * their throughput (npm run bench -- get-team).
 */
const keepYoungGenerationSmall = (): void => setFlagsFromString('--semi-space-growth-factor=1');
const letYoungGenerationGrow = (): void => setFlagsFromString('--semi-space-growth-factor=2');

export function define(command: Command): void {
  command
    .option('--services <list>', 'api, worker, or both separated by a comma (default: CHARTER_SERVICES)')
    .option('--port <number>', 'port to listen on; 0 takes a free one (default: PORT)')
    .addHelpText(
      'after',
      '\nSettings are environment variables; docs/configuration.md lists them.\n\nExample:\n  charter serve --services=api --port 3001',
    )
    .action(async (options: Options) => {
      // From the first moment, so that nothing that was started outlives an early end.
      const end = askedToEnd();
      keepYoungGenerationSmall();
      const { readConfig, serve } = await import('@charter/server/bootstrap');
      const config = readConfig({ ...process.env, ...settingsOf(options) });
      const service = await serve(config);
      letYoungGenerationGrow();
      announce(service, config.issuers.length === 0);
      const lost = await Promise.race([end, service.lost]);
      await service.stop();
      if (lost !== undefined)
        throw new CommandFailure(EXIT.refused, `${lost} The service cannot go on without it.`);
      process.exit(EXIT.done);
    });
}

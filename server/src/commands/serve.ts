import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { CommandFailure, EXIT } from '@charter/cli/exit-codes';
import { type Command, Option } from 'commander';
import type { Config, RunningService } from '../main.ts';
import { loginCommand, quoted, shellCommand } from './shell-command.ts';

interface Options {
  services?: string;
  port?: string;
  awaitPortal?: true;
}

/** Time limit for a clean stop after a signal during the start. The embedded PostgreSQL stops by itself later. */
const LONGEST_STOP_MILLISECONDS = 2_000;

/** Time after drain and grace period for the last audit checkpoint, and for closing connections. */
const CLOSING_SECONDS = 30;

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Returns the environment variables that the options override. */
const settingsOf = ({ services, port }: Options): NodeJS.ProcessEnv => ({
  ...(services === undefined ? {} : { CHARTER_SERVICES: services }),
  ...(port === undefined ? {} : { PORT: port }),
});

/** Prints the secrets of the sample apps. The service stores only hashes, so it can't print them again. */
function printSampleSecrets(filled: RunningService['filled']): void {
  for (const { displayName, apps } of filled) {
    console.log(`Filled in the sample organisation ${displayName}.`);
    for (const app of apps) {
      console.log(`  Its app ${app.displayName} signs in with Basic credentials: ${app.appId}:${app.secret}`);
    }
  }
}

/** Returns the operator's next step to sign in. */
function nextStep({ url = '', examplePerson }: RunningService, config: Config, defaults: Config): string {
  const run = (command: string) => shellCommand(url, config, defaults, command);
  if (config.issuers.length > 0) {
    const client = config.portalClientId === undefined;
    return client
      ? 'The portal needs CHARTER_PORTAL_CLIENT_ID before people can sign in to it (docs/portal.md).'
      : `Sign in there with an account of ${config.issuers[0]?.issuer ?? 'your issuer'}.`;
  }
  if (examplePerson !== undefined) {
    const token = run(`token --user ${quoted(examplePerson)}`);
    return `Sign in there, or on the command line with: ${loginCommand(url, defaults)}\nFor a script, get a token with: ${token}`;
  }
  const setup = "setup --organisation 'Your organisation' --name 'Your Name' --mail you@your-domain.example";
  return `There is nobody to sign in as yet. Create your organisation and yourself with: ${run(setup)}`;
}

function printStart(service: RunningService, config: Config, defaults: Config): void {
  printSampleSecrets(service.filled);
  if (service.url === undefined) {
    console.log('The worker of Charter is ready.');
    return;
  }
  // Writes all lines at once, so that a program that waits for the first line also receives the others.
  console.log(`Charter is ready at ${service.url}\n${nextStep(service, config, defaults)}`);
}

/** Aborts at the first termination signal, with its name as the reason. The second one exits the process at once. */
function terminationSignal(): AbortSignal {
  const ended = new AbortController();
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (ended.signal.aborted) process.exit(EXIT.rejected);
      ended.abort(signal);
    });
  }
  return ended.signal;
}

/** Exits when the stop exceeds the time limits of all its parts, for example because the database does not respond. */
function exitAfter(milliseconds: number): void {
  setTimeout(() => {
    console.error('error: The service did not stop in time. Its leases end by themselves.');
    process.exit(EXIT.rejected);
  }, milliseconds).unref();
}

/**
 * During the start, V8 would grow the young generation to 48 MB, which an idle node would retain (npm run bench --
 * start). Later it must grow: a small young generation costs a third of the throughput (npm run bench -- get-team).
 */
const keepYoungGenerationSmall = (): void => setFlagsFromString('--semi-space-growth-factor=1');
const letYoungGenerationGrow = (): void => setFlagsFromString('--semi-space-growth-factor=2');

export function define(command: Command): void {
  command
    .option('--services <list>', 'api, worker, or both separated by a comma (default: CHARTER_SERVICES)')
    .option('--port <number>', 'port to listen on; 0 takes a free one (default: PORT)')
    // scripts/run.mjs builds the portal while the service starts, and sends a message when it is built.
    .addOption(new Option('--await-portal').hideHelp())
    .addHelpText(
      'after',
      '\nSettings are environment variables; docs/configuration.md lists them.\n\nExample:\n  charter serve --services=api --port 3001',
    )
    .action(async (options: Options) => {
      // Installs the handler before the start, so that an early signal stops everything that has started.
      const stopping = terminationSignal();
      const end = new Promise<undefined>((resolve) =>
        stopping.addEventListener('abort', () => resolve(undefined)),
      );
      keepYoungGenerationSmall();
      const { readConfig, serve } = await import('../main.ts');
      const config = readConfig({ ...process.env, ...settingsOf(options) });
      for (const warning of config.warnings) console.error(`warning: ${warning}`);
      const portal = options.awaitPortal && once(process, 'message');
      const started = serve(config, {}, stopping, portal);
      const service = await Promise.race([started, end]);
      if (service === undefined) {
        const stopped = started.then(
          (running) => running.stop(),
          () => undefined,
        );
        await Promise.race([stopped, delay(LONGEST_STOP_MILLISECONDS)]);
        process.exit(EXIT.done);
      }
      letYoungGenerationGrow();
      printStart(service, config, readConfig({}));
      const lost = await Promise.race([end, service.lost]);
      const drains = stopping.reason === 'SIGTERM' && service.url !== undefined;
      const drainMilliseconds = drains ? config.drainSeconds * 1000 : 0;
      exitAfter(drainMilliseconds + (config.shutdownSeconds + CLOSING_SECONDS) * 1000);
      await service.stop(delay(drainMilliseconds));
      if (lost !== undefined) throw new CommandFailure(EXIT.rejected, `${lost} The service stops.`);
      process.exit(EXIT.done);
    });
}

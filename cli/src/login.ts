import type { Command } from 'commander';
import { readAddress } from './address.ts';
import { addOutputOptions } from './api-command.ts';
import { environment } from './environment.ts';
import { CommandFailure, EXIT } from './exit-codes.ts';
import { createOutput, type OutputOptions, writeNote } from './output.ts';
import { changeProfile, DEFAULT_PROFILE } from './sign-in/profiles.ts';
import type { SignInSettings, Tokens } from './sign-in/provider.ts';

interface Options extends OutputOptions {
  url?: string;
  profile?: string;
  issuer?: string;
  clientId?: string;
  clientSecret?: string;
  scope?: string;
  browser: boolean;
  device?: boolean;
}

type SignIn = typeof import('./sign-in/provider.ts');
type Server = Awaited<ReturnType<SignIn['discover']>>;

async function signInByBrowser(
  server: Server,
  settings: SignInSettings,
  opensBrowser: boolean,
): Promise<Tokens> {
  const { authorize } = await import('./sign-in/provider.ts');
  const { listenOnLoopback } = await import('./sign-in/loopback.ts');
  const { openBrowser } = await import('./sign-in/open-browser.ts');
  await using loopback = await listenOnLoopback();
  const authorization = await authorize(server, settings, loopback.redirectUri);
  writeNote(`Open this address to sign in:\n${authorization.url}`);
  if (opensBrowser) openBrowser(authorization.url);
  return authorization.redeem(await loopback.answer);
}

async function signInByCode(server: Server, settings: SignInSettings): Promise<Tokens> {
  const { authorizeDevice } = await import('./sign-in/provider.ts');
  const { verificationUri, userCode, tokens } = await authorizeDevice(server, settings);
  writeNote(`Open ${verificationUri} on any device, and enter the code ${userCode}.`);
  return tokens;
}

/** Returns the name of the person. @throws CommandFailure with the message of the service if it rejects the token */
async function nameAt(url: string, { issuer, bearer }: { issuer: string } & Tokens): Promise<string> {
  const { createClient } = await import('@charter/sdk');
  const client = createClient({ baseUrl: url, tokenProvider: () => bearer, userAgent: 'Charter-CLI' });
  try {
    return (await client.me.getMe()).displayName;
  } catch (error) {
    const { status, message } = error as { status?: number; message: string };
    if (status !== 401 && status !== 403) throw error;
    throw new CommandFailure(
      EXIT.notPermitted,
      `You are signed in at ${issuer}, but the service does not accept it. ${message}`,
    );
  }
}

export function define(command: Command): void {
  addOutputOptions(command)
    .option('--url <address>', 'address of the service (default: CHARTER_URL)')
    .option('--profile <name>', `name for this sign-in (default: CHARTER_PROFILE, or ${DEFAULT_PROFILE})`)
    .option('--issuer <address>', 'OpenID issuer (default: the one of the service)')
    .option(
      '--client-id <id>',
      'public client of the command line at the issuer (default: the one of the service)',
    )
    .option('--client-secret <secret>', 'its secret, if the issuer requires one of installed apps (Google)')
    .option('--scope <scopes>', 'scopes of the token, separated by spaces (default: those of the service)')
    .option('--device', 'sign in with a code on another device, for machines without a browser')
    .option('--no-browser', 'print the address and open no browser')
    .addHelpText(
      'after',
      `
Signs you in with the browser of this machine, and stores the tokens in a file that only you can read.
Later commands use and renew them. They are sent only to this service.

The service names the provider and the client. With --client-id you name another public client, which
needs the redirect address http://127.0.0.1/callback, on any port.

Example:
  charter login --url https://charter.example
  charter login --device`,
    )
    .action(async (options: Options) => {
      const { discover } = await import('./sign-in/provider.ts');
      const { findSettings } = await import('./sign-in/settings.ts');
      const url = readAddress(options.url);
      const name = options.profile ?? environment.profile() ?? DEFAULT_PROFILE;
      const settings = await findSettings(url, options);
      const server = await discover(settings.issuer);
      const tokens = options.device
        ? await signInByCode(server, settings)
        : await signInByBrowser(server, settings, options.browser);
      const { issuer, clientId, clientSecret, token } = settings;
      const person = await nameAt(url, { issuer, ...tokens });
      await changeProfile(name, () => ({ url, issuer, clientId, clientSecret, token, ...tokens }));
      createOutput(options).result(
        { profile: name, url, issuer, displayName: person },
        `You are signed in to ${url} as ${person}${name === DEFAULT_PROFILE ? '' : ` (profile ${name})`}.`,
      );
    });
}

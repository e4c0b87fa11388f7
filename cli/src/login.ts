import type { Command } from 'commander';
import { readAddress } from './address.ts';
import { environment } from './environment.ts';
import { createOutput, writeNote } from './output.ts';
import { changeProfile, DEFAULT_PROFILE } from './sign-in/profiles.ts';
import type { SignInSettings, Tokens } from './sign-in/provider.ts';

interface Options {
  url?: string;
  profile?: string;
  issuer?: string;
  clientId?: string;
  scope?: string;
  browser: boolean;
  device?: boolean;
  json?: boolean;
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

export function define(command: Command): void {
  command
    .option('--url <address>', 'address of the service (default: CHARTER_URL)')
    .option('--profile <name>', `name for this sign-in (default: CHARTER_PROFILE, or ${DEFAULT_PROFILE})`)
    .option('--issuer <address>', 'OpenID issuer (default: the one of the service)')
    .option(
      '--client-id <id>',
      'public client of the command line at the issuer (embedded issuer: charter-cli)',
    )
    .option('--scope <scopes>', 'scopes of the token, separated by spaces (default: those of the service)')
    .option('--device', 'sign in with a code on another device, for machines without a browser')
    .option('--no-browser', 'print the address and open no browser')
    .option('--json', 'write the result as JSON to stdout')
    .addHelpText(
      'after',
      `
Signs you in with the browser of this machine, and stores the tokens in a file that only you can read.
Later commands use and renew them. They are sent to this service alone.

An external provider needs a public client with the redirect address http://127.0.0.1/callback, on any port.

Example:
  charter login --device
  charter login --url https://charter.example --client-id 0b5f8a4e-5c3d-4f7e-9a53-6f1c0c8f3f10`,
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
      const { issuer, clientId, token } = settings;
      await changeProfile(name, () => ({ url, issuer, clientId, token, ...tokens }));
      createOutput(options.json === true).result(
        { profile: name, url, issuer },
        `You are signed in to ${url}${name === DEFAULT_PROFILE ? '' : ` as the profile ${name}`}.`,
      );
    });
}

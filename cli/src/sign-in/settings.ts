/** Finds out where and how to sign in to a service. */
import { serviceAt } from '../address.ts';
import { CommandFailure, EXIT, usage } from '../exit-codes.ts';
import type { SignInSettings } from './provider.ts';

export interface GivenSettings {
  issuer?: string;
  clientId?: string;
  clientSecret?: string;
  scope?: string;
}

const DEFAULT_SCOPE = 'openid profile email';

/** Returns the settings that the service publishes for the command line; undefined when it publishes none. */
async function published(url: string): Promise<Partial<SignInSettings> | undefined> {
  const address = new URL(`${serviceAt(url)}/cli.json`);
  try {
    const response = await fetch(address, { headers: { accept: 'application/json' } });
    return response.ok ? ((await response.json()) as Partial<SignInSettings>) : undefined;
  } catch (error) {
    const reason = (error as Error).message;
    throw new CommandFailure(EXIT.unreachable, `The service at ${address.origin} is unreachable: ${reason}.`);
  }
}

/** @throws CommandFailure when the issuer or the client is unknown */
export async function findSettings(url: string, given: GivenSettings): Promise<SignInSettings> {
  const settings = await published(url);
  const issuer = given.issuer ?? settings?.issuer;
  if (issuer === undefined) throw usage('The service names no issuer. Give --issuer <address>.');
  // Another issuer does not know the client of the service.
  const known = issuer === settings?.issuer && given.clientId === undefined ? settings : undefined;
  const clientId = given.clientId ?? known?.clientId;
  if (clientId === undefined) {
    throw usage(
      `The service names no client for the command line. Give --client-id <id>, a public client at ${issuer}, or ask the operator to set CHARTER_CLI_CLIENT_ID.`,
    );
  }
  return {
    issuer,
    clientId,
    clientSecret: given.clientSecret ?? known?.clientSecret,
    scope: given.scope ?? settings?.scope ?? DEFAULT_SCOPE,
    parameters: settings?.parameters ?? {},
    token: settings?.token ?? 'access_token',
  };
}

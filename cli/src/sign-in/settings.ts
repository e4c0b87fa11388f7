/** Finds out where and how to sign in to a service. */
import { CommandFailure, EXIT, usage } from '../exit-codes.ts';
import type { SignInSettings } from './provider.ts';

export interface GivenSettings {
  issuer?: string;
  clientId?: string;
  scope?: string;
}

/** Client of the command line at the embedded issuer. */
const EMBEDDED_CLIENT = 'charter-cli';
const DEFAULT_SCOPE = 'openid profile email';

/** Returns the portal's published sign-in settings; undefined when people can't sign in to the portal. */
async function published(url: string): Promise<Partial<SignInSettings> | undefined> {
  let response: Response;
  try {
    response = await fetch(new URL('/portal.json', url), { headers: { accept: 'application/json' } });
  } catch (error) {
    const reason = (error as Error).message;
    throw new CommandFailure(
      EXIT.unreachable,
      `The service at ${new URL(url).origin} is unreachable: ${reason}.`,
    );
  }
  return response.ok ? ((await response.json()) as Partial<SignInSettings>) : undefined;
}

/** @throws CommandFailure when the issuer or the client is unknown */
export async function findSettings(url: string, given: GivenSettings): Promise<SignInSettings> {
  const settings = await published(url);
  const issuer = given.issuer ?? settings?.issuer;
  if (issuer === undefined) throw usage('The service names no issuer. Give --issuer <address>.');
  const isEmbedded = issuer === settings?.issuer && new URL(issuer).origin === new URL(url).origin;
  const clientId = given.clientId ?? (isEmbedded ? EMBEDDED_CLIENT : undefined);
  if (clientId === undefined) {
    throw usage(`Give --client-id <id>: a public client at ${issuer} for the command line.`);
  }
  return {
    issuer,
    clientId,
    scope: given.scope ?? settings?.scope ?? DEFAULT_SCOPE,
    parameters: settings?.parameters ?? {},
    token: settings?.token ?? 'access_token',
  };
}

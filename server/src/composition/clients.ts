/** Serves the portal, and the settings and token requests for signing in at the portal and the command line. */
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { addPortal, type PortalSettings } from '../http/pages/portal.ts';
import {
  addSignIn,
  type CommandLineSettings,
  type SignInSettings,
  TOKEN_PATH,
} from '../http/pages/sign-in.ts';
import { publicPathOf } from '../http/public-path.ts';
import type { SignInLimit } from '../http/sign-in-limit.ts';
import { CLI_CLIENT_ID, PORTAL_CLIENT_ID } from '../identity/embedded-issuer/clients.ts';
import type { EmbeddedIssuer } from '../identity/embedded-issuer/embedded-issuer.ts';
import { endpointOrigins, issuerMetadata } from '../identity/issuer-metadata.ts';
import { portalTokens } from '../identity/portal-tokens.ts';
import type { Node } from './node.ts';

/** Returns the sign-in settings of every client; undefined without an issuer. */
function signInAt(
  { issuers, oidcParameters: parameters, oidcToken: token, portalScope: scope }: Config,
  embedded: EmbeddedIssuer | undefined,
): (() => Omit<SignInSettings, 'clientId'>) | undefined {
  // The embedded issuer's address may contain a port that is unknown before the service listens.
  if (embedded) return () => ({ issuer: embedded.issuer(), scope, parameters: {}, token: 'access_token' });
  const [first] = issuers;
  return first && (() => ({ issuer: first.issuer, scope, parameters, token }));
}

/** Returns the portal's sign-in settings; undefined when no client for the portal is configured at the issuer. */
function portalSignIn(
  config: Config,
  embedded: EmbeddedIssuer | undefined,
): (() => PortalSettings) | undefined {
  const { portalClientId, portalClientSecret, portalTeamsApp: teamsApp } = config;
  const clientId = embedded ? PORTAL_CLIENT_ID : portalClientId;
  const shared = signInAt(config, embedded);
  if (shared === undefined || clientId === undefined) return undefined;
  return () => ({
    ...shared(),
    clientId,
    ...(portalClientSecret !== undefined && { tokenEndpoint: publicPathOf(config.publicUrl) + TOKEN_PATH }),
    ...(teamsApp !== undefined && { teamsApp }),
  });
}

/** Returns the sign-in settings of the command line. Its client is absent when none is configured. */
function commandLineSignIn(
  config: Config,
  embedded: EmbeddedIssuer | undefined,
): (() => CommandLineSettings) | undefined {
  const { cliClientId, cliClientSecret: clientSecret } = config;
  const clientId = embedded ? CLI_CLIENT_ID : cliClientId;
  const shared = signInAt(config, embedded);
  return (
    shared &&
    (() => ({
      ...shared(),
      ...(clientId !== undefined && { clientId }),
      ...(clientSecret !== undefined && { clientSecret }),
    }))
  );
}

export async function addClients(
  app: FastifyInstance,
  config: Config,
  embedded: EmbeddedIssuer | undefined,
  { clock, log }: Pick<Node, 'clock' | 'log'>,
  limit: SignInLimit,
): Promise<void> {
  const [external] = config.issuers;
  const metadata = external && issuerMetadata(external.issuer, clock, log);
  await addPortal(app, portalSignIn(config, embedded), {
    path: publicPathOf(config.publicUrl),
    ...(metadata && { origins: async () => endpointOrigins(await metadata()) }),
  });
  const { portalClientId: clientId, portalClientSecret: clientSecret } = config;
  const commandLine = commandLineSignIn(config, embedded);
  await addSignIn(app, {
    limit,
    ...(commandLine && { commandLine }),
    ...(metadata &&
      clientId !== undefined &&
      clientSecret !== undefined && {
        requestTokens: portalTokens({ clientId, clientSecret, metadata, log }),
      }),
  });
}

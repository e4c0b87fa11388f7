/** Serves the sign-in of clients: the settings of the command line, and tokens for the portal. */
import type { FastifyInstance } from 'fastify';
import type { SignInLimit } from '../sign-in-limit.ts';

export interface SignInSettings {
  /** OpenID issuer that people sign in at. */
  issuer: string;
  /** Client id at the issuer. */
  clientId: string;
  /** Scopes of the sign-in, separated by spaces. */
  scope: string;
  /** Further parameters of the authorization request. */
  parameters: Readonly<Record<string, string>>;
  /** The token that the service accepts. */
  token: 'access_token' | 'id_token';
}

/** `clientId` is absent when the operator names no client for the command line. */
export type CommandLineSettings = Omit<SignInSettings, 'clientId'> & {
  clientId?: string;
  /** Secret that the issuer requires of installed apps. It is not confidential. */
  clientSecret?: string;
};

interface SignInOptions {
  commandLine?: () => CommandLineSettings;
  /** Answers a token request of the portal. Undefined when the portal sends it to the issuer itself. */
  requestTokens?: ((form: URLSearchParams) => Promise<{ status: number; body: string }>) | undefined;
  limit: SignInLimit;
}

/** Path of the portal's token requests. */
export const TOKEN_PATH = '/auth/token';
const LONGEST_FORM_BYTES = 16_384;

/** Serves the settings of `charter login` at /cli.json, and the portal's token requests. */
export async function addSignIn(
  app: FastifyInstance,
  { commandLine, requestTokens, limit }: SignInOptions,
): Promise<void> {
  if (commandLine) app.get('/cli.json', { schema: { hide: true } }, async () => commandLine());
  if (requestTokens === undefined) return;
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LONGEST_FORM_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    scope.addHook('onRequest', async (request) => limit(request));
    scope.post(TOKEN_PATH, { schema: { hide: true } }, async (request, reply) => {
      const { status, body } = await requestTokens(request.body as URLSearchParams);
      return reply
        .code(status)
        .headers({ 'content-type': 'application/json', 'cache-control': 'no-store' })
        .send(body);
    });
  });
}

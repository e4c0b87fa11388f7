/** An OpenID issuer for tests of token verification: real keys over HTTP on loopback. */
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';

export interface IssuerKey {
  kid: string;
  alg: string;
  privateKey: CryptoKey;
  publicJwk: JWK;
}

export async function createIssuerKey(kid: string, alg = 'RS256'): Promise<IssuerKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, alg, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}

export class TokenIssuer {
  readonly #server = createServer((request, response) => this.#answer(request, response));
  issuer = '';
  /** Keys published at jwks_uri. */
  published: JWK[] = [];
  /** When set, answers every request. */
  failure: ((response: ServerResponse) => void) | undefined;
  /** Overrides fields of the discovery document. */
  metadata: Record<string, unknown> = {};
  /** Responds to `/userinfo`, which the discovery document names while it is set. */
  userinfo: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  /** Number of requests for the key set that got a response. Each one emits `keys` on `requests`. */
  keyRequests = 0;
  readonly requests = new EventEmitter();
  key!: IssuerKey;

  /** @param path path of the issuer. With `{tenantid}` there is one issuer for each tenant, with the same keys */
  static async start(path = ''): Promise<TokenIssuer> {
    const issuer = new TokenIssuer();
    issuer.key = await createIssuerKey('first');
    issuer.published = [issuer.key.publicJwk];
    issuer.#server.listen(0, '127.0.0.1');
    await once(issuer.#server, 'listening');
    issuer.issuer = `http://127.0.0.1:${(issuer.#server.address() as AddressInfo).port}${path}`;
    return issuer;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  sign(claims: JWTPayload, header: Record<string, unknown> = {}, key = this.key): Promise<string> {
    return new SignJWT(claims)
      .setProtectedHeader({ alg: key.alg, kid: key.kid, ...header })
      .sign(key.privateKey);
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    if (this.failure) {
      this.failure(response);
      return;
    }
    const [pattern, tenant = ''] = [this.issuer, /[\da-f-]{36}/.exec(request.url ?? '')?.[0]];
    const issuer = pattern.replace('{tenantid}', tenant);
    const path = new URL(issuer).pathname.replace(/\/$/, '');
    if (this.userinfo && request.url === `${path}/userinfo`) {
      this.userinfo(request, response);
      return;
    }
    const documents: Record<string, () => object> = {
      [`${path}/.well-known/openid-configuration`]: () => ({
        issuer,
        jwks_uri: `${issuer.replace(/\/$/, '')}/keys`,
        ...(this.userinfo && { userinfo_endpoint: `${issuer.replace(/\/$/, '')}/userinfo` }),
        ...this.metadata,
      }),
      [`${path}/keys`]: () => {
        this.keyRequests += 1;
        this.requests.emit('keys');
        return { keys: this.published };
      },
    };
    const document = documents[request.url ?? ''];
    response.writeHead(document ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(document?.() ?? {}));
  }
}

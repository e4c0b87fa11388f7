/**
 * The part of Entra ID that @azure/identity and @azure/msal-node call: instance discovery, OpenID configuration,
 * device codes, and the token endpoint. The token endpoint accepts a client secret, the assertion of a certificate or
 * of another issuer, and the codes and refresh tokens of people (signed-in-people.ts). It injects no faults and has no
 * call limits.
 */
import { constants, createHmac, createPublicKey, randomBytes, verify, X509Certificate } from 'node:crypto';
import type { Answer } from './errors.ts';
import type { Registration, SignedInPerson } from './route.ts';
import { rejected, SignedInPeople } from './signed-in-people.ts';

const LIFETIME_SECONDS = 3599;
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** Audience of tokens of other issuers ("federatedIdentityCredential resource type"). */
const FEDERATION_AUDIENCE = 'api://AzureADTokenExchange';

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part: string | undefined): Record<string, unknown> =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString());

/** Returns whether the RSA key has signed the token, by RS256 or PS256. */
function isSigned(token: string, publicKey: string): boolean {
  const [header, payload, signature = ''] = token.split('.');
  const padding =
    decode(header).alg === 'PS256' ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 } : {};
  const key = { key: createPublicKey(publicKey), ...padding };
  return verify('sha256', Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'));
}

/** The holder of an access token: an application, or a person signed in to it. */
export interface Holder {
  registration: Registration;
  person?: SignedInPerson;
}

export class Authority {
  /** Always https: @azure/identity rejects other schemes. */
  readonly #url: string;
  /** Origins of Graph that scopes may contain. */
  readonly #graphs: readonly string[];
  readonly #registrations: Registration[];
  readonly #key = randomBytes(32);
  readonly #tokens = new Map<string, Holder>();
  readonly #people: SignedInPeople;
  /** Number of issued tokens. */
  issued = 0;
  /** Lifetime of the tokens issued from now on. */
  lifetimeSeconds = LIFETIME_SECONDS;

  constructor(origin: string, registrations: Registration[]) {
    this.#url = origin.replace(/^http:/, 'https:');
    this.#graphs = [origin, this.#url];
    this.#registrations = registrations;
    const issue = (holder: Holder) => this.#issue(holder);
    this.#people = new SignedInPeople({ url: this.#url, lifetimeSeconds: LIFETIME_SECONDS, issue });
  }

  holder(token: string): Holder | undefined {
    return this.#tokens.get(token);
  }

  /** Invalidates one token before its expiry, or all of them. */
  revoke(token?: string): void {
    if (token === undefined) this.#tokens.clear();
    else this.#tokens.delete(token);
  }

  /** Invalidates the refresh tokens of people, and all access tokens. */
  signOut(): void {
    this.#people.signOut();
    this.revoke();
  }

  /** Returns the response to a request to the authority; undefined for other paths. */
  answer(path: string, form: URLSearchParams): Answer | undefined {
    if (path === '/common/discovery/instance') return this.#discovery();
    const [, tenant = '', rest = ''] =
      /^\/([^/]+)\/(v2\.0\/\.well-known\/openid-configuration|oauth2\/v2\.0\/(?:token|devicecode))$/.exec(
        path,
      ) ?? [];
    if (rest.startsWith('v2.0')) return this.#configuration(tenant);
    return rest === '' ? undefined : this.#oauth(rest.endsWith('devicecode'), tenant, form);
  }

  #discovery(): Answer {
    const { host } = new URL(this.#url);
    return {
      status: 200,
      body: {
        tenant_discovery_endpoint: `${this.#url}/common/v2.0/.well-known/openid-configuration`,
        'api-version': '1.1',
        metadata: [{ preferred_network: host, preferred_cache: host, aliases: [host] }],
      },
    };
  }

  #configuration(tenant: string): Answer {
    const base = `${this.#url}/${tenant}`;
    return {
      status: 200,
      body: {
        token_endpoint: `${base}/oauth2/v2.0/token`,
        token_endpoint_auth_methods_supported: [
          'client_secret_post',
          'private_key_jwt',
          'client_secret_basic',
        ],
        jwks_uri: `${base}/discovery/v2.0/keys`,
        issuer: `${base}/v2.0`,
        authorization_endpoint: `${base}/oauth2/v2.0/authorize`,
        end_session_endpoint: `${base}/oauth2/v2.0/logout`,
        response_types_supported: ['code', 'id_token', 'code id_token', 'id_token token'],
        subject_types_supported: ['pairwise'],
        id_token_signing_alg_values_supported: ['RS256'],
        scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
      },
    };
  }

  #oauth(isDeviceCode: boolean, tenant: string, form: URLSearchParams): Answer {
    const clientId = form.get('client_id');
    const registration = this.#registrations.find(
      (one) => one.clientId === clientId && one.tenantId === tenant,
    );
    if (!this.#registrations.some((one) => one.tenantId === tenant)) {
      return rejected(400, 'invalid_request', 90002, `Tenant '${tenant}' not found.`);
    }
    if (registration === undefined) {
      return rejected(
        400,
        'unauthorized_client',
        700016,
        `Application with identifier '${clientId}' was not found.`,
      );
    }
    if (isDeviceCode) return this.#people.deviceCode(registration);
    switch (form.get('grant_type')) {
      case 'client_credentials':
        return this.#asApplication(tenant, registration, form);
      case 'device_code':
      case 'urn:ietf:params:oauth:grant-type:device_code':
        return this.#people.redeem(registration, form);
      case 'refresh_token':
        return this.#people.refresh(registration, form);
    }
    return rejected(400, 'unsupported_grant_type', 70003, 'The grant type is not supported.');
  }

  #asApplication(tenant: string, registration: Registration, form: URLSearchParams): Answer {
    const proof = form.has('client_assertion')
      ? this.#assertion(tenant, registration, form)
      : secret(registration, form);
    if (proof !== undefined) return proof;
    const [scope = ''] = (form.get('scope') ?? '').split(' ');
    if (!this.#graphs.some((graph) => scope === `${graph}/.default`)) {
      return rejected(400, 'invalid_scope', 1002012, `The provided value for scope ${scope} is not valid.`);
    }
    const token = this.#issue({ registration });
    return {
      status: 200,
      body: {
        token_type: 'Bearer',
        expires_in: this.lifetimeSeconds,
        ext_expires_in: this.lifetimeSeconds,
        access_token: token,
      },
    };
  }

  /**
   * Checks a client assertion (RFC 7523), which the registered certificate or a trusted external issuer must have
   * signed. Returns the error; undefined when the assertion is valid.
   */
  #assertion(tenant: string, registration: Registration, form: URLSearchParams): Answer | undefined {
    const bad = (text: string): Answer => rejected(401, 'invalid_client', 700027, text);
    if (form.get('client_assertion_type') !== ASSERTION_TYPE) return bad('Unknown type of assertion.');
    const assertion = form.get('client_assertion') ?? '';
    const claims = decode(assertion.split('.')[1]);
    if (Number(claims.exp) * 1000 < Date.now()) return bad('The assertion is expired.');
    const { certificate, federation, clientId } = registration;
    if (federation !== undefined && claims.iss === federation.issuer) {
      if (claims.sub !== federation.subject)
        return rejected(401, 'invalid_client', 700213, 'No matching subject.');
      if (claims.aud !== FEDERATION_AUDIENCE)
        return rejected(401, 'invalid_client', 700212, 'No matching audience.');
      return isSigned(assertion, federation.publicKey) ? undefined : bad('Signature validation failed.');
    }
    if (certificate === undefined) return bad('No certificate is registered.');
    const { publicKey } = new X509Certificate(certificate);
    if (!isSigned(assertion, publicKey.export({ type: 'spki', format: 'pem' }) as string)) {
      return bad('Signature validation failed.');
    }
    const audiences = [`${this.#url}/${tenant}/oauth2/v2.0/token`, `${this.#url}/${tenant}/v2.0`];
    if (!audiences.includes(String(claims.aud))) return bad(`Unexpected audience ${claims.aud}.`);
    return claims.iss === clientId && claims.sub === clientId ? undefined : bad('Unexpected issuer.');
  }

  /** Issues a token. Its times are real, because @azure/identity compares the expiry with the machine's clock. */
  #issue(holder: Holder): string {
    const { registration, person } = holder;
    const now = Math.floor(Date.now() / 1000);
    this.issued += 1;
    const content = [
      encode({ typ: 'JWT', alg: 'HS256' }),
      encode({
        aud: this.#graphs[0],
        iss: `https://sts.windows.net/${registration.tenantId}/`,
        iat: now,
        nbf: now,
        exp: now + this.lifetimeSeconds,
        appid: registration.clientId,
        idtyp: person ? 'user' : 'app',
        tid: registration.tenantId,
        ...(person
          ? { scp: person.scopes.join(' '), oid: person.id }
          : { roles: registration.isRevoked ? [] : registration.roles }),
        uti: `${this.issued}`,
        ver: '1.0',
      }),
    ].join('.');
    const token = `${content}.${createHmac('sha256', this.#key).update(content).digest('base64url')}`;
    this.#tokens.set(token, holder);
    return token;
  }
}

function secret(registration: Registration, form: URLSearchParams): Answer | undefined {
  if (registration.secret !== undefined && form.get('client_secret') === registration.secret)
    return undefined;
  return rejected(401, 'invalid_client', 7000215, 'Invalid client secret provided.');
}

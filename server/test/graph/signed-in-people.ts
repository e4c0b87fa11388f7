/**
 * People who sign in to a registration with a device code, and their refresh tokens ("OAuth 2.0 device authorization
 * grant"). The registration's person enters each code immediately.
 */
import { randomBytes } from 'node:crypto';
import type { Answer } from './errors.ts';
import type { Registration, SignedInPerson } from './route.ts';

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An error of the token endpoint, with its AADSTS number. */
export const rejected = (status: number, error: string, number: number, text: string): Answer => ({
  status,
  body: { error, error_description: `AADSTS${number}: ${text}`, error_codes: [number] },
});

interface SignedIn {
  registration: Registration;
  person: SignedInPerson;
}

export interface PeopleParts {
  /** Origin of the authority. */
  url: string;
  lifetimeSeconds: number;
  /** Returns an access token for the person. */
  issue(signedIn: SignedIn): string;
}

export class SignedInPeople {
  readonly #parts: PeopleParts;
  readonly #codes = new Map<string, Registration>();
  readonly #refreshTokens = new Map<string, SignedIn>();

  constructor(parts: PeopleParts) {
    this.#parts = parts;
  }

  /** Invalidates all refresh tokens, as a password change does. */
  signOut(): void {
    this.#refreshTokens.clear();
  }

  deviceCode(registration: Registration): Answer {
    const code = randomBytes(16).toString('hex');
    this.#codes.set(code, registration);
    const address = 'https://microsoft.com/devicelogin';
    return {
      status: 200,
      body: {
        device_code: code,
        user_code: 'F7GH8JK2L',
        verification_uri: address,
        expires_in: 900,
        interval: 1,
        message: `To sign in, use a web browser to open the page ${address} and enter the code F7GH8JK2L to authenticate.`,
      },
    };
  }

  redeem(registration: Registration, form: URLSearchParams): Answer {
    if (this.#codes.get(form.get('device_code') ?? '') !== registration) {
      return rejected(400, 'bad_verification_code', 70000, 'The device code is not valid.');
    }
    const { person } = registration;
    if (person === undefined) {
      const text =
        "The request body must contain the following parameter: 'client_assertion' or 'client_secret'.";
      return rejected(401, 'invalid_client', 7000218, text);
    }
    return this.#answer({ registration, person });
  }

  refresh(registration: Registration, form: URLSearchParams): Answer {
    const signedIn = this.#refreshTokens.get(form.get('refresh_token') ?? '');
    if (signedIn?.registration !== registration) {
      const text =
        'The provided grant has expired due to it being revoked, a fresh auth token is needed. The user might have changed or reset their password.';
      return rejected(400, 'invalid_grant', 50173, text);
    }
    return this.#answer(signedIn);
  }

  #answer(signedIn: SignedIn): Answer {
    const { registration, person } = signedIn;
    const { url, lifetimeSeconds, issue } = this.#parts;
    const refreshToken = randomBytes(32).toString('base64url');
    this.#refreshTokens.set(refreshToken, signedIn);
    const names = [...person.scopes, '.default'].map((name) => `${url}/${name}`);
    return {
      status: 200,
      body: {
        token_type: 'Bearer',
        scope: ['openid', 'profile', 'offline_access', ...names].join(' '),
        expires_in: lifetimeSeconds,
        ext_expires_in: lifetimeSeconds,
        access_token: issue(signedIn),
        refresh_token: refreshToken,
        id_token: this.#idToken(signedIn),
        client_info: encode({ uid: person.id, utid: registration.tenantId }),
      },
    };
  }

  #idToken({ registration, person }: SignedIn): string {
    const { url, lifetimeSeconds } = this.#parts;
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      aud: registration.clientId,
      iss: `${url}/${registration.tenantId}/v2.0`,
      iat: now,
      nbf: now,
      exp: now + lifetimeSeconds,
      oid: person.id,
      sub: person.id,
      tid: registration.tenantId,
      preferred_username: person.userName,
      name: person.userName,
      ver: '2.0',
    };
    return `${encode({ typ: 'JWT', alg: 'none' })}.${encode(claims)}.`;
  }
}

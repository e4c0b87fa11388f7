import { addressOf } from './address.ts';

/** Settings that the service publishes before sign-in. */
export interface PortalSettings {
  /** OpenID issuer that people sign in at. */
  issuer: string;
  clientId: string;
  /** Scopes of the sign-in, separated by spaces. */
  scope: string;
  /** Further parameters of the authorization request. */
  parameters: Record<string, string>;
  /** Kind of token that the service accepts. */
  token: 'access_token' | 'id_token';
  /** Address of the token requests when it is not the issuer's: the service then adds the client's secret. */
  tokenEndpoint?: string;
  /** Client id of the app in Microsoft Teams. Absent when no site may frame the portal. */
  teamsApp?: string;
}

/** @throws Error when the service is unreachable or has no portal settings */
export async function readSettings(): Promise<PortalSettings> {
  const response = await fetch(addressOf('portal.json'), { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`The service answered ${response.status}.`);
  return (await response.json()) as PortalSettings;
}

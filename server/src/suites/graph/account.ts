/**
 * Signs in as the account that an administrator has connected, for what Graph lets no application do: changing
 * sensitivity labels and posting messages.
 */
import {
  type INetworkModule,
  LogLevel,
  type NetworkRequestOptions,
  type NetworkResponse,
  PublicClientApplication,
} from '@azure/msal-node';
import { isPublicAuthority } from './credentials.ts';
import { type GraphCloud, isPlainLoopback } from './registration.ts';

/** An account with its decrypted tokens. */
export interface KeptAccount {
  clientId: string;
  userId: string;
  userName: string;
  /** Delegated permissions that its tokens carry. */
  scopes: readonly string[];
  /** The token cache of the library, with the refresh token. */
  tokens: string;
  connectedAt: Date;
  /** Why Charter can't sign in as the account any more: what Entra said, or that its tokens can't be decrypted. */
  lostReason: string | undefined;
}

/** The connected accounts in the database. */
export interface KeptAccounts {
  find(tenantId: string): Promise<KeptAccount | undefined>;
  saveTokens(tenantId: string, account: KeptAccount, tokens: string): Promise<void>;
  /** Notes that Entra refuses the refresh token, and tells the administrators. */
  lose(tenantId: string, account: KeptAccount, reason: string): Promise<void>;
}

/**
 * Delegated permissions for each purpose, one of each list ("Update group", "Send chatMessage in a channel", "List
 * channel messages"). Messages are read only when the answer to a post was lost.
 */
const ACCOUNT_SCOPES = {
  sensitivityLabels: [['Group.ManageProtection.All', 'Group.ReadWrite.All', 'Directory.ReadWrite.All']],
  messages: [
    ['ChannelMessage.Send', 'Group.ReadWrite.All'],
    ['ChannelMessage.Read.All', 'Group.Read.All', 'Group.ReadWrite.All'],
  ],
} as const;
export type AccountPurpose = keyof typeof ACCOUNT_SCOPES;

/** Returns what these permissions suffice for. */
export const purposesOf = (scopes: readonly string[]): AccountPurpose[] =>
  Object.entries(ACCOUNT_SCOPES)
    .filter(([, demands]) => demands.every((some) => some.some((name) => scopes.includes(name))))
    .map(([purpose]) => purpose as AccountPurpose);

export const serves = (account: KeptAccount | undefined, purpose: AccountPurpose): boolean =>
  account !== undefined && purposesOf(account.scopes).includes(purpose);

const TIMEOUT_MILLISECONDS = 10_000;

/** Network of the library. It reaches a stand-in on loopback over plain HTTP, whose scheme the library refuses. */
function networkOf(authority: string): INetworkModule {
  const reach = (url: string): string => (isPlainLoopback(authority) ? url.replace(/^https:/, 'http:') : url);
  async function send<Body>(
    method: 'GET' | 'POST',
    url: string,
    { headers = {}, body }: NetworkRequestOptions = {},
  ): Promise<NetworkResponse<Body>> {
    const response = await fetch(reach(url), {
      method,
      headers,
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
    const answer = (await response.json()) as Body;
    return { headers: Object.fromEntries(response.headers), body: answer, status: response.status };
  }
  return {
    sendGetRequestAsync: (url, options) => send('GET', url, options),
    sendPostRequestAsync: (url, options) => send('POST', url, options),
  };
}

/** A client of the registration that acts for a signed-in person. It has no credential of its own. */
export function createAccountClient(
  tenantId: string,
  clientId: string,
  { authority }: Pick<GraphCloud, 'authority'>,
): PublicClientApplication {
  const base = authority.replace(/^http:/, 'https:').replace(/\/+$/, '');
  return new PublicClientApplication({
    auth: {
      clientId,
      authority: `${base}/${tenantId}`,
      knownAuthorities: isPublicAuthority(authority) ? [] : [new URL(base).host],
    },
    system: {
      networkClient: networkOf(authority),
      disableInternalRetries: true,
      loggerOptions: { logLevel: LogLevel.Error, piiLoggingEnabled: false, loggerCallback: () => undefined },
    },
  });
}

/** All delegated permissions of the registration that the tenant has consented to. */
export const accountScope = ({ url }: Pick<GraphCloud, 'url'>): string => `${new URL(url).origin}/.default`;

/** Returns the names of permissions in the scopes of a token, without the address of Graph. */
export const permissionNames = (scopes: readonly string[]): string[] =>
  scopes
    .map((scope) => scope.split('/').at(-1) ?? '')
    .filter((name) => /^[A-Z]/.test(name))
    .toSorted();

/**
 * Signs in as the account that an administrator has connected. Charter uses the account for calls that Graph does not
 * allow an application to make: changes to sensitivity labels, and messages.
 */
import type {
  INetworkModule,
  NetworkRequestOptions,
  NetworkResponse,
  PublicClientApplication,
} from '@azure/msal-node';
import { type ConnectedAccount, tokensContext } from '../../../domain/registrations/model.ts';
import type { AccountStore } from '../../../domain/registrations/ports.ts';
import type { SecretBox } from '../../../domain/webhooks/ports.ts';
import { SYSTEM_ACTOR } from '../../../engine/principal.ts';
import type { SuiteCapabilities } from '../../../engine/suite.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import { type GraphCloud, isPlainLoopback, isPublicAuthority } from './registrations.ts';

/** An account with its decrypted tokens. */
export interface OpenAccount {
  clientId: string;
  userId: string;
  userName: string;
  /** Delegated permissions that its tokens carry. */
  scopes: readonly string[];
  /** MSAL's serialised token cache, with the refresh token. */
  tokens: string;
  connectedAt: Date;
  /** Why Charter can't sign in as the account any more: Entra's error, or the failed decryption of its tokens. */
  lostReason: string | undefined;
}

/** The connected accounts in the database. */
export interface AccountRecords {
  find(tenantId: string): Promise<OpenAccount | undefined>;
  saveTokens(tenantId: string, account: OpenAccount, tokens: string): Promise<void>;
  /**
   * Records that Entra rejects the sign-in, and notifies the administrators. Does nothing when another account was
   * connected meanwhile.
   */
  lose(tenantId: string, account: OpenAccount, reason: string): Promise<void>;
}

/**
 * Delegated permissions for each purpose: one of each list is needed ("Update group", "Send chatMessage in a channel",
 * "List channel messages"). Charter reads messages only after the response to a post was lost.
 */
const ACCOUNT_SCOPES = {
  sensitivityLabels: [['Group.ManageProtection.All', 'Group.ReadWrite.All', 'Directory.ReadWrite.All']],
  messages: [
    ['ChannelMessage.Send', 'Group.ReadWrite.All'],
    ['ChannelMessage.Read.All', 'Group.Read.All', 'Group.ReadWrite.All'],
  ],
} as const;
export type AccountPurpose = keyof typeof ACCOUNT_SCOPES;

/** Returns the purposes that these permissions suffice for. */
export const purposesOf = (scopes: readonly string[]): AccountPurpose[] =>
  Object.entries(ACCOUNT_SCOPES)
    .filter(([, demands]) => demands.every((some) => some.some((name) => scopes.includes(name))))
    .map(([purpose]) => purpose as AccountPurpose);

export const supportsPurpose = (account: OpenAccount | undefined, purpose: AccountPurpose): boolean =>
  account !== undefined && purposesOf(account.scopes).includes(purpose);

const TIMEOUT_MILLISECONDS = 10_000;

/**
 * Network client of MSAL. MSAL rejects http URLs, so it gets https URLs for a stand-in on loopback, and this
 * client replaces their scheme.
 */
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

/**
 * Creates a client of the registration that acts for a signed-in person. It has no credential of its own.
 * @azure/msal-node is loaded here, so that services without Graph start without it.
 */
export async function createAccountClient(
  tenantId: string,
  clientId: string,
  { authority }: Pick<GraphCloud, 'authority'>,
): Promise<PublicClientApplication> {
  const { LogLevel, PublicClientApplication: Client } = await import('@azure/msal-node');
  const base = authority.replace(/^http:/, 'https:').replace(/\/+$/, '');
  return new Client({
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

/** Scope that requests all delegated permissions that the tenant has granted to the registration. */
export const accountScope = ({ url }: Pick<GraphCloud, 'url'>): string => `${new URL(url).origin}/.default`;

/** Returns the permissions among a token's scopes, sorted and without Graph's address. Omits `openid` and the like. */
export const permissionNames = (scopes: readonly string[]): string[] =>
  scopes
    .map((scope) => scope.split('/').at(-1) ?? '')
    .filter((name) => /^[A-Z]/.test(name))
    .toSorted();

/**
 * Returns Charter's capabilities through Microsoft Graph v1.0. Labels and messages need the connected account, because
 * Graph allows them only to a signed-in person ("group resource type", assignedLabels; "Send chatMessage in a
 * channel"). "Archive team" supports no read-only site for applications. v1.0 has no calls for the other capabilities.
 * National clouds lack some more.
 */
export function capabilitiesWith(account: OpenAccount | undefined, { url }: GraphCloud): SuiteCapabilities {
  const signedIn = account?.lostReason === undefined ? account : undefined;
  return {
    sensitivityLabels: supportsPurpose(signedIn, 'sensitivityLabels'),
    discoverySettings: false,
    membershipLimits: false,
    ownerlessTeams: false,
    messages: supportsPurpose(signedIn, 'messages'),
    tabOrder: false,
    recommendedChannels: false,
    freedChannelNames: false,
    siteReadOnly: false,
    files: true,
    planNotes: false,
    contentUsage: false,
    // Unless Graph has rejected the latest attempt (mirror/sign-ins.ts).
    signIns: true,
    ...capabilitiesOfCloud(url),
  };
}

/** An account whose tokens can't be decrypted counts as lost. Work without the account continues. */
export function openAccount(account: ConnectedAccount, secrets: SecretBox): OpenAccount {
  const { tenantId, clientId, userId, userName, scopes, connectedAt, lostReason } = account;
  const known = { clientId, userId, userName, scopes, connectedAt };
  try {
    const tokens = secrets.open(account.sealedTokens, tokensContext(tenantId, userId));
    return { ...known, tokens, lostReason };
  } catch {
    return {
      ...known,
      tokens: '',
      lostReason:
        lostReason ?? "Its tokens can't be decrypted. 'charter secrets check' names the key that they need.",
    };
  }
}

export function accountRecords(accounts: AccountStore, secrets: SecretBox, clock: Clock): AccountRecords {
  const stored = async (tenantId: string, { connectedAt }: OpenAccount) => {
    const account = await accounts.find(tenantId);
    return account?.connectedAt.getTime() === connectedAt.getTime() ? account : undefined;
  };
  return {
    async find(tenantId) {
      const account = await accounts.find(tenantId);
      return account && openAccount(account, secrets);
    },
    async saveTokens(tenantId, known, tokens) {
      const account = await stored(tenantId, known);
      if (account === undefined) return;
      await accounts.saveTokens(account, secrets.seal(tokens, tokensContext(tenantId, account.userId)));
    },
    async lose(tenantId, known, reason) {
      const account = await stored(tenantId, known);
      if (account === undefined) return;
      await accounts.lose(account, reason, { actor: SYSTEM_ACTOR, requestId: newId(), at: clock.now() });
    },
  };
}

/*
 * The features that Microsoft Graph lacks in national clouds. Sources: "Microsoft Teams API implementation differences
 * in national clouds", and the availability in "reportRoot: getTeamsTeamActivityDetail" and "Create plannerPlan".
 */

export interface CloudCapabilities {
  sharedChannels: boolean;
  activityReports: boolean;
  tabs: boolean;
  apps: boolean;
  /** Plans of Microsoft Planner. */
  plans: boolean;
}

const WORLDWIDE: CloudCapabilities = {
  sharedChannels: true,
  activityReports: true,
  tabs: true,
  apps: true,
  plans: true,
};

const US_GOVERNMENT: CloudCapabilities = { ...WORLDWIDE, sharedChannels: false, activityReports: false };

/** The cloud that 21Vianet operates. */
const CHINA: CloudCapabilities = { ...US_GOVERNMENT, tabs: false, apps: false, plans: false };

const NATIONAL = new Map([
  ['graph.microsoft.us', US_GOVERNMENT],
  ['dod-graph.microsoft.us', US_GOVERNMENT],
  ['microsoftgraph.chinacloudapi.cn', CHINA],
]);

/** @param url address of Microsoft Graph */
export const capabilitiesOfCloud = (url: string): CloudCapabilities =>
  NATIONAL.get(new URL(url).hostname) ?? WORLDWIDE;

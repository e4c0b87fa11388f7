/** Connects an account of the stand-in like `charter graph-account connect`, without a database. */
import {
  type AccountRecords,
  accountScope,
  createAccountClient,
  type OpenAccount,
  permissionNames,
} from '../../src/suites/graph/accounts/account.ts';
import type { Registration } from './route.ts';
import type { GraphStandIn } from './stand-in.ts';

export const ACCOUNT_SCOPES = [
  'Group.ManageProtection.All',
  'ChannelMessage.Send',
  'ChannelMessage.Read.All',
];

/** Signs in as the registration's person by a device code. */
export async function connectAccount(
  standIn: GraphStandIn,
  { tenantId, clientId }: Registration,
  connectedAt: Date,
): Promise<OpenAccount> {
  const cloud = { url: standIn.url, authority: standIn.authorityUrl };
  const client = await createAccountClient(tenantId, clientId, cloud);
  const result = await client.acquireTokenByDeviceCode({
    scopes: [accountScope(cloud)],
    deviceCodeCallback: () => undefined,
  });
  if (result?.account == null) throw new Error('The device code was not redeemed.');
  return {
    clientId,
    userId: result.account.localAccountId,
    userName: result.account.username,
    scopes: permissionNames(result.scopes),
    tokens: client.getTokenCache().serialize(),
    connectedAt,
    lostReason: undefined,
  };
}

/** Stores connected accounts in memory. */
export function accountsOf(accounts: Map<string, OpenAccount>): AccountRecords {
  const change = (tenantId: string, change: Partial<OpenAccount>): void => {
    const account = accounts.get(tenantId);
    if (account) accounts.set(tenantId, { ...account, ...change });
  };
  return {
    find: async (tenantId) => accounts.get(tenantId),
    saveTokens: async (tenantId, _, tokens) => change(tenantId, { tokens }),
    lose: async (tenantId, _, lostReason) => change(tenantId, { lostReason }),
  };
}

/** Opens the connected accounts in the database for the Graph suite. */
import { type ConnectedAccount, tokensContext } from '../domain/registrations/account.ts';
import type { AccountStore } from '../domain/registrations/ports.ts';
import type { SecretBox } from '../domain/webhooks/ports.ts';
import { SYSTEM_ACTOR } from '../engine/principal.ts';
import type { Clock } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import type { KeptAccount, KeptAccounts } from '../suites/graph/accounts/account.ts';

/** An account whose tokens can't be decrypted counts as lost. Work without the account continues. */
export function openAccount(account: ConnectedAccount, secrets: SecretBox): KeptAccount {
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

export function keptAccounts(accounts: AccountStore, secrets: SecretBox, clock: Clock): KeptAccounts {
  const stored = async (tenantId: string, { connectedAt }: KeptAccount) => {
    const account = await accounts.find(tenantId);
    return account?.connectedAt.getTime() === connectedAt.getTime() ? account : undefined;
  };
  return {
    async find(tenantId) {
      const account = await accounts.find(tenantId);
      return account && openAccount(account, secrets);
    },
    async saveTokens(tenantId, kept, tokens) {
      const account = await stored(tenantId, kept);
      if (account === undefined) return;
      await accounts.saveTokens(account, secrets.seal(tokens, tokensContext(tenantId, account.userId)));
    },
    async lose(tenantId, kept, reason) {
      const account = await stored(tenantId, kept);
      if (account === undefined) return;
      await accounts.lose(account, reason, { actor: SYSTEM_ACTOR, requestId: newId(), at: clock.now() });
    },
  };
}

/** The sign-in of this node as the connected account of one tenant. */

import type { AuthError } from '@azure/msal-node';
import type { Clock } from '../../../kernel/clock.ts';
import { say } from '../../../kernel/messages.ts';
import {
  type AccountPurpose,
  type AccountRecords,
  accountScope,
  createAccountClient,
  type OpenAccount,
  supportsPurpose,
} from '../accounts/account.ts';
import type { GraphCloud, TenantCache } from '../accounts/registrations.ts';
import { retryLater } from './failure.ts';
import type { TokenSource } from './sign-in.ts';

/** Tokens that expire within this time are renewed. */
const MARGIN_MILLISECONDS = 5 * 60_000;
/** Seconds until a job retries when an administrator must connect an account. */
const LOST_WAIT = 300;
/** Seconds without requests to Entra after a request failed, unless the account is lost (lossOf). */
const UNREACHABLE_WAIT = 30;

interface AccountSignInParts {
  tenantId: string;
  cloud: GraphCloud;
  records: AccountRecords;
  recent: TenantCache<OpenAccount | undefined>;
  clock: Clock;
}

interface HeldToken {
  /** Distinguishes the account from one that is connected later. */
  connectedAt: number;
  token: string;
  until: number;
}

const accountLost = ({ userName }: OpenAccount) =>
  retryLater(
    say(
      'graph.accountLost',
      "Charter can no longer sign in to Microsoft 365 as {account}, which sets labels and posts messages. An administrator must connect an account again: 'charter graph-account connect'.",
      { account: userName },
    ),
    LOST_WAIT,
  );

/** OAuth errors after which only a new connection of the account helps (RFC 6749, 5.2). */
const FINAL_ERRORS = ['invalid_grant', 'invalid_client', 'unauthorized_client'];

/**
 * Returns the error if only a new connection of the account helps, for example after the refresh token was revoked.
 */
async function lossOf(error: unknown): Promise<AuthError | undefined> {
  const library = await import('@azure/msal-node');
  if (!(error instanceof library.AuthError)) return undefined;
  const isLoss = error.name === 'InteractionRequiredAuthError' || FINAL_ERRORS.includes(error.errorCode);
  return isLoss ? error : undefined;
}

const unreachable = (seconds: number, cause?: unknown) =>
  retryLater(say('graph.noToken', 'Microsoft Entra ID gives no token.'), seconds, cause);

const reasonOf = ({ errorMessage, errorCode }: AuthError): string =>
  /AADSTS\d+:[^\r\n]*/.exec(errorMessage)?.[0].slice(0, 300) ?? errorCode;

export class AccountSignIn implements TokenSource {
  readonly #parts: AccountSignInParts;
  #held: HeldToken | undefined;
  #acquiring: Promise<string> | undefined;
  /** Entra gets no requests before this time, in milliseconds since 1970. */
  #pausedUntil = 0;
  /** Whether Graph rejected the last token. Without forceRefresh, MSAL would return it again from its cache. */
  #isRejected = false;

  constructor(parts: AccountSignInParts) {
    this.#parts = parts;
  }

  /** Returns the connected account if its permissions suffice for the purpose. */
  async accountFor(purpose: AccountPurpose): Promise<OpenAccount | undefined> {
    const account = await this.#parts.recent.find(this.#parts.tenantId);
    return supportsPurpose(account, purpose) ? account : undefined;
  }

  /** @throws ServiceUnavailable without a usable account, and when Entra issues no token */
  async token(): Promise<string> {
    const account = await this.#usable();
    const held = this.#held;
    const isSame = held?.connectedAt === account.connectedAt.getTime();
    // Compares with the machine's clock, which MSAL uses, not with the injected one.
    if (held !== undefined && isSame && held.until > Date.now()) return held.token;
    const pause = this.#pausedUntil - this.#parts.clock.now().getTime();
    if (pause > 0) throw unreachable(pause / 1000);
    this.#acquiring ??= this.#acquire(account).finally(() => {
      this.#acquiring = undefined;
    });
    return this.#acquiring;
  }

  /** Bypasses the cache for a lost or missing account, so that jobs continue as soon as one is connected. */
  async #usable(): Promise<OpenAccount> {
    const { recent, tenantId } = this.#parts;
    let account = await recent.find(tenantId);
    if (account === undefined || account.lostReason !== undefined) {
      recent.forget(tenantId);
      account = await recent.find(tenantId);
    }
    if (account === undefined)
      throw retryLater(say('graph.noAccount', 'No account is connected for this.'), LOST_WAIT);
    if (account.lostReason !== undefined) throw accountLost(account);
    return account;
  }

  /** Renews the tokens before they expire. An unused refresh token would expire unnoticed. */
  async keepAlive(): Promise<void> {
    const account = await this.#parts.recent.find(this.#parts.tenantId);
    if (account !== undefined && account.lostReason === undefined) await this.token();
  }

  renew(rejected: string): void {
    if (this.#held?.token !== rejected) return;
    this.#held = undefined;
    this.#isRejected = true;
  }

  /** Does nothing: the permissions of an account stay as they were when it was connected. */
  renewOld(): void {}

  async #acquire(account: OpenAccount): Promise<string> {
    const { tenantId, cloud, records, recent } = this.#parts;
    const client = await createAccountClient(tenantId, account.clientId, cloud);
    const cache = client.getTokenCache();
    cache.deserialize(account.tokens);
    try {
      const [person] = await cache.getAllAccounts();
      if (person === undefined) throw new Error('The tokens name no account.');
      const scopes = [accountScope(cloud)];
      const result = await client.acquireTokenSilent({
        account: person,
        scopes,
        forceRefresh: this.#isRejected,
      });
      const until = (result.expiresOn?.getTime() ?? 0) - MARGIN_MILLISECONDS;
      this.#held = { connectedAt: account.connectedAt.getTime(), token: result.accessToken, until };
      this.#isRejected = false;
    } catch (error) {
      const loss = await lossOf(error);
      if (loss === undefined) {
        this.#pausedUntil = this.#parts.clock.now().getTime() + UNREACHABLE_WAIT * 1000;
        throw unreachable(UNREACHABLE_WAIT, error);
      }
      await records.lose(tenantId, account, reasonOf(loss));
      recent.forget(tenantId);
      throw accountLost(account);
    }
    const tokens = cache.serialize();
    if (tokens !== account.tokens) await records.saveTokens(tenantId, account, tokens);
    return this.#held.token;
  }
}

/** The sign-in of this node as the connected account of one tenant. */
import { AuthError } from '@azure/msal-node';
import type { Clock } from '../../kernel/clock.ts';
import {
  type AccountPurpose,
  accountScope,
  createAccountClient,
  type KeptAccount,
  type KeptAccounts,
  serves,
} from './account.ts';
import { comeBack } from './failure.ts';
import type { Recent } from './recent.ts';
import type { GraphCloud } from './registration.ts';
import type { TokenSource } from './sign-in.ts';

/** A token is not used in its last minutes. */
const MARGIN_MILLISECONDS = 5 * 60_000;
/** Seconds until a job asks again for an account that an administrator must connect. */
const LOST_WAIT = 300;
/** Seconds until Entra is asked again after it could not be reached, however many calls need a token. */
const UNREACHABLE_WAIT = 30;

interface AccountSignInParts {
  tenantId: string;
  cloud: GraphCloud;
  kept: KeptAccounts;
  recent: Recent<KeptAccount | undefined>;
  clock: Clock;
}

interface Held {
  /** Time at which the account was connected, which tells it from a later one. */
  connectedAt: number;
  token: string;
  until: number;
}

const accountLost = ({ userName }: KeptAccount) =>
  comeBack(
    `Charter can no longer sign in to Microsoft 365 as ${userName}, which sets labels and posts messages. An administrator must connect an account again: 'charter graph-account connect'.`,
    LOST_WAIT,
  );

/** Errors of OAuth that only somebody who connects the account again can mend (RFC 6749, 5.2). */
const FINAL_ERRORS = ['invalid_grant', 'invalid_client', 'unauthorized_client'];

/** The refresh token is over or was revoked, or the registration is gone. */
const isLoss = (error: unknown): error is AuthError =>
  error instanceof AuthError &&
  (error.name === 'InteractionRequiredAuthError' || FINAL_ERRORS.includes(error.errorCode));

const unreachable = (seconds: number, cause?: unknown) =>
  comeBack('Microsoft Entra ID gives no token.', seconds, cause);

const reasonOf = ({ errorMessage, errorCode }: AuthError): string =>
  /AADSTS\d+:[^\r\n]*/.exec(errorMessage)?.[0].slice(0, 300) ?? errorCode;

export class AccountSignIn implements TokenSource {
  readonly #parts: AccountSignInParts;
  #held: Held | undefined;
  #acquiring: Promise<string> | undefined;
  /** Milliseconds of the epoch until which Entra is not asked again. */
  #pausedUntil = 0;
  /** Graph refused the last token, which the library would give again. */
  #isRefused = false;

  constructor(parts: AccountSignInParts) {
    this.#parts = parts;
  }

  /** Returns the connected account if its permissions serve the purpose. One that is lost makes jobs wait. */
  async accountFor(purpose: AccountPurpose): Promise<KeptAccount | undefined> {
    const account = await this.#parts.recent.find(this.#parts.tenantId);
    return serves(account, purpose) ? account : undefined;
  }

  /** @throws ServiceUnavailable: nothing was asked of Graph */
  async token(): Promise<string> {
    const account = await this.#parts.recent.find(this.#parts.tenantId);
    if (account === undefined) throw comeBack('No account is connected for this.', LOST_WAIT);
    if (account.lostReason !== undefined) throw accountLost(account);
    const held = this.#held;
    const isSame = held?.connectedAt === account.connectedAt.getTime();
    // The library, too, compares the end of a token with the time of this machine.
    if (held !== undefined && isSame && held.until > Date.now()) return held.token;
    const pause = this.#pausedUntil - this.#parts.clock.now().getTime();
    if (pause > 0) throw unreachable(pause / 1000);
    this.#acquiring ??= this.#acquire(account).finally(() => {
      this.#acquiring = undefined;
    });
    return this.#acquiring;
  }

  /** Renews the tokens before they end, so that they do not lapse unused, and a loss is noticed. */
  async keepAlive(): Promise<void> {
    const account = await this.#parts.recent.find(this.#parts.tenantId);
    if (account !== undefined && account.lostReason === undefined) await this.token();
  }

  renew(): void {
    this.#held = undefined;
    this.#isRefused = true;
  }

  /** The permissions of an account are those that it had when it was connected. */
  renewOld(): void {}

  async #acquire(account: KeptAccount): Promise<string> {
    const { tenantId, cloud, kept, recent } = this.#parts;
    const client = createAccountClient(tenantId, account.clientId, cloud);
    const cache = client.getTokenCache();
    cache.deserialize(account.tokens);
    try {
      const [person] = await cache.getAllAccounts();
      if (person === undefined) throw new Error('The tokens name no account.');
      const scopes = [accountScope(cloud)];
      const result = await client.acquireTokenSilent({
        account: person,
        scopes,
        forceRefresh: this.#isRefused,
      });
      const until = (result.expiresOn?.getTime() ?? 0) - MARGIN_MILLISECONDS;
      this.#held = { connectedAt: account.connectedAt.getTime(), token: result.accessToken, until };
      this.#isRefused = false;
    } catch (error) {
      if (!isLoss(error)) {
        this.#pausedUntil = this.#parts.clock.now().getTime() + UNREACHABLE_WAIT * 1000;
        throw unreachable(UNREACHABLE_WAIT, error);
      }
      await kept.lose(tenantId, account, reasonOf(error));
      recent.forget(tenantId);
      throw accountLost(account);
    }
    const tokens = cache.serialize();
    if (tokens !== account.tokens) await kept.saveTokens(tenantId, account, tokens);
    return this.#held.token;
  }
}

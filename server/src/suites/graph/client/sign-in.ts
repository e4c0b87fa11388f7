/**
 * Signs this node in to one tenant. Caches the token itself, because @azure/identity needs a tenth of a millisecond to
 * find it in its own cache. The next call after a change of the registration requests a new token.
 */

import type { TokenCredential } from '@azure/identity';
import type { Clock } from '../../../kernel/clock.ts';
import { say } from '../../../kernel/messages.ts';
import { type LostAccess, missingPermissionsReason } from '../accounts/access.ts';
import { rolesIn } from '../accounts/permissions.ts';
import {
  credentialOf,
  type GraphCloud,
  type GraphRegistration,
  type Registrations,
  reasonForNoResponse,
} from '../accounts/registrations.ts';
import { GraphFailure, retryLater, UNREACHABLE } from './failure.ts';

/** Maximum wait for a token, so that a call does not occupy a worker while Entra is slow. */
const TOKEN_MILLISECONDS = 10_000;
/** Time without requests to Entra after one of them failed. */
const PAUSE_MILLISECONDS = 30_000;
/** Seconds until a job retries when Entra rejects the sign-in, or the registration is missing or unusable. */
const REJECTED_WAIT_SECONDS = 300;
/** Seconds until a job retries when Entra can't be reached. */
const UNREACHABLE_WAIT = 30;
/** Tokens with less time left are renewed. @azure/identity returns them from its cache until then. */
const MARGIN_MILLISECONDS = 5 * 60_000;
/** Time after Graph last rejected a call for a missing permission during which jobs may wait for it. */
const AWAITED_MILLISECONDS = 60 * 60_000;
/** Age from which a token may lack permissions granted since, or contain revoked ones. */
const OLD_MILLISECONDS = 30_000;

/** Provides the tokens of calls. */
export interface TokenSource {
  /** @throws GraphFailure or ServiceUnavailable when there is no token */
  token(): Promise<string>;
  /** Makes the next call request a new token, unless the rejected one was replaced meanwhile. */
  renew(rejected: string): void;
  /**
   * Makes the next call request a new token if the current one may lack permissions granted since.
   * @param isLacking whether the current token lacks the permission for a call, so jobs may wait for it
   */
  renewOld(isLacking: boolean): void;
}

interface SignInParts {
  tenantId: string;
  cloud: GraphCloud;
  registrations: Registrations;
  access: LostAccess;
  clock: Clock;
}

interface CachedToken {
  token: string;
  /** Time of the renewal by the machine's clock, which @azure/identity uses, not by the injected clock. */
  until: number;
}

interface HeldCredential {
  registration: GraphRegistration;
  credential: TokenCredential;
  since: number;
  cached?: CachedToken;
  /** Whether the token lacks a required permission. */
  isIncomplete?: boolean;
  /** The request in progress, which all calls that need a token share. */
  acquiring?: Promise<string> | undefined;
}

interface Rejection {
  registration: GraphRegistration;
  /** Whether Entra rejected the sign-in, which is recorded as lost access. */
  isLoss: boolean;
  until: number;
  failure: GraphFailure;
}

export class GraphSignIn implements TokenSource {
  readonly #parts: SignInParts;
  readonly #scope: string;
  #held: HeldCredential | undefined;
  #rejection: Rejection | undefined;
  /** Permissions of the first token that lacked one for a call, and the time of the latest such rejection. */
  #lacking: { roles: readonly string[]; at: number } | undefined;

  constructor(parts: SignInParts) {
    this.#parts = parts;
    this.#scope = `${new URL(parts.cloud.url).origin}/.default`;
  }

  async token(): Promise<string> {
    await this.#dropIncomplete();
    const held = await this.#hold();
    if (held.cached !== undefined && held.cached.until > Date.now()) return held.cached.token;
    const rejection = this.#rejection;
    if (rejection?.registration === held.registration && (await this.#isPaused(rejection)))
      throw rejection.failure;
    held.acquiring ??= this.#acquire(held).finally(() => {
      held.acquiring = undefined;
    });
    return held.acquiring;
  }

  renew(rejected: string): void {
    if (this.#held?.cached?.token === rejected) this.#held = undefined;
  }

  renewOld(isLacking: boolean): void {
    const roles = this.#lacking?.roles ?? rolesIn(this.#held?.cached?.token ?? '');
    if (isLacking && roles !== undefined) this.#lacking = { roles, at: this.#now() };
    if (this.#held !== undefined && this.#now() - this.#held.since >= OLD_MILLISECONDS)
      this.#held = undefined;
  }

  /** Drops an incomplete token when it is old, or when another node has received a complete one. */
  async #dropIncomplete(): Promise<void> {
    const held = this.#held;
    if (held?.cached === undefined) return;
    const isOld = this.#now() - held.since >= OLD_MILLISECONDS;
    if (this.#lacking !== undefined && this.#now() - this.#lacking.at >= AWAITED_MILLISECONDS) {
      this.#lacking = undefined;
    }
    if (this.#lacking !== undefined && isOld && this.#held === held) this.#held = undefined;
    if (!held.isIncomplete) return;
    if (!isOld && (await this.#parts.access.isLost(this.#parts.tenantId))) return;
    if (this.#held === held) this.#held = undefined;
  }

  /** Ends the pause early when another node has regained access, so that jobs do not wait on this node. */
  async #isPaused({ until, isLoss }: Rejection): Promise<boolean> {
    if (this.#now() >= until) return false;
    return !isLoss || this.#parts.access.isLost(this.#parts.tenantId);
  }

  async #acquire(held: HeldCredential): Promise<string> {
    const { tenantId, access } = this.#parts;
    try {
      held.cached = await this.#request(held);
    } catch (error) {
      return this.#reject(held, error);
    }
    const { token } = held.cached;
    const lack = missingPermissionsReason(token);
    held.isIncomplete = lack !== undefined;
    if (lack === undefined) await access.regain(tenantId);
    else await access.lose(tenantId, lack);
    await this.#wakeWaiting(token);
    return token;
  }

  /** Starts the jobs that wait for a permission, when the new token has one that the rejected token lacked. */
  async #wakeWaiting(token: string): Promise<void> {
    const { roles = [] } = this.#lacking ?? {};
    const isGranted = rolesIn(token)?.some((role) => !roles.includes(role)) ?? false;
    if (this.#lacking === undefined || !isGranted) return;
    await this.#parts.access.wake(this.#parts.tenantId);
    this.#lacking = undefined;
  }

  async #request({ credential }: HeldCredential): Promise<CachedToken> {
    const abortSignal = AbortSignal.timeout(TOKEN_MILLISECONDS);
    const answer = await credential.getToken(this.#scope, { abortSignal });
    if (answer === null) throw new Error('The credential gave no token.');
    return { token: answer.token, until: answer.expiresOnTimestamp - MARGIN_MILLISECONDS };
  }

  /**
   * Signs in again if the registration has changed meanwhile; otherwise records the rejection. @throws GraphFailure
   */
  async #reject(held: HeldCredential, error: unknown): Promise<string> {
    const { tenantId, registrations, access } = this.#parts;
    const { registration } = held;
    const isLoss = isRejection(error);
    if (isLoss) {
      registrations.forget(tenantId);
      const present = await this.#hold();
      if (present.registration !== registration) return this.#acquire(present);
      await access.lose(tenantId, reasonOf(error));
    }
    const failure = isLoss ? rejected(error) : await unreachable(this.#parts.cloud.authority, error);
    this.#rejection = { registration, isLoss, until: this.#now() + PAUSE_MILLISECONDS, failure };
    throw failure;
  }

  #now(): number {
    return this.#parts.clock.now().getTime();
  }

  /** Returns the credential of the current registration. Creates a new one when the registration has changed. */
  async #hold(): Promise<HeldCredential> {
    const { tenantId, cloud, registrations } = this.#parts;
    const registration = await registrations.find(tenantId);
    if (registration === undefined) throw unregistered(tenantId);
    if (registration.unusable !== undefined) throw retryLater(registration.unusable, REJECTED_WAIT_SECONDS);
    if (this.#held?.registration === registration) return this.#held;
    this.#held = { registration, credential: credentialOf(registration, cloud), since: this.#now() };
    return this.#held;
  }
}

/**
 * Whether Entra rejects the sign-in. AADSTS900xx do not count, because they include temporary failures on its own side
 * ("Authentication and authorization error codes").
 */
const isRejection = (error: unknown): boolean => /AADSTS(?!900)\d+/.test(String(error));

/** Returns Entra's sentence about the rejection, without the request ids after it. */
const reasonOf = (error: unknown): string =>
  /AADSTS\d+:[^\r\n]*/
    .exec(String(error))?.[0]
    .replace(/ (?:Trace|Correlation) ID:.*/, '')
    .slice(0, 300) ?? 'Microsoft Entra ID rejects the sign-in.';

const signInFailure = (
  facts: { code: string; message: string; retryAfterSeconds: number },
  cause: unknown,
): GraphFailure => new GraphFailure({ status: 401, ...facts, call: 'sign-in', requestId: undefined }, cause);

const rejected = (cause: unknown): GraphFailure =>
  signInFailure(
    {
      code: 'NoToken',
      message: 'Microsoft Entra ID gives no token.',
      retryAfterSeconds: REJECTED_WAIT_SECONDS,
    },
    cause,
  );

/** Returns the failure of a sign-in to which Entra did not respond. It does not say that the registration is wrong. */
async function unreachable(authority: string, cause: unknown): Promise<GraphFailure> {
  const message =
    (await reasonForNoResponse(authority)) ??
    `Microsoft Entra ID at ${authority} gives no token. The operator must check CHARTER_GRAPH_AUTHORITY if this lasts.`;
  return signInFailure({ code: UNREACHABLE, message, retryAfterSeconds: UNREACHABLE_WAIT }, cause);
}

/** Returns the error for a tenant without a registration. Jobs wait until the operator adds one. */
const unregistered = (tenantId: string) =>
  retryLater(
    say(
      'graph.unregistered',
      "Charter has no app registration in the tenant {tenant}. The operator must add one: 'charter graph-tenant set'.",
      { tenant: tenantId },
    ),
    REJECTED_WAIT_SECONDS,
  );

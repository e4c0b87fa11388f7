import { causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import { type CharterError, conflict } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { findHook } from './access.ts';
import { assertHookConfig, type WebhookDeps } from './change-hooks.ts';
import { hookSecretRotated } from './hook-records.ts';
import { reseal, resealQuery, secretContext } from './hook-url.ts';
import { describeHook, type Hook, type HookSecret } from './model.ts';
import { generateSecret } from './signature.ts';

const HOUR = 60 * 60 * 1000;

export const DEFAULT_OVERLAP_HOURS = 24;
export const MAX_OVERLAP_HOURS = 168;

/** Maximum number of valid secrets: each adds a signature to every message. */
const MAX_SECRETS = 5;

export interface RotateHookSecretInput {
  hookId: string;
  /** Hours that the current secret stays valid, 0 to 168; 0 ends all earlier secrets. Default: 24. */
  overlapHours?: number;
  /** The new secret; generated when absent. */
  secret?: string;
}

/** Returns the error for too many valid secrets. Only a rotation with an overlap of 0 ends a secret early. */
const isFull = (places: readonly { end: number }[]): CharterError => {
  const free = new Date(Math.min(...places.map(({ end }) => end))).toISOString();
  return conflict(
    say(
      'webhooks.tooManySecrets',
      'The webhook has {count} valid secrets already; the next one ends at {time}. Rotate then, or with an overlap of 0, which ends all earlier secrets at once.',
      { count: MAX_SECRETS, time: free },
    ),
  );
};

/**
 * Returns the secrets that stay valid in addition to the new one: the current one for the overlap, earlier ones until
 * they expire.
 * @throws Conflict when MAX_SECRETS are valid
 */
function stillSigning(secrets: readonly HookSecret[], at: Date, overlapHours: number): HookSecret[] {
  if (overlapHours === 0) return [];
  const until = at.getTime() + overlapHours * HOUR;
  const valid = secrets
    .map(({ sealed, expiresAt }) => ({
      sealed,
      isPresent: expiresAt === null,
      end: expiresAt === null ? until : Date.parse(expiresAt),
    }))
    .filter(({ end }) => end > at.getTime());
  if (valid.length >= MAX_SECRETS) throw isFull(valid.filter(({ isPresent }) => !isPresent));
  return valid.map(({ sealed, end }) => ({ sealed, expiresAt: new Date(end).toISOString() }));
}

/**
 * Replaces the webhook's secret. Only this response contains the new one. The previous secret stays valid for the
 * overlap, so that a receiver can switch without losing messages. An overlap of 0 ends all earlier secrets at once, for
 * example after a leak.
 * @throws NotFound, InvalidRequest at `secret`, Conflict when MAX_SECRETS are valid
 */
export async function rotateHookSecret(
  deps: WebhookDeps,
  principal: Principal,
  context: RequestContext,
  input: RotateHookSecretInput,
): Promise<Hook> {
  const { hookId, overlapHours = DEFAULT_OVERLAP_HOURS, secret = generateSecret() } = input;
  assertHookConfig(deps, { secret }, '');
  const sealedFor = secretContext(principal.tenantId, hookId.toLowerCase());
  const sealed = deps.secrets.seal(secret, sealedFor);
  return deps.store.transaction(principal.tenantId, async (unit) => {
    const hook = await findHook(unit, principal, hookId, { lock: true });
    const at = deps.clock.now();
    const earlier = stillSigning(hook.secrets, at, overlapHours);
    const secrets: HookSecret[] = [
      { sealed, expiresAt: null },
      ...earlier.map((one) => ({ ...one, sealed: reseal(deps.secrets, one.sealed, sealedFor) })),
    ];
    const sealedQuery = resealQuery(deps.secrets, principal.tenantId, hook);
    await unit.hooks.update(hook.id, { secrets, sealedQuery }, at);
    await unit.audit.append([hookSecretRotated.record(hook, causeOf(principal, context))], at);
    return describeHook({ ...hook, secrets, updatedAt: at }, { secret });
  });
}

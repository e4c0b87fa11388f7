import { actorOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import { CharterError } from '../../kernel/errors.ts';
import { assertHookConfig, secretContext, type WebhookDeps } from './create-hook.ts';
import { findHook } from './find-hook.ts';
import { hookAuditRecord, hookSecretRotated } from './hook-records.ts';
import { resealUrl } from './hook-url.ts';
import { describeHook, type Hook, type HookSecret } from './model.ts';
import type { SecretBox } from './ports.ts';
import { generateSecret } from './signature.ts';

const HOUR = 60 * 60 * 1000;

export const DEFAULT_OVERLAP_HOURS = 24;
export const MOST_OVERLAP_HOURS = 168;

/** Secrets that sign at once, however often is rotated: each makes every message longer. */
const MOST_SECRETS = 5;

export interface RotateHookSecretInput {
  hookId: string;
  /** How long the present secret goes on signing beside the new one, 0 (no earlier one does) to 168; 24 when left out. */
  overlapHours?: number;
  /** Made when left out. */
  secret?: string;
}

/** None is ended before the time that was promised for it, unless that is asked for. */
const isFull = (places: readonly { end: number }[]): CharterError => {
  const free = new Date(Math.min(...places.map(({ end }) => end))).toISOString();
  return new CharterError(
    'Conflict',
    `${MOST_SECRETS} secrets sign for the webhook already, and another has a place from ${free} on. Rotate then, or at any time with an overlap of 0, which ends all earlier secrets at once.`,
  );
};

/**
 * The secrets that sign beside the new one from `at` on: the present one for the overlap, those before it until
 * their own ends. None of them without an overlap.
 * @throws Conflict when there is no place for another
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
  if (valid.length >= MOST_SECRETS) throw isFull(valid.filter(({ isPresent }) => !isPresent));
  return valid.map(({ sealed, end }) => ({ sealed, expiresAt: new Date(end).toISOString() }));
}

/**
 * The secret under the present key, so that the key before it need not be kept for it. What this node can't read
 * stays as it is: another node may have its key.
 */
function sealAnew(secrets: SecretBox, sealed: string, context: string): string {
  let secret: string;
  try {
    secret = secrets.open(sealed, context);
  } catch {
    return sealed;
  }
  return secrets.seal(secret, context);
}

/**
 * Gives the hook another secret; the answer is the only one that holds it. The one before goes on signing
 * beside it for the overlap, so that a receiver can change over without losing a message. An overlap of 0 ends
 * all earlier secrets at once, as after a leak.
 * @throws NotFound, InvalidRequest at `secret`, Conflict when MOST_SECRETS sign already
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
      ...earlier.map((one) => ({ ...one, sealed: sealAnew(deps.secrets, one.sealed, sealedFor) })),
    ];
    const query = resealUrl(deps.secrets, principal.tenantId, hook);
    await unit.hooks.update(hook.id, { secrets, sealedQuery: query.sealedQuery }, at);
    const cause = { actor: actorOf(principal), requestId: context.requestId };
    await unit.audit.append([hookAuditRecord(hookSecretRotated, hook, cause)], at);
    return describeHook({ ...hook, secrets, updatedAt: at }, { secret });
  });
}

import { actorOf, type Principal, type RequestContext } from '../principal.ts';
import { assertHookConfig, secretContext, type WebhookDeps } from './create-hook.ts';
import { findHook } from './find-hook.ts';
import { hookAuditRecord } from './hook-records.ts';
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
  /** How long the present secret goes on signing beside the new one, 0 to 168; 24 when left out. */
  overlapHours?: number;
  /** Made when left out. */
  secret?: string;
}

/** The earlier secrets that still sign after `at`, none longer than until `until`. */
function stillSigning(secrets: readonly HookSecret[], at: Date, until: Date): HookSecret[] {
  const ends = secrets.map(({ sealed, expiresAt }) => ({
    sealed,
    end: Math.min(until.getTime(), expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt)),
  }));
  return ends
    .filter(({ end }) => end > at.getTime())
    .slice(0, MOST_SECRETS - 1)
    .map(({ sealed, end }) => ({ sealed, expiresAt: new Date(end).toISOString() }));
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
 * beside it for the overlap, so that a receiver can change over without losing a message.
 * @throws NotFound, InvalidRequest at `secret`
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
    const earlier = stillSigning(hook.secrets, at, new Date(at.getTime() + overlapHours * HOUR));
    const secrets: HookSecret[] = [
      { sealed, expiresAt: null },
      ...earlier.map((one) => ({ ...one, sealed: sealAnew(deps.secrets, one.sealed, sealedFor) })),
    ];
    await unit.hooks.update(hook.id, { secrets }, at);
    const cause = { actor: actorOf(principal), requestId: context.requestId };
    await unit.audit.append([hookAuditRecord('hook_secret_rotated', hook, cause)], at);
    return describeHook({ ...hook, secrets, updatedAt: at }, secret);
  });
}

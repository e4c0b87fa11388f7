import { isDeepStrictEqual } from 'node:util';
import type { Deps } from '../../engine/deps.ts';
import type { EventType } from '../../engine/events/model.ts';
import { actorOf, causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import { type ErrorDetail, invalidFields, policyViolation } from '../../kernel/errors.ts';
import { type Message, say } from '../../kernel/messages.ts';
import { findById } from '../directory/find-people.ts';
import { findHook, roleSourceOf, scopeFor } from './access.ts';
import { hookCreated, hookDeleted, hookUpdated, recordedUrl } from './hook-records.ts';
import { sealUrl, secretContext, unsealUrl, visibleUrl } from './hook-url.ts';
import {
  type CreatorState,
  describeHook,
  type Hook,
  type HookRecord,
  type HookUrl,
  isMasked,
  maskUrl,
} from './model.ts';
import type { HookChange, HookStore, HookTargets, SecretBox } from './ports.ts';
import { generateSecret, secretProblem } from './signature.ts';

/** Maximum number of webhooks of one creator. Each webhook adds work to every event. */
const MAX_HOOKS = 100;

export interface WebhookDeps extends Deps {
  secrets: SecretBox;
  hookTargets: HookTargets;
}

export interface CreateHookInput {
  name?: string;
  description?: string | null;
  active?: boolean;
  events: readonly EventType[];
  url: string;
  /** The signing secret; generated when absent. */
  secret?: string;
  /** Ids of the templates whose events are delivered; empty for all templates. */
  templates?: readonly string[];
}

const MASKED = say('webhooks.maskedQuery', 'The query of the URL is masked. Give the whole URL.');

/** Reads the facts about the creator. Queries the directory, so it must not run inside a transaction. */
async function readStanding(
  { suite }: Pick<WebhookDeps, 'suite'>,
  hooks: Pick<HookStore, 'rolesAssignedTo'>,
  principal: Principal,
): Promise<CreatorState> {
  const [assigned, [user]] = await Promise.all([
    hooks.rolesAssignedTo(principal.id),
    principal.kind === 'user' ? findById(suite.users, principal.tenantId, [principal.id]) : [],
  ]);
  return { roleFrom: roleSourceOf(principal, assigned), inDirectory: user !== undefined };
}

/**
 * @param path prefix of the paths in the error
 * @throws InvalidRequest with a detail for each invalid value
 */
export function assertHookConfig(
  deps: Pick<WebhookDeps, 'hookTargets'>,
  config: { url?: string; secret?: string },
  path = 'config.',
): void {
  const details: ErrorDetail[] = [];
  const note = (target: string, message: Message | undefined) => {
    if (message !== undefined) details.push({ target, code: 'InvalidValue', ...message });
  };
  if (config.url !== undefined) {
    const isUnknown = isMasked(config.url);
    note(`${path}url`, isUnknown ? MASKED : deps.hookTargets.problemOf(config.url));
  }
  if (config.secret !== undefined) note(`${path}secret`, secretProblem(config.secret));
  if (details.length > 0) throw invalidFields(details);
}

/**
 * Registers a webhook. Returns it with its secret, which calls that read webhooks never return. A repeated call with
 * the same operation id returns the existing webhook with its secret.
 * @throws InvalidRequest at `config.url` or `config.secret`; PolicyViolation when the caller already has MAX_HOOKS
 */
export async function createHook(
  deps: WebhookDeps,
  principal: Principal,
  context: RequestContext,
  input: CreateHookInput,
): Promise<Hook> {
  assertHookConfig(deps, input);
  const { tenantId } = principal;
  const id = context.operationId;
  const secret = input.secret ?? generateSecret();
  const at = deps.clock.now();
  const standing = await readStanding(deps, deps.store.in(tenantId).hooks, principal);
  const hook: HookRecord = {
    id,
    name: input.name ?? new URL(input.url).hostname,
    description: input.description ?? null,
    active: input.active ?? true,
    events: [...new Set(input.events)],
    ...sealUrl(deps.secrets, tenantId, id, input.url),
    templates: [...new Set(input.templates ?? [])],
    secrets: [{ sealed: deps.secrets.seal(secret, secretContext(tenantId, id)), expiresAt: null }],
    scope: scopeFor(principal),
    standing,
    creator: actorOf(principal),
    createdAt: at,
    updatedAt: at,
    failingSince: null,
    disabledReason: null,
  };
  return deps.store.transaction(tenantId, async (unit) => {
    await unit.hooks.lockCreator(principal.id);
    const own = await unit.hooks.list({ creatorId: principal.id, limit: MAX_HOOKS });
    const earlier = own.find((one) => one.id === id);
    if (earlier !== undefined) {
      const sealed = earlier.secrets[0]!.sealed;
      const shown = deps.secrets.open(sealed, secretContext(tenantId, id));
      return describeHook(earlier, { secret: shown, url: unsealUrl(deps.secrets, tenantId, earlier) });
    }
    if (own.length >= MAX_HOOKS) {
      const message = say(
        'webhooks.tooMany',
        'You have {count} webhooks already. Delete one that is not needed.',
        { count: MAX_HOOKS },
      );
      throw policyViolation(message, [{ target: 'webhooksPerCreator', code: 'LimitReached', ...message }]);
    }
    await unit.hooks.add(hook);
    await unit.audit.append([hookCreated.record(hook, causeOf(principal, context))], at);
    return describeHook(hook, { secret, url: input.url });
  });
}

interface UpdateHookInput extends Partial<Omit<CreateHookInput, 'secret'>> {
  hookId: string;
}

/** Returns the new URL; undefined when it does not change. A masked URL counts as unchanged. */
function newUrlOf(
  { secrets, hookTargets }: WebhookDeps,
  tenantId: string,
  hook: HookRecord,
  url: string | undefined,
): HookUrl | undefined {
  if (url === undefined || url === maskUrl(hook)) return undefined;
  assertHookConfig({ hookTargets }, { url });
  return url === unsealUrl(secrets, tenantId, hook) ? undefined : sealUrl(secrets, tenantId, hook.id, url);
}

/** Returns the fields in the request, and the fields derived from them. */
function wantedOf(
  principal: Principal,
  hook: HookRecord,
  { hookId: _, events, templates, url: _url, ...same }: UpdateHookInput,
  { url, standing }: { url: HookUrl | undefined; standing: CreatorState },
): HookChange {
  return {
    ...same,
    ...url,
    ...(events && { events: [...new Set(events)] }),
    ...(templates && { templates: [...new Set(templates)] }),
    ...(same.active && { disabledReason: null }),
    // Failures of the previous receiver don't count against the new one.
    ...((same.active || url !== undefined) && { failingSince: null }),
    ...(hook.creator.id === principal.id && { scope: scopeFor(principal), standing }),
  };
}

/** Error of the last attempt of the deliveries that updateHook gives up. */
const SCOPE_LOST = 'Not sent: the webhook no longer receives the events of the whole tenant.';

const differingFrom = (hook: HookRecord, wanted: HookChange): HookChange =>
  Object.fromEntries(
    Object.entries(wanted).filter(
      ([field, value]) => !isDeepStrictEqual(value, hook[field as keyof HookChange]),
    ),
  );

/** Returns the changes for the audit record. */
function recordedChanges(hook: HookRecord, change: HookChange): object {
  const { standing, sealedQuery, failingSince: _since, disabledReason: _reason, ...changes } = change;
  const { url = hook.url } = changes;
  return {
    ...changes,
    ...((changes.url !== undefined || sealedQuery !== undefined) && { url: recordedUrl(url) }),
    ...(standing !== undefined && { scope: change.scope ?? hook.scope }),
  };
}

/**
 * Changes the named fields. Activating the webhook clears the reason why it was disabled, and sends its pending
 * deliveries. Activating it or changing its URL clears its failures. A change by its creator sets the scope from the
 * creator's current roles. When the scope becomes `personal`, pending tenant-wide deliveries are given up. Writes
 * nothing when nothing changes.
 * @throws NotFound, InvalidRequest at `config.url`
 */
export async function updateHook(
  deps: WebhookDeps,
  principal: Principal,
  context: RequestContext,
  input: UpdateHookInput,
): Promise<Hook> {
  const show = (hook: HookRecord) => describeHook(hook, { url: visibleUrl(deps.secrets, principal, hook) });
  const standing = await readStanding(deps, deps.store.in(principal.tenantId).hooks, principal);
  return deps.store.transaction(principal.tenantId, async (unit) => {
    const hook = await findHook(unit, principal, input.hookId, { lock: true });
    const url = newUrlOf(deps, principal.tenantId, hook, input.url);
    const change = differingFrom(hook, wantedOf(principal, hook, input, { url, standing }));
    const { failingSince: _, ...decided } = change;
    const at = deps.clock.now();
    if (Object.keys(change).length === 0) return show(hook);
    await unit.hooks.update(hook.id, change, at);
    const changed: HookRecord = { ...hook, ...change, updatedAt: at };
    if (Object.keys(decided).length > 0) {
      const fields = { changes: recordedChanges(hook, change) };
      const record = hookUpdated.record(changed, causeOf(principal, context), fields);
      await unit.audit.append([record], at);
    }
    if (change.scope === 'personal') await unit.deliveries.giveUpTenantWide(hook.id, SCOPE_LOST, at);
    if (change.active) await unit.deliveries.announce();
    return show(changed);
  });
}

/**
 * Deletes a webhook with its deliveries. Returns the webhook as it was.
 * @throws NotFound, also when the caller may not see it
 */
export async function deleteHook(
  deps: Pick<WebhookDeps, 'store' | 'clock'>,
  principal: Principal,
  context: RequestContext,
  input: { hookId: string },
): Promise<Hook> {
  return deps.store.transaction(principal.tenantId, async (unit) => {
    const hook = await findHook(unit, principal, input.hookId, { lock: true });
    await unit.hooks.remove(hook.id);
    const record = hookDeleted.record(hook, causeOf(principal, context));
    await unit.audit.append([record], deps.clock.now());
    return describeHook(hook);
  });
}

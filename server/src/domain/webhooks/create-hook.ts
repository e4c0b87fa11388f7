import type { Deps } from '../../engine/deps.ts';
import type { EventType } from '../../engine/events/model.ts';
import { actorOf, causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import { type ErrorDetail, invalidFields, policyViolation } from '../../kernel/errors.ts';
import { type Message, say } from '../../kernel/messages.ts';
import { findById } from '../directory/find-people.ts';
import { roleSourceOf, scopeFor } from './access.ts';
import { hookCreated } from './hook-records.ts';
import { openUrl, sealUrl, secretContext } from './hook-url.ts';
import { describeHook, type Hook, type HookRecord, type HookStanding, isMasked } from './model.ts';
import type { HookStore, HookTargets, SecretBox } from './ports.ts';
import { generateSecret, secretProblem } from './signature.ts';

/** Maximum number of webhooks of one creator. Each webhook adds work to every event. */
const MOST_HOOKS = 100;

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

/** Reads the facts about the creator. It asks the directory, so it must not run inside a transaction. */
export async function readStanding(
  { suite }: Pick<WebhookDeps, 'suite'>,
  hooks: Pick<HookStore, 'rolesAssignedTo'>,
  principal: Principal,
): Promise<HookStanding> {
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
 * Registers a webhook. Returns it with its secret, which no call that reads webhooks returns. A repeated call with the
 * same operation id returns the existing webhook, also with its secret.
 * @throws InvalidRequest at `config.url` or `config.secret`; PolicyViolation when the caller has MOST_HOOKS already
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
    const own = await unit.hooks.list({ creatorId: principal.id, most: MOST_HOOKS });
    const earlier = own.find((one) => one.id === id);
    if (earlier !== undefined) {
      const sealed = earlier.secrets[0]!.sealed;
      const shown = deps.secrets.open(sealed, secretContext(tenantId, id));
      return describeHook(earlier, { secret: shown, url: openUrl(deps.secrets, tenantId, earlier) });
    }
    if (own.length >= MOST_HOOKS) {
      const message = say(
        'webhooks.tooMany',
        'You have {count} webhooks already. Delete one that is not needed.',
        { count: MOST_HOOKS },
      );
      throw policyViolation(message, [{ target: 'webhooksPerCreator', code: 'LimitReached', ...message }]);
    }
    await unit.hooks.add(hook);
    await unit.audit.append([hookCreated.record(hook, causeOf(principal, context))], at);
    return describeHook(hook, { secret, url: input.url });
  });
}

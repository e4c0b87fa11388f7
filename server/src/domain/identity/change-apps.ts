/** Registers and changes apps and their secrets (docs/apps.md). */
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Deps } from '../../engine/deps.ts';
import type { NewEvent } from '../../engine/events/model.ts';
import { causeOf, type Principal, type RequestContext, type Scope } from '../../engine/principal.ts';
import type { UnitOfWork } from '../../engine/store.ts';
import { invalidField, notFound, policyViolation } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { say } from '../../kernel/messages.ts';
import { hookDeleted } from '../webhooks/hook-records.ts';
import { assertCanAddSecret, assertCanChangeApp, assertCanManageApps, assertGlobalAdmin } from './access.ts';
import { aboutApp, appChanged, appDeleted, appRegistered, secretEvents } from './app-events.ts';
import type { AppSecret, RegisteredApp } from './ports.ts';

/** Maximum number of secrets per app. A wrong guess may cost a slow hash for each of them. */
export const MAX_SECRETS = 10;
/** More webhooks than one creator can have. */
const ALL_HOOKS = 1_000;
const HINT_LENGTH = 4;

export interface AppDeps extends Pick<Deps, 'store' | 'clock'> {
  /** Hashes the secret. It is slow: call it outside transactions. */
  hashSecret(secret: string): Promise<string>;
  /** Announces a change of a principal's rights on this node, after its commit. */
  announce(tenantId: string, principalId: string): void;
}

export interface NewSecret {
  displayName?: string | undefined;
  expiresAt?: Date | undefined;
}

/** The credentials of an app. The secret is returned once and is not stored. */
export interface AppCredentials {
  appId: string;
  displayName: string;
  secretId: string;
  secret: string;
}

interface Generated {
  secret: string;
  stored: AppSecret;
}

/** @throws InvalidRequest at `expiresDateTime` for a time that is not in the future */
async function generateSecret(
  { hashSecret, clock }: AppDeps,
  { displayName, expiresAt }: NewSecret = {},
): Promise<Generated> {
  if (expiresAt !== undefined && expiresAt <= clock.now()) {
    throw invalidField(
      'expiresDateTime',
      say('identity.secretExpiry', 'The secret would have expired already. Give a time in the future.'),
    );
  }
  const secret = randomBytes(32).toString('base64url');
  const stored = {
    id: newId(),
    displayName: displayName ?? null,
    hash: await hashSecret(secret),
    hint: secret.slice(0, HINT_LENGTH),
    createdAt: clock.now(),
    expiresAt: expiresAt ?? null,
    lastUsedAt: null,
  };
  return { secret, stored };
}

const credentialsOf = (
  { appId, displayName }: RegisteredApp,
  { secret, stored }: Generated,
): AppCredentials => ({
  appId,
  displayName,
  secretId: stored.id,
  secret,
});

const record = (
  unit: UnitOfWork,
  { clock }: Pick<AppDeps, 'clock'>,
  principal: Principal,
  context: RequestContext,
  events: readonly NewEvent[],
): Promise<void> =>
  unit.events.append(
    events.map((event) => ({ ...event, ...causeOf(principal, context) })),
    clock.now(),
  );

/** Returns the app, locked until the transaction ends. @throws NotFound */
async function lockApp(unit: UnitOfWork, appId: string): Promise<RegisteredApp> {
  const app = await unit.apps.find(appId, { lock: true });
  if (app === undefined) throw notFound('app', appId);
  return app;
}

/** Merges the changes that `decide` returns into the app, records their events, and announces the change. */
async function changeApp(
  deps: AppDeps,
  principal: Principal,
  context: RequestContext,
  appId: string,
  decide: (app: RegisteredApp, assigned: boolean) => Partial<RegisteredApp>,
): Promise<RegisteredApp> {
  const { tenantId } = principal;
  const changed = await deps.store.transaction(tenantId, async (unit) => {
    const app = await lockApp(unit, appId);
    const hasRoles = app.roles.length > 0 || (await unit.hooks.rolesAssignedTo(appId)).length > 0;
    const change = decide(app, hasRoles);
    const after = { ...app, ...change };
    const { secrets: _, ...changes } = change;
    const events = [
      ...(Object.keys(changes).length > 0
        ? [appChanged.happened({ ...aboutApp(after), unpublished: { roles: after.roles, changes } })]
        : []),
      ...secretEvents(app, after),
    ];
    if (events.length === 0) return app;
    await unit.apps.put(after);
    await record(unit, deps, principal, context, events);
    return after;
  });
  deps.announce(tenantId, appId);
  return changed;
}

export interface CreateAppInput {
  displayName: string;
  scopes?: readonly Scope[] | undefined;
  secret?: NewSecret | undefined;
}

/**
 * Registers an app with a new secret. The operation's id becomes the app's id, so a repeated call replaces the secret
 * that its first attempt may have stored.
 * @throws Forbidden, InvalidRequest
 */
export async function createApp(
  deps: AppDeps,
  principal: Principal,
  context: RequestContext,
  { displayName, scopes, secret }: CreateAppInput,
): Promise<AppCredentials> {
  assertGlobalAdmin(principal);
  const generated = await generateSecret(deps, secret);
  const app: RegisteredApp = {
    tenantId: principal.tenantId,
    appId: context.operationId,
    displayName,
    roles: [],
    scopes: scopes ? [...new Set(scopes)] : null,
    enabled: true,
    createdAt: deps.clock.now(),
    secrets: [generated.stored],
  };
  await deps.store.transaction(principal.tenantId, async (unit) => {
    const before = await unit.apps.find(app.appId, { lock: true });
    await unit.apps.put(app, principal.kind === 'user' ? principal.id : undefined);
    const registered = appRegistered.happened(aboutApp(app));
    await record(unit, deps, principal, context, before ? secretEvents(before, app) : [registered]);
  });
  deps.announce(app.tenantId, app.appId);
  return credentialsOf(app, generated);
}

/**
 * Replaces all secrets of the app with a new one. Nodes that have cached the app accept the old ones until the entry
 * expires.
 * @throws Forbidden, NotFound
 */
export async function rotateAppSecret(
  deps: AppDeps,
  principal: Principal,
  context: RequestContext,
  { appId }: { appId: string },
): Promise<AppCredentials> {
  assertGlobalAdmin(principal);
  const generated = await generateSecret(deps);
  const app = await changeApp(deps, principal, context, appId, () => ({ secrets: [generated.stored] }));
  return credentialsOf(app, generated);
}

/**
 * Adds a secret to the existing ones.
 * @throws Forbidden, NotFound, InvalidRequest; PolicyViolation when the app already has MAX_SECRETS
 */
export async function addAppSecret(
  deps: AppDeps,
  principal: Principal,
  context: RequestContext,
  { appId, ...secret }: NewSecret & { appId: string },
): Promise<AppCredentials & { stored: AppSecret }> {
  assertCanManageApps(principal);
  const generated = await generateSecret(deps, secret);
  const app = await changeApp(deps, principal, context, appId, (found, hasRoles) => {
    assertCanAddSecret(principal, found, hasRoles);
    if (found.secrets.length >= MAX_SECRETS) {
      const message = say(
        'identity.secretLimit',
        'The app has {count} secrets already. Remove one that is not needed.',
        { count: MAX_SECRETS },
      );
      throw policyViolation(message, [{ target: 'secretsPerApp', code: 'LimitReached', ...message }]);
    }
    return { secrets: [...found.secrets, generated.stored] };
  });
  return { ...credentialsOf(app, generated), stored: generated.stored };
}

/** Removes a secret. @throws Forbidden, NotFound */
export async function removeAppSecret(
  deps: AppDeps,
  principal: Principal,
  context: RequestContext,
  { appId, secretId }: { appId: string; secretId: string },
): Promise<void> {
  assertCanManageApps(principal);
  await changeApp(deps, principal, context, appId, ({ secrets }) => {
    const left = secrets.filter(({ id }) => id !== secretId);
    if (left.length === secrets.length) throw notFound('secret', secretId);
    return { secrets: left };
  });
}

export interface UpdateAppInput {
  appId: string;
  displayName?: string | undefined;
  enabled?: boolean | undefined;
  /** Null removes the limit: the app becomes an administrator. */
  scopes?: readonly Scope[] | null | undefined;
}

/**
 * Changes the named fields. Writes nothing when nothing changes.
 * @throws Forbidden, NotFound
 */
export async function updateApp(
  deps: AppDeps,
  principal: Principal,
  context: RequestContext,
  { appId, ...wanted }: UpdateAppInput,
): Promise<RegisteredApp> {
  assertCanManageApps(principal);
  return changeApp(deps, principal, context, appId, (app, hasRoles) => {
    const scopes = wanted.scopes && [...new Set(wanted.scopes)];
    const change = Object.fromEntries(
      Object.entries({ ...wanted, scopes }).filter(
        ([field, value]) =>
          value !== undefined && !isDeepStrictEqual(value, app[field as keyof RegisteredApp]),
      ),
    );
    assertCanChangeApp(principal, app, hasRoles, change);
    return change;
  });
}

/**
 * Deletes the app with its secrets and its webhooks.
 * @throws Forbidden, NotFound
 */
export async function deleteApp(
  deps: AppDeps,
  principal: Principal,
  context: RequestContext,
  { appId }: { appId: string },
): Promise<void> {
  assertCanManageApps(principal);
  const { tenantId } = principal;
  await deps.store.transaction(tenantId, async (unit) => {
    const app = await lockApp(unit, appId);
    const hooks = await unit.hooks.list({ creatorId: appId, limit: ALL_HOOKS });
    for (const hook of hooks) await unit.hooks.remove(hook.id);
    const records = hooks.map((hook) => hookDeleted.record(hook, causeOf(principal, context)));
    await unit.audit.append(records, deps.clock.now());
    await unit.apps.remove(appId);
    await record(unit, deps, principal, context, [appDeleted.happened(aboutApp(app))]);
  });
  deps.announce(tenantId, appId);
}

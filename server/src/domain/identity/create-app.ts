/** Registers apps that call with Basic credentials. */
import { randomBytes } from 'node:crypto';
import type { Principal, RequestContext } from '../../engine/principal.ts';
import type { Clock } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { mustBeGlobalAdmin, timedCauseOf } from './access.ts';
import type { AppStore, RegisteredApp } from './ports.ts';

export interface AppDeps {
  apps: AppStore;
  /** Hashes the secret. It is slow: call it outside of transactions. */
  hashSecret(secret: string): Promise<string>;
  clock: Clock;
}

/** The credentials of an app. The secret is returned once and is not stored. */
export interface AppCredentials extends Pick<RegisteredApp, 'appId' | 'displayName'> {
  secret: string;
}

async function saveWithNewSecret(
  { apps, hashSecret, clock }: AppDeps,
  principal: Principal,
  context: RequestContext,
  app: Omit<RegisteredApp, 'secretHash'>,
): Promise<AppCredentials> {
  const secret = randomBytes(32).toString('base64url');
  const saved = { ...app, secretHash: await hashSecret(secret) };
  await apps.save(saved, timedCauseOf(principal, context, clock.now()));
  return { appId: app.appId, displayName: app.displayName, secret };
}

/**
 * Registers an app with a new secret. The operation's id becomes the app's id.
 * @throws Forbidden
 */
export async function createApp(
  deps: AppDeps,
  principal: Principal,
  context: RequestContext,
  { displayName }: { displayName: string },
): Promise<AppCredentials> {
  mustBeGlobalAdmin(principal);
  const { tenantId } = principal;
  const app = { tenantId, appId: context.operationId, displayName, roles: [], enabled: true };
  return saveWithNewSecret(deps, principal, context, app);
}

/**
 * Replaces the app's secret. Nodes that have cached the app accept the old secret until the entry expires.
 * @throws Forbidden, NotFound
 */
export async function rotateAppSecret(
  deps: AppDeps,
  principal: Principal,
  context: RequestContext,
  { appId }: { appId: string },
): Promise<AppCredentials> {
  mustBeGlobalAdmin(principal);
  const app = await deps.apps.find(appId);
  if (app?.tenantId !== principal.tenantId) throw notFound('app', appId);
  return saveWithNewSecret(deps, principal, context, app);
}

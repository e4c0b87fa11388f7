/** Registers apps that call with Basic credentials. */
import type { AppStore, RegisteredApp, TimedCause } from '../domain/identity/ports.ts';
import type { Role } from '../engine/principal.ts';
import { type ErrorDetail, invalidRequest } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { type Message, say } from '../kernel/messages.ts';
import { isUsableId } from './claims.ts';
import { hashSecret, type ScryptParameters } from './secret-hash.ts';
import { isGrantableRole } from './token-roles.ts';

const MIN_SECRET_LENGTH = 16;
const MAX_SECRET_LENGTH = 512;
const MAX_DISPLAY_NAME_LENGTH = 256;

export interface NewApp {
  tenantId: string;
  /** Contains no colon, because a colon ends the id in Basic credentials. Unique across all tenants. */
  appId: string;
  displayName: string;
  /** Roles besides AUTHENTICATED_USER and AUTHORIZED_APP, which every app has. */
  roles: readonly Role[];
  /** Secret of 16 to 512 characters. Only its slow hash is stored. */
  secret: string;
}

export interface RegisterAppDeps {
  apps: AppStore;
  /** Cost of the hash. Default: DEFAULT_SCRYPT. */
  scrypt?: ScryptParameters;
}

function problemsOf(app: NewApp): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  const reject = (target: string, problem: Message) =>
    problems.push({ target, code: 'InvalidValue', ...problem });
  if (!isUsableId(app.tenantId))
    reject('tenantId', say('identity.tenantId', 'A tenant id has 1 to 255 printable characters.'));
  if (!isUsableId(app.appId) || app.appId.includes(':')) {
    reject('appId', say('identity.appId', 'An app id has 1 to 255 printable characters and no colon.'));
  }
  if (app.displayName.trim() === '' || app.displayName.length > MAX_DISPLAY_NAME_LENGTH) {
    reject(
      'displayName',
      say('identity.appName', 'A name has 1 to {most} characters.', { most: MAX_DISPLAY_NAME_LENGTH }),
    );
  }
  if (app.secret.length < MIN_SECRET_LENGTH || app.secret.length > MAX_SECRET_LENGTH) {
    reject(
      'secret',
      say('identity.appSecret', 'A secret has {least} to {most} characters.', {
        least: MIN_SECRET_LENGTH,
        most: MAX_SECRET_LENGTH,
      }),
    );
  }
  return problems;
}

/**
 * Adds the app, or replaces it together with its secret.
 * @throws InvalidRequest naming each invalid field; Conflict when another tenant has an app with this id
 */
export async function registerApp(
  deps: RegisterAppDeps,
  app: NewApp,
  cause: TimedCause,
): Promise<RegisteredApp> {
  const problems = problemsOf(app);
  if (problems.length > 0)
    throw invalidRequest(
      say('identity.appNotRegistered', "The app can't be registered. See details."),
      problems,
    );
  const registered: RegisteredApp = {
    tenantId: app.tenantId,
    appId: app.appId,
    displayName: app.displayName,
    roles: [...new Set(app.roles.filter(isGrantableRole))],
    scopes: null,
    enabled: true,
    createdAt: cause.at,
    secrets: [
      {
        id: newId(),
        displayName: null,
        hash: await hashSecret(app.secret, deps.scrypt),
        hint: null,
        createdAt: cause.at,
        expiresAt: null,
        lastUsedAt: null,
      },
    ],
  };
  await deps.apps.save(registered, cause);
  return registered;
}

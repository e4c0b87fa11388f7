/** Routes of registered apps and their secrets, with their schemas. */
import Type from 'typebox';
import { MAX_NAME_LENGTH } from '../../domain/directory/ports.ts';
import {
  addAppSecret,
  createApp,
  deleteApp,
  MAX_SECRETS,
  removeAppSecret,
  rotateAppSecret,
  updateApp,
} from '../../domain/identity/change-apps.ts';
import type { AppSecret, RegisteredApp } from '../../domain/identity/ports.ts';
import { getApp, listApps } from '../../domain/identity/read-apps.ts';
import { SCOPES, type Scope } from '../../engine/principal.ts';
import { COUNT_OPTION, PAGE_OPTIONS, readPage, suiteIdOf } from '../paging.ts';
import { route } from '../route.ts';
import {
  Closed,
  Collection,
  DateTime,
  described,
  Flag,
  Model,
  Nullable,
  OneOf,
  Resource,
} from '../schema.ts';

const Name = Type.String({
  minLength: 1,
  maxLength: MAX_NAME_LENGTH,
  pattern: '\\S',
  description: 'Name shown to people and in the audit trails',
});

const Scopes = Type.Array(Type.Unsafe<Scope>(OneOf(SCOPES)), {
  minItems: 1,
  maxItems: SCOPES.length,
  description: 'Scopes that limit the app; docs/apps.md describes them',
  examples: [['teams.read', 'jobs.read']],
});

const SecretPayload = Model('AppSecretPayload', {
  displayName: Type.Optional(described(Name, 'Name that distinguishes the secrets of an app')),
  expiresDateTime: Type.Optional(described(DateTime, 'End of the secret, in the future. Default: none')),
});

const AppPayload = Model('AppPayload', {
  displayName: Name,
  scopes: Type.Optional(described(Scopes, 'Scopes that limit the app. Without them it is an administrator')),
  secret: Type.Optional(SecretPayload),
});

const AppCredentials = Resource('AppCredentials', {
  appId: Type.String({ description: 'User name of the Basic credentials' }),
  displayName: Type.String({ description: 'Name of the app' }),
  secretId: Type.String({ description: 'Id of the secret' }),
  secret: Type.String({ description: 'Password of the Basic credentials; shown only once' }),
});

const AppSecretView = Model('AppSecret', {
  id: Type.String(),
  displayName: Type.Optional(Type.String()),
  hint: Type.Optional(Type.String({ description: 'The first characters of a generated secret' })),
  createdDateTime: DateTime,
  expiresDateTime: Type.Optional(described(DateTime, 'Absent when the secret does not expire')),
  lastUsedDateTime: Type.Optional(
    described(DateTime, 'Exact to a minute; absent when the secret was never used'),
  ),
});

const App = Resource('App', {
  id: Type.String({ description: 'User name of the Basic credentials' }),
  displayName: Type.String(),
  enabled: Type.Boolean({ description: 'Calls of a disabled app are rejected with 401' }),
  scopes: Type.Optional(described(Scopes, 'Absent for an app without scopes, which is an administrator')),
  createdDateTime: DateTime,
  secrets: Type.Array(AppSecretView, { description: 'Oldest first' }),
});

const Apps = Collection('Apps', App);

const AppUpdate = Model('AppUpdate', {
  displayName: Type.Optional(Name),
  enabled: Type.Optional(Type.Boolean()),
  scopes: Type.Optional(
    Nullable(described(Scopes, 'Null takes the limit away: the app becomes an administrator')),
  ),
});

const dateTimeOf = (time: Date | null): string | null => time?.toISOString() ?? null;

const describeSecret = ({ id, displayName, hint, createdAt, expiresAt, lastUsedAt }: AppSecret) => ({
  id,
  displayName,
  hint,
  createdDateTime: createdAt.toISOString(),
  expiresDateTime: dateTimeOf(expiresAt),
  lastUsedDateTime: dateTimeOf(lastUsedAt),
});

const describeApp = ({ appId, displayName, enabled, scopes, createdAt, secrets }: RegisteredApp) => ({
  id: appId,
  displayName,
  enabled,
  scopes: scopes && [...scopes],
  createdDateTime: createdAt.toISOString(),
  secrets: secrets.map(describeSecret),
});

const newSecretOf = ({
  displayName,
  expiresDateTime,
}: {
  displayName?: string;
  expiresDateTime?: string;
} = {}) => ({
  displayName,
  expiresAt: expiresDateTime === undefined ? undefined : new Date(expiresDateTime),
});

const AppId = Type.String({ minLength: 1, maxLength: 255, description: 'The app’s id' });
const AppParams = Closed({ appId: AppId });

export const getAppsRoute = route(
  {
    summary: 'List apps',
    querystring: Closed({
      ...PAGE_OPTIONS,
      ...COUNT_OPTION,
      $search: Type.Optional(
        Type.String({ minLength: 1, maxLength: 200, description: 'Text that the name contains' }),
      ),
      enabled: Flag('Only apps that are enabled, or only disabled ones'),
    }),
    collection: Apps,
    description: 'Ordered by id, without secrets.',
  },
  async (deps, { principal, query }) => {
    const { $search: search, $count, enabled, ...page } = query;
    const { items, next, count } = await listApps(deps, principal, {
      ...readPage(page, suiteIdOf),
      search,
      enabled,
      counted: $count ?? false,
    });
    return { items: items.map(describeApp), next, ...(count !== undefined && { count }) };
  },
);

export const getAppRoute = route(
  {
    summary: 'Get an app',
    params: AppParams,
    response: App,
    context: 'apps/$entity',
    description: 'With what is known of its secrets, and without the secrets themselves.',
  },
  async (deps, { principal, params }) => describeApp(await getApp(deps, principal, params)),
);

export const createAppRoute = route(
  {
    summary: 'Register an app',
    body: AppPayload,
    response: AppCredentials,
    description:
      'The app calls with its id and secret as Basic credentials. Without scopes it has AUTHORIZED_APP and is an administrator. assignRole gives it further roles.',
  },
  (deps, { principal, context, body: { secret, ...body } }) =>
    createApp(deps, principal, context, { ...body, secret: secret && newSecretOf(secret) }),
);

export const updateAppRoute = route(
  {
    summary: 'Change an app',
    params: AppParams,
    body: AppUpdate,
    response: App,
    context: 'apps/$entity',
    description:
      'Changes the given fields: at once on the node that serves the call, and within 10 seconds on others. Integration managers give no app more than it has, and change no app that can do more than they.',
  },
  async (deps, { principal, context, params, body }) =>
    describeApp(await updateApp(deps, principal, context, { ...params, ...body })),
);

export const deleteAppRoute = route(
  {
    summary: 'Delete an app',
    params: AppParams,
    description: 'With its secrets and its webhooks. Its calls are rejected within 10 seconds.',
  },
  (deps, { principal, context, params }) => deleteApp(deps, principal, context, params),
);

export const addAppSecretRoute = route(
  {
    summary: 'Add a secret to an app',
    params: AppParams,
    body: Nullable(SecretPayload),
    bodyOptional: true,
    response: AppCredentials,
    context: 'apps/$entity',
    description: `The other secrets stay valid. An app has at most ${MAX_SECRETS}.`,
  },
  async (deps, { principal, context, params, body }) => {
    const { stored: _, ...credentials } = await addAppSecret(deps, principal, context, {
      ...params,
      ...newSecretOf(body ?? {}),
    });
    return credentials;
  },
);

export const removeAppSecretRoute = route(
  {
    summary: 'Remove a secret from an app',
    params: Closed({ appId: AppId, secretId: Type.String({ minLength: 1, maxLength: 255 }) }),
    description:
      'Calls with it are rejected at once on the node that serves the call, and within 10 seconds on others.',
  },
  (deps, { principal, context, params }) => removeAppSecret(deps, principal, context, params),
);

export const rotateAppSecretRoute = route(
  {
    summary: 'Replace the secrets of an app by a new one',
    params: AppParams,
    response: AppCredentials,
    context: 'apps/$entity',
    description:
      'The old secrets stop working at once on the node that serves the call, and within 10 seconds on others.',
  },
  (deps, { principal, context, params }) => rotateAppSecret(deps, principal, context, params),
);

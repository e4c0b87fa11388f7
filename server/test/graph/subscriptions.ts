/** Subscriptions to change notifications, and the notifications that notifier.ts sends. */
import { randomUUID } from 'node:crypto';
import type { ChangeNotification, Subscription } from '@microsoft/microsoft-graph-types';
import { badRequest, GraphError, notFound } from './errors.ts';
import { type Call, created, noContent, ok, type Route } from './route.ts';
import { anything, checkBody, type Fields, flag, name, text } from './shapes.ts';
import type { Change, StoredSubscription, Tenant } from './tenant.ts';

/** Maximum lifetime in minutes, by collection ("subscription resource type"). */
const LIFETIMES: Record<string, number> = { groups: 41_760, users: 41_760, teams: 4_320, channels: 4_320 };

/** Longer subscriptions to Teams need a lifecycleNotificationUrl. */
const WITHOUT_LIFECYCLE_MINUTES = 60;

/** Permissions that a subscription requires: only those to read ("Create subscription"). */
const PERMISSIONS: Record<string, readonly string[]> = {
  groups: ['Group.Read.All'],
  users: ['User.Read.All'],
  teams: ['Team.ReadBasic.All', 'TeamSettings.Read.All'],
  channels: ['Channel.ReadBasic.All', 'ChannelSettings.Read.All'],
};

const CREATABLE: Fields<Subscription> = {
  '@odata.type': text(),
  changeType: name(100),
  clientState: text(128),
  encryptionCertificate: anything,
  encryptionCertificateId: text(128),
  expirationDateTime: text(),
  includeResourceData: flag,
  latestSupportedTlsVersion: text(),
  lifecycleNotificationUrl: text(),
  notificationQueryOptions: text(),
  notificationUrl: name(2000),
  notificationUrlAppId: text(),
  resource: name(2000),
};
const UPDATABLE: Fields<Subscription> = { expirationDateTime: text(), notificationUrl: name(2000) };

const TYPES: Record<string, string> = { users: 'User', groups: 'Group', teams: 'team', channels: 'Channel' };

/** Returns the watched collection, and the id of the object for a subscription to a single one. */
function watched(resource: string): { collection: string; id: string | undefined } {
  const [, collection = '', first, second, rest] =
    /^\/?(groups|users|teams)(?:\('([^']+)'\)|\/([^/]+))?(?:\/(\w+))?$/.exec(resource) ?? [];
  const id = first ?? second;
  if (collection === '') throw badRequest(`Invalid resource '${resource}' for a subscription.`);
  if (collection === 'teams' && id === 'getAllChannels') return { collection: 'channels', id: undefined };
  if (collection === 'teams' && rest === 'channels') return { collection: 'channels', id };
  return { collection, id };
}

function checkExpiration(call: Call, value: unknown, collection: string, lifecycleUrl: unknown): string {
  const at = Date.parse(String(value));
  const minutes = (at - call.now.getTime()) / 60_000;
  if (Number.isNaN(at) || minutes <= 0) throw badRequest('expirationDateTime must be in the future.');
  if (minutes > (LIFETIMES[collection] ?? 0)) {
    throw badRequest(`Subscription expiration can only be ${LIFETIMES[collection]} minutes in the future.`);
  }
  if (
    collection !== 'groups' &&
    collection !== 'users' &&
    minutes > WITHOUT_LIFECYCLE_MINUTES &&
    !lifecycleUrl
  ) {
    throw badRequest('lifecycleNotificationUrl is required when the subscription lives longer than 1 hour.');
  }
  return new Date(at).toISOString();
}

/** Returns the unexpired subscriptions of the calling application. */
const ownOf = ({ tenant, registration, now }: Call): Subscription[] =>
  [...tenant.subscriptions.values()]
    .filter(({ appId, deletedAt }) => appId === registration.clientId && deletedAt === undefined)
    .map(({ subscription }) => subscription)
    .filter(({ expirationDateTime }) => Date.parse(expirationDateTime ?? '') > now.getTime());

/** Whether both have the same `changeType` and `resource` ("Create subscription", Duplicate subscription behavior). */
const isDuplicate = (one: Subscription, other: Subscription): boolean =>
  one.changeType === other.changeType &&
  one.resource?.replace(/^\//, '') === other.resource?.replace(/^\//, '');

async function create(call: Call) {
  const body = checkBody<Subscription>(call.body, 'subscription', CREATABLE, [
    'changeType',
    'notificationUrl',
    'resource',
    'expirationDateTime',
  ]);
  const { collection } = watched(body.resource as string);
  const { roles } = call.registration;
  if (!PERMISSIONS[collection]?.some((role) => roles.includes(role))) {
    throw new GraphError(403, 'ExtensionError', 'Operation: Create; Exception: [Status Code: Forbidden]');
  }
  const kinds = (body.changeType as string).split(',');
  if (kinds.some((kind) => !['created', 'updated', 'deleted'].includes(kind)))
    throw badRequest('Invalid changeType.');
  const expirationDateTime = checkExpiration(
    call,
    body.expirationDateTime,
    collection,
    body.lifecycleNotificationUrl,
  );
  for (const url of [body.notificationUrl, body.lifecycleNotificationUrl]) {
    if (typeof url === 'string' && !(await call.validate(url))) {
      throw new GraphError(
        400,
        'ValidationError',
        'Subscription validation request failed. Response must exactly match validationToken.',
      );
    }
  }
  if (ownOf(call).some((present) => isDuplicate(present, body as Subscription))) {
    throw new GraphError(409, 'Conflict', 'A subscription with these changes and this resource exists.');
  }
  const id = randomUUID();
  const subscription = {
    ...body,
    id,
    applicationId: call.registration.clientId,
    expirationDateTime,
  } as Subscription;
  const at = call.now.getTime();
  call.tenant.subscriptions.set(id, {
    id,
    subscription,
    appId: call.registration.clientId,
    createdAt: at,
    visibleAt: at,
  });
  return created({ '@odata.context': `${call.url}/$metadata#subscriptions/$entity`, ...shown(subscription) });
}

/** Returns the subscription without its client state, which Graph never returns. */
const shown = (subscription: Subscription): Subscription => ({ ...subscription, clientState: null });

function find(call: Call): StoredSubscription {
  const stored = call.tenant.subscriptions.get(call.parameters.subscription!);
  const isOver = Date.parse(stored?.subscription.expirationDateTime ?? '') <= call.now.getTime();
  if (stored === undefined || stored.deletedAt !== undefined || isOver) throw notFound('The subscription');
  return stored;
}

/** Returns the notifications about a change, with their receivers. */
export function notificationsOf(
  tenant: Tenant,
  change: Change,
  now: Date,
): { url: string; body: ChangeNotification }[] {
  return [...tenant.subscriptions.values()].flatMap(({ id, subscription, deletedAt }) => {
    const { collection, id: object } = watched(subscription.resource ?? '');
    const isLive =
      deletedAt === undefined && Date.parse(subscription.expirationDateTime ?? '') > now.getTime();
    // In the directory, `updated` includes new and softly deleted objects ("subscription resource type", changeType).
    const isOfTeams = collection === 'teams' || collection === 'channels';
    const kind = isOfTeams ? change.kind : 'updated';
    const isWanted = subscription.changeType?.split(',').includes(kind);
    const place = collection === 'channels' ? change.teamId : change.id;
    const isMeant = collection === change.collection && (object === undefined || object === place);
    if (!isLive || !isWanted || !isMeant) return [];
    const type = TYPES[collection]!;
    const resource =
      collection === 'channels'
        ? `teams('${change.teamId}')/channels('${change.id}')`
        : collection === 'teams'
          ? `teams('${change.id}')`
          : `${type}s/${change.id}`;
    const body: ChangeNotification = {
      id: randomUUID(),
      changeType: kind,
      clientState: subscription.clientState ?? null,
      resource,
      resourceData: {
        '@odata.type': `#Microsoft.Graph.${type}`,
        '@odata.id': resource,
        // Notifications about teams have a time instead of the id ("Get change notifications for teams and channels").
        id: collection === 'teams' ? String(now.getTime()) : change.id,
      } as ChangeNotification['resourceData'] & object,
      subscriptionExpirationDateTime: subscription.expirationDateTime ?? '',
      subscriptionId: id,
      tenantId: tenant.id,
    };
    return [{ url: subscription.notificationUrl ?? '', body }];
  });
}

/**
 * Returns the lifecycle notification of each live subscription, with its receiver. `subscriptionRemoved` also removes
 * the subscriptions.
 */
export function lifecycleNotificationsOf(
  tenant: Tenant,
  lifecycleEvent: 'reauthorizationRequired' | 'subscriptionRemoved' | 'missed',
  now: Date,
): { url: string; body: ChangeNotification }[] {
  const live = [...tenant.subscriptions.values()].filter(
    ({ subscription, deletedAt }) =>
      deletedAt === undefined && Date.parse(subscription.expirationDateTime ?? '') > now.getTime(),
  );
  return live.map((stored) => {
    const { id, subscription } = stored;
    if (lifecycleEvent === 'subscriptionRemoved') stored.deletedAt = now.getTime();
    return {
      url: subscription.lifecycleNotificationUrl ?? '',
      body: {
        subscriptionId: id,
        subscriptionExpirationDateTime: subscription.expirationDateTime ?? '',
        tenantId: tenant.id,
        clientState: subscription.clientState ?? null,
        lifecycleEvent,
      } as ChangeNotification,
    };
  });
}

/** Permissions depend on the resource, and are checked when a subscription is created. */
const ANY_ROLE: readonly string[] = [];

export const subscriptionRoutes: readonly Route[] = [
  { method: 'POST', path: '/subscriptions', permissions: ANY_ROLE, budgets: [], handle: create },
  {
    method: 'GET',
    path: '/subscriptions',
    permissions: ANY_ROLE,
    budgets: [],
    handle: (call) =>
      ok({ '@odata.context': `${call.url}/$metadata#subscriptions`, value: ownOf(call).map(shown) }),
  },
  {
    method: 'GET',
    path: '/subscriptions/{subscription}',
    permissions: ANY_ROLE,
    budgets: [],
    handle: (call) => ok(shown(find(call).subscription)),
  },
  {
    method: 'PATCH',
    path: '/subscriptions/{subscription}',
    permissions: ANY_ROLE,
    budgets: [],
    handle(call) {
      const { subscription } = find(call);
      const body = checkBody<Subscription>(call.body, 'subscription', UPDATABLE, ['expirationDateTime']);
      const { collection } = watched(subscription.resource ?? '');
      const { lifecycleNotificationUrl } = subscription;
      subscription.expirationDateTime = checkExpiration(
        call,
        body.expirationDateTime,
        collection,
        lifecycleNotificationUrl,
      );
      return ok(shown(subscription));
    },
  },
  {
    method: 'POST',
    path: '/subscriptions/{subscription}/reauthorize',
    permissions: ANY_ROLE,
    budgets: [],
    handle: (call) => {
      find(call);
      return noContent;
    },
  },
  {
    method: 'DELETE',
    path: '/subscriptions/{subscription}',
    permissions: ANY_ROLE,
    budgets: [],
    handle(call) {
      find(call).deletedAt = call.now.getTime();
      return noContent;
    },
  },
];

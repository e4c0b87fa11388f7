/** Notifications that Microsoft Graph sends: checked, and turned into what is to be looked at again. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { isUuid } from '../../kernel/ids.ts';
import type { NotedChanges } from './noted-changes.ts';
import type { GraphSubscriptions, WatchedResource } from './subscriptions.ts';

/** One item of a changeNotificationCollection, as far as Charter reads it. */
export interface GraphNotification {
  clientState?: string | null | undefined;
  /** For example `teams('<id>')`, or `Groups/<id>`. */
  resource?: string | null | undefined;
  lifecycleEvent?: string | null | undefined;
}

export interface ReceivedNotifications {
  /** Items with the secret of one of the tenant's subscriptions. */
  accepted: number;
  /** Other items, which change nothing. */
  rejected: number;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares in constant time. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

/** The id in `resourceData` of a team's notification is none of a team. */
function teamOf({ resource }: GraphNotification): string | undefined {
  const [, quoted, plain] = /^\/?teams(?:\('([^']{1,100})'\)|\/([^/]{1,100}))$/i.exec(resource ?? '') ?? [];
  const id = (quoted ?? plain)?.toLowerCase();
  return id !== undefined && isUuid(id) ? id : undefined;
}

/** @param notifications the items of one request; the caller bounds their number */
export async function receiveNotifications(
  { noted, subscriptions }: { noted: NotedChanges; subscriptions: GraphSubscriptions },
  tenantId: string,
  notifications: readonly GraphNotification[],
): Promise<ReceivedNotifications> {
  const states = [...(await subscriptions.clientStates(tenantId))];
  const resourceOf = ({ clientState }: GraphNotification): WatchedResource | undefined =>
    states.find(([, state]) => isSame(state, clientState ?? ''))?.[0];
  const teamIds = new Set<string>();
  const endangered = new Set<WatchedResource>();
  let accepted = 0;
  for (const notification of notifications) {
    const resource = resourceOf(notification);
    if (resource === undefined) continue;
    accepted += 1;
    const teamId = teamOf(notification);
    if (notification.lifecycleEvent) {
      // Missed notifications are caught up by the delta query that follows each request.
      if (notification.lifecycleEvent !== 'missed') endangered.add(resource);
    } else if (teamId !== undefined) teamIds.add(teamId);
  }
  for (const resource of endangered) await subscriptions.makeDue(tenantId, resource);
  await noted.noteTeams(tenantId, [...teamIds]);
  return { accepted, rejected: notifications.length - accepted };
}

/** Verifies notifications from Microsoft Graph, and notes what may have changed. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { isUuid } from '../../../kernel/ids.ts';
import type { WatchedResource } from '../calls/subscriptions.ts';
import type { GroupIndex } from './group-index.ts';
import type { NotedChanges } from './noted-changes.ts';
import type { GraphSubscriptions } from './subscriptions.ts';

/** The fields of a change notification that Charter reads ("changeNotificationCollection resource type"). */
export interface GraphNotification {
  clientState?: string | null | undefined;
  /** For example `teams('<id>')`, `teams('<id>')/channels('<id>')` or `Groups/<id>`. */
  resource?: string | null | undefined;
  lifecycleEvent?: string | null | undefined;
}

export interface ReceivedNotifications {
  /** Items with the secret of one of the tenant's subscriptions. */
  accepted: number;
  /** Items without such a secret. They are ignored. */
  rejected: number;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares in constant time. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

const ABOUT_TEAM = /^\/?teams(?:\('([^']{1,100})'\)|\/([^/]{1,100}))(\/channels(?:\(|\/).{1,200})?$/i;

/**
 * Returns the team of a notification about a team or about a channel. `resourceData.id` of a team's notification is not
 * the id of the team.
 */
function subjectOf({ resource }: GraphNotification): { teamId: string; isAboutChannel: boolean } | undefined {
  const [, quoted, plain, channel] = ABOUT_TEAM.exec(resource ?? '') ?? [];
  const teamId = (quoted ?? plain)?.toLowerCase();
  if (teamId === undefined || !isUuid(teamId)) return undefined;
  return { teamId, isAboutChannel: channel !== undefined };
}

interface NotificationParts {
  noted: NotedChanges;
  groups: GroupIndex;
  subscriptions: GraphSubscriptions;
}

/** @param notifications the items of one request; the caller bounds their number */
export async function receiveNotifications(
  { noted, groups, subscriptions }: NotificationParts,
  tenantId: string,
  notifications: readonly GraphNotification[],
): Promise<ReceivedNotifications> {
  const states = [...(await subscriptions.clientStates(tenantId))];
  const resourceOf = ({ clientState }: GraphNotification): WatchedResource | undefined =>
    states.find(([, state]) => isSame(state, clientState ?? ''))?.[0];
  const teamIds = new Set<string>();
  const withChannels = new Set<string>();
  const endangered = new Set<WatchedResource>();
  const missed = new Set<WatchedResource>();
  let accepted = 0;
  for (const notification of notifications) {
    const resource = resourceOf(notification);
    if (resource === undefined) continue;
    accepted += 1;
    const subject = subjectOf(notification);
    if (notification.lifecycleEvent) {
      (notification.lifecycleEvent === 'missed' ? missed : endangered).add(resource);
    } else if (subject !== undefined) (subject.isAboutChannel ? withChannels : teamIds).add(subject.teamId);
  }
  for (const resource of endangered) await subscriptions.makeDue(tenantId, resource);
  await noted.noteLoss(tenantId, [...missed]);
  await groups.changed(tenantId, [...teamIds, ...withChannels]);
  await noted.noteTeams(tenantId, [...teamIds]);
  await noted.noteChannels(tenantId, [...withChannels]);
  return { accepted, rejected: notifications.length - accepted };
}

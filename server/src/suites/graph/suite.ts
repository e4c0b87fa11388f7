import type { SecretBox } from '../../domain/webhooks/ports.ts';
import type { Suite, SuiteDeps } from '../../engine/suite.ts';
import type { OutsideChanges } from '../../flows/outside-changes/ports.ts';
import { publicErrors, withPublicErrors } from './client/failure.ts';
import { waitingUntilShown } from './client/not-shown.ts';
import { createApps, createCatalogue, createInstaller } from './effects/apps.ts';
import { createArchiving } from './effects/archive.ts';
import { createChannelChanges } from './effects/channel-changes.ts';
import { createChannelCreation } from './effects/channel-creation.ts';
import { createChannelMembers } from './effects/channel-members.ts';
import { createMemberChanges } from './effects/member-changes.ts';
import { createTeamMembers } from './effects/members.ts';
import { createMessages } from './effects/messages.ts';
import { createTabs } from './effects/tabs.ts';
import { createTeamChanges } from './effects/team-changes.ts';
import { createTeamCreation } from './effects/team-creation.ts';
import { createActivity } from './mirror/activity.ts';
import { createChannelReads } from './mirror/channels.ts';
import type { GraphChange } from './mirror/noted-changes.ts';
import {
  type GraphNotification,
  type ReceivedNotifications,
  receiveNotifications,
} from './mirror/notifications.ts';
import { createLabels, createOrganisation } from './mirror/organisation.ts';
import { createOutsideChanges } from './mirror/outside-changes.ts';
import { createSubscriptions, type GraphSubscriptions } from './mirror/subscriptions.ts';
import { completeTeams, createTeamReads } from './mirror/teams.ts';
import { type GraphSuiteOptions, openParts } from './open-parts.ts';

export type { GraphSuiteOptions };

export interface GraphSuite extends Suite {
  /** Whether Charter may act in the tenant, by a registration of the tenant's own or one in the settings. */
  isRegistered(tenantId: string): Promise<boolean>;
  /**
   * Renews the tokens of the connected account before they expire.
   * @throws ServiceUnavailable when the renewal fails
   */
  keepAccountAlive(tenantId: string): Promise<void>;
  /** Refreshes the copy of a tenant's directory, unless it is younger than `maxAgeMilliseconds`. */
  refreshDirectory(tenantId: string, maxAgeMilliseconds?: number): Promise<void>;
  /** Refreshes the copy of groups and teams. */
  refreshTeams(tenantId: string): Promise<void>;
  /** Changes that others have made in the suite. */
  outside: OutsideChanges<GraphChange>;
  /**
   * Subscriptions to change notifications.
   * @param secrets encrypts the secrets that notifications must repeat
   */
  subscriptions(secrets: SecretBox): GraphSubscriptions;
  /** Verifies notifications from Graph, and notes what may have changed. */
  receiveNotifications(
    secrets: SecretBox,
    tenantId: string,
    notifications: readonly GraphNotification[],
  ): Promise<ReceivedNotifications>;
  /** Deletes the records of calls that no job can repeat any more. */
  removeOldEffects(tenantId: string): Promise<void>;
}

/**
 * Number of teams that each refresh reads although no change is known, because no delta query shows channels, or that
 * a team was archived. With three calls each, 10,000 teams are read in 3 hours by default.
 */
const MOST_OF_A_ROUND = 300;

export function createGraphSuite(deps: SuiteDeps, options: GraphSuiteOptions): GraphSuite {
  const { parts, nodes, directory, pacing, capabilities, keepAccountAlive, notices } = openParts(
    deps,
    options,
  );
  const { database, users, noted, groups, graphOf, isRegistered } = parts;
  const outside = createOutsideChanges(parts);
  const subscriptions = (secrets: SecretBox) => createSubscriptions({ ...parts, secrets });
  const organisation = createOrganisation(parts);
  const appOf = createCatalogue(graphOf);
  const installer = createInstaller({ graphOf }, appOf);
  const labels = createLabels(parts);
  const guarded = <Part extends object>(part: Part): Part =>
    publicErrors(waitingUntilShown(part, parts.waitForOperation));
  return {
    capabilities,
    notices,
    keepAccountAlive,
    teams: guarded({
      ...createTeamReads(parts),
      ...createTeamCreation(parts),
      ...createTeamChanges(parts, labels),
      ...createArchiving(parts),
      ...createTeamMembers(parts),
      ...createMemberChanges(parts),
      ...deps.directory.teams,
      ...createApps(parts, installer, appOf),
    }),
    channels: guarded({
      ...createChannelReads(parts),
      ...createChannelCreation(parts),
      ...createChannelMembers(parts),
      ...createChannelChanges(parts),
      ...createTabs({ ...parts, appOf, installer }),
      ...createMessages(parts),
    }),
    users: publicErrors(users),
    groups: publicErrors(deps.directory.groups),
    labels: publicErrors(labels),
    activity: publicErrors(createActivity(parts, deps.directory)),
    organisation: (tenantId) =>
      withPublicErrors(async () => ((await isRegistered(tenantId)) ? organisation(tenantId) : undefined)),
    isRegistered,
    refreshDirectory: (tenantId, maxAge = 0) =>
      withPublicErrors(async () => {
        // While the access is lost, each try shows whether it is back, which starts what waits (access.ts).
        const isLost = (await notices(tenantId)).length > 0;
        const isRefreshed = await directory.refresh(tenantId, isLost ? 0 : maxAge);
        await completeTeams(parts, tenantId);
        if (isRefreshed) await noted.noteOldest(tenantId, MOST_OF_A_ROUND);
        await pacing.removeUnused(tenantId);
        await nodes.removeOld(tenantId);
      }),
    refreshTeams: (tenantId) => withPublicErrors(() => directory.refreshGroups(tenantId)),
    subscriptions,
    receiveNotifications: async (secrets, tenantId, notifications) =>
      (await isRegistered(tenantId))
        ? receiveNotifications(
            { noted, groups, subscriptions: subscriptions(secrets) },
            tenantId,
            notifications,
          )
        : { accepted: 0, rejected: notifications.length },
    outside: { ...outside, take: (tenantId) => withPublicErrors(() => outside.take(tenantId)) },
    removeOldEffects: (tenantId) => parts.effects.removeOld(tenantId),
    /** Does not call Graph: most answers come from the database, and an outage of Graph must not stop this node. */
    async ping() {
      await database.in('').exists`select`;
    },
  };
}

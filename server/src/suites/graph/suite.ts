import { setTimeout as delay } from 'node:timers/promises';
import { capabilitiesOf, createItemOf, type ItemCreators } from '../../domain/contents/suite-rules.ts';
import type { SecretBox } from '../../domain/webhooks/ports.ts';
import type { Lane, Suite, SuiteDeps } from '../../engine/suite.ts';
import type { ExternalChanges } from '../../flows/external-changes/ports.ts';
import type { Clock, Sleep } from '../../kernel/clock.ts';
import { SuiteDatabase } from '../../kernel/suite-database.ts';
import { type AccessRecords, accessRecordsInMemory, LostAccess } from './accounts/access.ts';
import {
  type AccountRecords,
  capabilitiesOfCloud,
  capabilitiesWith,
  type OpenAccount,
} from './accounts/account.ts';
import {
  createRegistrations,
  type GraphCloud,
  type GraphRegistration,
  type RegistrationRecords,
  type Registrations,
  TenantCache,
} from './accounts/registrations.ts';
import { AccountSignIn } from './client/account-sign-in.ts';
import { Breaker } from './client/breaker.ts';
import { publicErrors, waitingUntilShown, withPublicErrors } from './client/failure.ts';
import { Pacing } from './client/pacing.ts';
import { GraphSignIn } from './client/sign-in.ts';
import { StorageTransport } from './client/storage.ts';
import { GraphTransport } from './client/transport.ts';
import { createApps, createCatalogue, createInstaller, createTabs } from './effects/apps.ts';
import { createChannelArchiving, createTeamArchiving } from './effects/archiving.ts';
import { createChannelChanges, createChannelMembers } from './effects/channel-changes.ts';
import { createChannelCreation } from './effects/channel-creation.ts';
import { createContentTabs } from './effects/content-tabs.ts';
import { createCopies } from './effects/copies.ts';
import { Effects, type GraphParts } from './effects/effects.ts';
import { createFeed } from './effects/feed.ts';
import { createFiles } from './effects/files.ts';
import { createMemberChanges, createTeamMembers } from './effects/members.ts';
import { createMessages } from './effects/messages.ts';
import { createPlans } from './effects/plans.ts';
import { createSiteItems } from './effects/site-items.ts';
import { createTeamChanges } from './effects/team-changes.ts';
import { createTeamCreation } from './effects/team-creation.ts';
import { Transfers } from './effects/transfers.ts';
import { createActivityReads } from './mirror/activity.ts';
import { createChannelReads } from './mirror/channels.ts';
import { createDirectory, type Directory } from './mirror/directory.ts';
import { createExternalChanges } from './mirror/external-changes.ts';
import { createFileReads } from './mirror/files.ts';
import { FolderCache } from './mirror/folder-cache.ts';
import { GroupIndex } from './mirror/group-index.ts';
import { KnownChannels } from './mirror/known-channels.ts';
import { createLabelReads, organisationReader } from './mirror/organisation.ts';
import { type GraphChange, PendingChanges } from './mirror/pending-changes.ts';
import { SharedResponses, TeamReads } from './mirror/shared-reads.ts';
import { areSignInsShown, createSignInReads, removeOldSignIns } from './mirror/sign-ins.ts';
import {
  createSubscriptionMaintenance,
  type GraphNotification,
  type GraphSubscriptions,
  type ReceivedNotifications,
  receiveNotifications,
} from './mirror/subscriptions.ts';
import { MemberCopy, TeamCopy } from './mirror/team-copy.ts';
import { completeTeams, createTeamReads, KeyedQueue } from './mirror/teams.ts';
import { createUserReads } from './mirror/users.ts';

export interface GraphSuite extends Suite {
  /** Whether Charter may act in the tenant, through a registration of the tenant's own or one in the settings. */
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
  externalChanges: ExternalChanges<GraphChange>;
  /**
   * Subscriptions to change notifications.
   * @param secrets encrypts the secrets that notifications must repeat
   */
  subscriptions(secrets: SecretBox): GraphSubscriptions;
  /** Verifies notifications from Graph, and records pending changes. */
  receiveNotifications(
    secrets: SecretBox,
    tenantId: string,
    notifications: readonly GraphNotification[],
  ): Promise<ReceivedNotifications>;
  /** Deletes the records of calls that no job can retry any more. */
  removeOldEffects(tenantId: string): Promise<void>;
}

/**
 * Number of teams that each refresh reads without a known change, because no delta query shows channels or archived
 * teams. At three calls each, 10,000 teams are read in 3 hours by default.
 */
const MAX_OF_A_ROUND = 300;

export function createGraphSuite(deps: SuiteDeps, options: GraphSuiteOptions): GraphSuite {
  const { parts, registrations, nodes, directory, pacing, capabilities, keepAccountAlive, notices } =
    openParts(deps, options);
  const { database, users, pendingChanges, groups, graphOf, isRegistered } = parts;
  const externalChanges = createExternalChanges(parts);
  const subscriptions = (secrets: SecretBox) => createSubscriptionMaintenance({ ...parts, secrets });
  const organisation = organisationReader(parts);
  const appOf = createCatalogue(parts);
  const installer = createInstaller({ graphOf }, appOf);
  const labels = createLabelReads(parts);
  const guarded = <Part extends object>(part: Part): Part =>
    publicErrors(waitingUntilShown(part, parts.waitForOperation));
  const plans = createPlans(parts);
  const items: ItemCreators = { plans: plans.create, ...createSiteItems(parts) };
  return {
    capabilities: async (tenantId) => ({
      ...capabilitiesOf(items),
      ...(await capabilities(tenantId)),
      signIns: await areSignInsShown(database, tenantId),
    }),
    notices,
    keepAccountAlive,
    teams: guarded({
      ...createTeamReads(parts),
      ...createTeamCreation(parts),
      ...createTeamChanges(parts, labels),
      ...createTeamArchiving(parts),
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
      ...createChannelArchiving(parts),
      ...createTabs({ ...parts, appOf, installer }),
      ...createMessages(parts),
    }),
    contents: guarded({
      ...createFileReads(parts),
      ...createFiles(parts),
      ...createCopies(parts),
      listPlans: plans.listPlans,
      createItem: createItemOf(items),
      ...createContentTabs(parts, organisation),
    }),
    users: publicErrors(users),
    groups: publicErrors(deps.directory.groups),
    labels: publicErrors(labels),
    feed: options.isFeedOn ? publicErrors(createFeed(parts, registrations)) : undefined,
    activity: publicErrors(createActivityReads(parts, deps.directory)),
    organisation: (tenantId) =>
      withPublicErrors(async () => ((await isRegistered(tenantId)) ? organisation(tenantId) : undefined)),
    isRegistered,
    refreshDirectory: (tenantId, maxAge = 0) =>
      withPublicErrors(async () => {
        // While access is lost, each attempt checks whether it is back, and a success starts the waiting jobs
        // (access.ts).
        const isLost = (await notices(tenantId)).length > 0;
        const isRefreshed = await directory.refresh(tenantId, isLost ? 0 : maxAge);
        await completeTeams(parts, tenantId);
        if (isRefreshed) await pendingChanges.recordOldest(tenantId, MAX_OF_A_ROUND);
        await pacing.removeUnused(tenantId);
        await nodes.removeOld(tenantId);
        await removeOldSignIns(parts, tenantId);
      }),
    refreshTeams: (tenantId) => withPublicErrors(() => directory.refreshGroups(tenantId)),
    subscriptions,
    receiveNotifications: async (secrets, tenantId, notifications) =>
      (await isRegistered(tenantId))
        ? receiveNotifications(
            { pendingChanges, groups, subscriptions: subscriptions(secrets) },
            tenantId,
            notifications,
          )
        : { accepted: 0, rejected: notifications.length },
    externalChanges: {
      ...externalChanges,
      take: (tenantId) => withPublicErrors(() => externalChanges.take(tenantId)),
    },
    removeOldEffects: (tenantId) => parts.effects.removeOld(tenantId),
    /** Does not call Graph: the database serves most reads, and an outage of Graph must not make this node unready. */
    async ping() {
      await database.in('').exists`select`;
    },
  };
}

/* Opens the parts that the modules of the Graph suite share. */

export interface GraphSuiteOptions {
  cloud: GraphCloud;
  /** Registrations in the settings. */
  registrations: readonly GraphRegistration[];
  /** Registrations in the database. They take precedence over those in the settings. */
  records?: RegistrationRecords;
  /** Accounts that administrators have connected. */
  accounts?: AccountRecords;
  /** Encrypts the addresses of uploads and copies. Undefined in a process that makes none. */
  secrets?: SecretBox;
  /** Records of tenants to which Charter has lost access. */
  access?: AccessRecords;
  /** Names of directory extensions that rules can read. */
  userExtensions?: readonly string[];
  /** Whether notifications are shown in the activity feed of Teams. */
  isFeedOn?: boolean;
  /** The lane whose share of the budgets the calls use. Default: requests. */
  lane?: Lane;
  /** Waits for the reserved time of a call, or for an operation of Graph. Tests advance their clock instead. */
  sleep?: Sleep;
}

/** Returns a function that creates a value for each tenant at its first use, and caches it. */
function forEachTenant<Made>(make: (tenantId: string) => Made): (tenantId: string) => Made {
  const made = new Map<string, Made>();
  return (tenantId) => {
    const known = made.get(tenantId) ?? make(tenantId);
    made.set(tenantId, known);
    return known;
  };
}

const NO_ACCOUNTS: AccountRecords = {
  find: async () => undefined,
  saveTokens: async () => undefined,
  lose: async () => undefined,
};

interface TransportNeeds {
  registrations: Registrations;
  pacing: Pacing;
  groups: GroupIndex;
  clock: Clock;
}

/** Returns the clients that call Graph as the application, and as the connected account of each tenant. */
function transports(options: GraphSuiteOptions, { registrations, pacing, groups, clock }: TransportNeeds) {
  const { cloud, accounts: records = NO_ACCOUNTS } = options;
  const changedIn = (tenantId: string) => (teamId: string) => groups.changed(tenantId, [teamId]);
  const access = new LostAccess(options.access ?? accessRecordsInMemory(clock), clock);
  const newBreaker = () => (options.lane === 'background' ? new Breaker(clock) : undefined);
  const recent = new TenantCache<OpenAccount | undefined>((tenantId) => records.find(tenantId), clock);
  const account = forEachTenant((tenantId) => {
    const signIn = new AccountSignIn({ tenantId, cloud, records, recent, clock });
    const changed = changedIn(tenantId);
    const breaker = newBreaker();
    return {
      signIn,
      graph: new GraphTransport({ tenantId, cloud, signIn, pacing, clock, changed, breaker }),
    };
  });
  return {
    graphOf: forEachTenant((tenantId) => {
      const signIn = new GraphSignIn({ tenantId, cloud, registrations, access, clock });
      const changed = changedIn(tenantId);
      const breaker = newBreaker();
      return new GraphTransport({ tenantId, cloud, signIn, pacing, clock, changed, breaker });
    }),
    storageOf: forEachTenant(
      (tenantId) => new StorageTransport({ tenantId, cloud, pacing, clock, breaker: newBreaker() }),
    ),
    async accountFor(tenantId, purpose) {
      const { signIn, graph } = account(tenantId);
      const found = await signIn.accountFor(purpose);
      return found && { userId: found.userId, graph };
    },
    capabilities: async (tenantId: string) => capabilitiesWith(await recent.find(tenantId), cloud),
    keepAccountAlive: (tenantId: string) => account(tenantId).signIn.keepAlive(),
    notices: (tenantId: string) => access.notices(tenantId),
  } satisfies Pick<GraphParts, 'graphOf' | 'storageOf' | 'accountFor'> &
    Record<'capabilities' | 'keepAccountAlive' | 'notices', unknown>;
}

function openParts({ databases, directory: stored, clock }: SuiteDeps, options: GraphSuiteOptions) {
  const database = new SuiteDatabase(databases);
  const { lane = 'requests', sleep = delay } = options;
  const pacing = new Pacing(database, clock, sleep, lane);
  const registrations = createRegistrations(options, clock);
  const groups = new GroupIndex(database, clock);
  const { graphOf, storageOf, accountFor, capabilities, keepAccountAlive, notices } = transports(options, {
    registrations,
    pacing,
    groups,
    clock,
  });
  const copy = new TeamCopy(database, clock);
  const memberCopy = new MemberCopy(database, clock);
  const pendingChanges = new PendingChanges(database, clock);
  const directory: Directory = createDirectory(
    { database, clock, groups, copy, memberCopy, pendingChanges, graphOf },
    stored,
    options.userExtensions ?? [],
  );
  const isRegistered = async (tenantId: string): Promise<boolean> =>
    (await registrations.find(tenantId)) !== undefined;
  const users = {
    ...createUserReads(stored.users, directory, { graphOf, clock }),
    lastSignIns: createSignInReads({ database, clock, graphOf, isRegistered }, stored.users),
  };
  const nodes = new SharedResponses(database, clock);
  const parts: GraphParts = {
    database,
    clock,
    effects: new Effects(database, clock),
    transfers: new Transfers(database, clock, options.secrets),
    groups,
    reads: new TeamReads({ clock, groups, graphOf, sleep, nodes: lane === 'requests' ? nodes : undefined }),
    queue: new KeyedQueue(),
    users,
    copy,
    memberCopy,
    knownChannels: new KnownChannels(database, clock),
    folders: new FolderCache(clock),
    pendingChanges,
    graphOf,
    storageOf,
    accountFor,
    cloud: capabilitiesOfCloud(options.cloud.url),
    isBackground: lane === 'background',
    waitForOperation: lane === 'requests' ? sleep : undefined,
    isRegistered,
  };
  return { parts, registrations, nodes, directory, pacing, capabilities, keepAccountAlive, notices };
}

/** The Graph suite: Microsoft Teams of Microsoft Entra tenants, through Microsoft Graph v1.0 as an application. */
import { setTimeout as delay } from 'node:timers/promises';
import type { SecretBox } from '../../domain/webhooks/ports.ts';
import type { Suite } from '../../engine/suite.ts';
import type { OutsideChanges } from '../../flows/outside-changes/ports.ts';
import type { Clock } from '../../kernel/clock.ts';
import { createAdministration } from '../embedded/administration.ts';
import { EmbeddedDatabase, type SuiteDatabases, type SuiteParts } from '../embedded/database.ts';
import { createGroups } from '../embedded/groups.ts';
import { TEAMS_LIMITS } from '../embedded/limits.ts';
import { createMemberChanges as createKeptMemberChanges } from '../embedded/member-changes.ts';
import { createTeams } from '../embedded/teams.ts';
import { createUsers as createKeptUsers } from '../embedded/users.ts';
import type { KeptAccount, KeptAccounts } from './account.ts';
import { AccountSignIn } from './account-sign-in.ts';
import { createActivity } from './activity.ts';
import { createApps, createCatalogue, createInstaller } from './apps.ts';
import { createArchiving } from './archive.ts';
import type { Lane } from './budgets.ts';
import { capabilitiesWith } from './capabilities.ts';
import { createChannelChanges } from './channel-changes.ts';
import { createChannelCreation } from './channel-creation.ts';
import { createChannelMembers } from './channel-members.ts';
import { createChannelReads } from './channels.ts';
import { createDirectory, type Directory } from './directory.ts';
import { Effects } from './effects.ts';
import { publicErrors, withPublicErrors } from './failure.ts';
import { GroupIndex } from './group-index.ts';
import { createMemberChanges } from './member-changes.ts';
import { createTeamMembers } from './members.ts';
import { createMessages } from './messages.ts';
import { NotedChanges } from './noted-changes.ts';
import { type GraphNotification, type ReceivedNotifications, receiveNotifications } from './notifications.ts';
import { createLabels, createOrganisation } from './organisation.ts';
import { createOutsideChanges, type GraphChange } from './outside-changes.ts';
import { Pacing, type Sleep } from './pacing.ts';
import type { GraphParts } from './parts.ts';
import { Recent } from './recent.ts';
import type { GraphCloud, GraphRegistration, KeptRegistrations } from './registration.ts';
import { createRegistrations, type Registrations } from './registrations.ts';
import { SignIn } from './sign-in.ts';
import { createSubscriptions, type GraphSubscriptions } from './subscriptions.ts';
import { createTabs } from './tabs.ts';
import { createTeamChanges } from './team-changes.ts';
import { TeamCopy } from './team-copy.ts';
import { createTeamCreation } from './team-creation.ts';
import { completeTeams } from './team-details.ts';
import { createTeamReads } from './teams.ts';
import { GraphTransport } from './transport.ts';
import { Turns } from './turns.ts';
import { createUsers } from './users.ts';

export interface GraphSuiteOptions {
  cloud: GraphCloud;
  /** Of the settings. */
  registrations: readonly GraphRegistration[];
  /** Of the database. They come before those of the settings. */
  kept?: KeptRegistrations;
  /** Accounts that administrators have connected. */
  accounts?: KeptAccounts;
  /** Names of directory extensions that rules see. */
  userExtensions?: readonly string[];
  /** Whose share of the budgets the calls take. Default: requests. */
  lane?: Lane;
  /** Waits for a call's turn, two seconds at most. Tests move their clock instead. */
  sleep?: Sleep;
}

export interface GraphSuite extends Suite {
  /** Whether Charter may act in the tenant: it has a registration of its own, or that of the settings. */
  isRegistered(tenantId: string): Promise<boolean>;
  /** Renews the tokens of the connected account in time. @throws ServiceUnavailable when that fails */
  keepAccountAlive(tenantId: string): Promise<void>;
  /** Brings the copy of a tenant's directory up to date, unless it is younger than `maxAgeMilliseconds`. */
  refreshDirectory(tenantId: string, maxAgeMilliseconds?: number): Promise<void>;
  /** Brings the copy of groups and teams up to date. */
  refreshTeams(tenantId: string): Promise<void>;
  /** What others have changed. */
  outside: OutsideChanges<GraphChange>;
  /** Subscriptions to change notifications. @param secrets encrypts what notifications must repeat */
  subscriptions(secrets: SecretBox): GraphSubscriptions;
  /** Checks notifications that claim to come from Graph, and notes what they tell of. */
  receiveNotifications(
    secrets: SecretBox,
    tenantId: string,
    notifications: readonly GraphNotification[],
  ): Promise<ReceivedNotifications>;
  /** Removes the records of calls that no job repeats any more. */
  removeOldEffects(tenantId: string): Promise<void>;
}

/**
 * Teams that are read at each refresh because nothing else shows that they were archived: 600 calls, two for each. A
 * tenant of 10,000 teams is gone through in 3 hours by default.
 */
const MOST_OF_A_ROUND = 300;

/** Returns what is made at the first use for each tenant. */
function forEachTenant<Made>(make: (tenantId: string) => Made): (tenantId: string) => Made {
  const made = new Map<string, Made>();
  return (tenantId) => {
    const known = made.get(tenantId) ?? make(tenantId);
    made.set(tenantId, known);
    return known;
  };
}

const NO_ACCOUNTS: KeptAccounts = {
  find: async () => undefined,
  saveTokens: async () => undefined,
  lose: async () => undefined,
};

/** Calls as the application, and as the connected account of each tenant. */
function transports(options: GraphSuiteOptions, registrations: Registrations, pacing: Pacing, clock: Clock) {
  const { cloud, accounts: kept = NO_ACCOUNTS } = options;
  const recent = new Recent<KeptAccount | undefined>((tenantId) => kept.find(tenantId), clock);
  const account = forEachTenant((tenantId) => {
    const signIn = new AccountSignIn({ tenantId, cloud, kept, recent, clock });
    return { signIn, graph: new GraphTransport({ tenantId, cloud, signIn, pacing, clock }) };
  });
  return {
    graphOf: forEachTenant((tenantId) => {
      const signIn = new SignIn({ tenantId, cloud, registrations, clock });
      return new GraphTransport({ tenantId, cloud, signIn, pacing, clock });
    }),
    async accountFor(tenantId, purpose) {
      const { signIn, graph } = account(tenantId);
      const found = await signIn.accountFor(purpose);
      return found && { userId: found.userId, graph };
    },
    capabilities: async (tenantId: string) => capabilitiesWith(await recent.find(tenantId)),
    keepAccountAlive: (tenantId: string) => account(tenantId).signIn.keepAlive(),
  } satisfies Pick<GraphParts, 'graphOf' | 'accountFor'> &
    Pick<GraphSuite, 'capabilities' | 'keepAccountAlive'>;
}

/** Lists of teams and members, from Charter's copy. */
function keptLists(parts: SuiteParts) {
  const { list, count } = createTeams(parts);
  const { listMemberPage, countMembers } = createKeptMemberChanges(parts);
  return { list, count, listMemberPage, countMembers };
}

export function createGraphSuite(
  databases: SuiteDatabases,
  clock: Clock,
  options: GraphSuiteOptions,
): GraphSuite {
  const database = new EmbeddedDatabase(databases);
  const pacing = new Pacing(database, clock, options.sleep ?? delay, options.lane ?? 'requests');
  const registrations = createRegistrations(options, clock);
  const { graphOf, accountFor, capabilities, keepAccountAlive } = transports(
    options,
    registrations,
    pacing,
    clock,
  );
  const groups = new GroupIndex(database, clock);
  const keptParts = { database, clock, limits: TEAMS_LIMITS };
  const copy = new TeamCopy(database, clock);
  const noted = new NotedChanges(database, clock);
  const directory: Directory = createDirectory(
    { database, clock, groups, copy, noted, graphOf },
    createAdministration(keptParts),
    options.userExtensions ?? [],
  );
  const isRegistered = async (tenantId: string): Promise<boolean> =>
    (await registrations.find(tenantId)) !== undefined;
  const users = createUsers(createKeptUsers(keptParts), directory, graphOf);
  const parts: GraphParts = {
    database,
    clock,
    effects: new Effects(database, clock),
    groups,
    turns: new Turns(),
    users,
    copy,
    noted,
    graphOf,
    accountFor,
    isRegistered,
  };
  const outside = createOutsideChanges(parts);
  const subscriptions = (secrets: SecretBox) => createSubscriptions({ ...parts, secrets });
  const organisation = createOrganisation({ graphOf });
  const appOf = createCatalogue(graphOf);
  const installer = createInstaller({ graphOf }, appOf);
  const labels = createLabels({ graphOf });
  return {
    capabilities,
    keepAccountAlive,
    teams: publicErrors({
      ...createTeamReads(parts),
      ...createTeamCreation(parts),
      ...createTeamChanges(parts, labels),
      ...createArchiving(parts),
      ...createTeamMembers(parts),
      ...createMemberChanges(parts),
      ...keptLists(keptParts),
      ...createApps(parts, installer),
    }),
    channels: publicErrors({
      ...createChannelReads(parts),
      ...createChannelCreation(parts),
      ...createChannelMembers(parts),
      ...createChannelChanges(parts),
      ...createTabs(parts, appOf, installer),
      ...createMessages(parts),
    }),
    users: publicErrors(users),
    groups: publicErrors(createGroups(keptParts)),
    labels: publicErrors(labels),
    activity: publicErrors(createActivity(parts, keptParts)),
    organisation: (tenantId) =>
      withPublicErrors(async () => ((await isRegistered(tenantId)) ? organisation(tenantId) : undefined)),
    isRegistered,
    refreshDirectory: (tenantId, maxAge = 0) =>
      withPublicErrors(async () => {
        const isRefreshed = await directory.refresh(tenantId, maxAge);
        await completeTeams(parts, tenantId);
        if (isRefreshed) await noted.noteOldest(tenantId, MOST_OF_A_ROUND);
        await pacing.removeUnused(tenantId);
      }),
    refreshTeams: (tenantId) => withPublicErrors(() => directory.refreshGroups(tenantId)),
    subscriptions,
    receiveNotifications: async (secrets, tenantId, notifications) =>
      (await isRegistered(tenantId))
        ? receiveNotifications({ noted, subscriptions: subscriptions(secrets) }, tenantId, notifications)
        : { accepted: 0, rejected: notifications.length },
    outside: { ...outside, take: (tenantId) => withPublicErrors(() => outside.take(tenantId)) },
    removeOldEffects: (tenantId) => parts.effects.removeOld(tenantId),
    /** Does not ask Graph: most answers come from the database, and an outage there must not stop this node. */
    async ping() {
      await database.read('select $1::text', '');
    },
  };
}

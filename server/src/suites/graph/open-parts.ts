/** Opens the parts that the modules of the Graph suite share. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Lane, SuiteDeps } from '../../engine/suite.ts';
import type { Clock } from '../../kernel/clock.ts';
import { SuiteDatabase } from '../../kernel/suite-database.ts';
import { Access, type AccessRecords, recordsInMemory } from './accounts/access.ts';
import type { KeptAccount, KeptAccounts } from './accounts/account.ts';
import { capabilitiesWith } from './accounts/account.ts';
import { capabilitiesOfCloud } from './accounts/clouds.ts';
import type { GraphCloud, GraphRegistration, KeptRegistrations } from './accounts/registrations.ts';
import { createRegistrations, Recent, type Registrations } from './accounts/registrations.ts';
import { AccountSignIn } from './client/account-sign-in.ts';
import { Breaker } from './client/breaker.ts';
import { Pacing, type Sleep } from './client/pacing.ts';
import { SignIn } from './client/sign-in.ts';
import { GraphTransport } from './client/transport.ts';
import { Effects } from './effects/effects.ts';
import type { GraphParts } from './effects/parts.ts';
import { Turns } from './effects/turns.ts';
import { createDirectory, type Directory } from './mirror/directory.ts';
import { GroupIndex } from './mirror/group-index.ts';
import { KnownChannels } from './mirror/known-channels.ts';
import { NodeAnswers } from './mirror/node-answers.ts';
import { NotedChanges } from './mirror/noted-changes.ts';
import { TeamReads } from './mirror/shared-reads.ts';
import { MemberCopy, TeamCopy } from './mirror/team-copy.ts';
import { createUsers } from './mirror/users.ts';

export interface GraphSuiteOptions {
  cloud: GraphCloud;
  /** Registrations in the settings. */
  registrations: readonly GraphRegistration[];
  /** Registrations in the database. They take precedence over those in the settings. */
  kept?: KeptRegistrations;
  /** Accounts that administrators have connected. */
  accounts?: KeptAccounts;
  /** Records of tenants that give Charter no access. */
  access?: AccessRecords;
  /** Names of directory extensions that rules see. */
  userExtensions?: readonly string[];
  /** The lane whose share of the budgets the calls use. Default: requests. */
  lane?: Lane;
  /** Waits for the turn of a call, or longer for an operation of Graph. Tests advance their clock instead. */
  sleep?: Sleep;
}

/** Returns a function that creates a value for each tenant at its first use, and keeps it. */
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

interface TransportNeeds {
  registrations: Registrations;
  pacing: Pacing;
  groups: GroupIndex;
  clock: Clock;
}

/** Returns the clients that call Graph as the application, and as the connected account of each tenant. */
function transports(options: GraphSuiteOptions, { registrations, pacing, groups, clock }: TransportNeeds) {
  const { cloud, accounts: kept = NO_ACCOUNTS } = options;
  const changedIn = (tenantId: string) => (teamId: string) => groups.changed(tenantId, [teamId]);
  const access = new Access(options.access ?? recordsInMemory(clock), clock);
  const newBreaker = () => (options.lane === 'background' ? new Breaker(clock) : undefined);
  const recent = new Recent<KeptAccount | undefined>((tenantId) => kept.find(tenantId), clock);
  const account = forEachTenant((tenantId) => {
    const signIn = new AccountSignIn({ tenantId, cloud, kept, recent, clock });
    const changed = changedIn(tenantId);
    const breaker = newBreaker();
    return {
      signIn,
      graph: new GraphTransport({ tenantId, cloud, signIn, pacing, clock, changed, breaker }),
    };
  });
  return {
    graphOf: forEachTenant((tenantId) => {
      const signIn = new SignIn({ tenantId, cloud, registrations, access, clock });
      const changed = changedIn(tenantId);
      const breaker = newBreaker();
      return new GraphTransport({ tenantId, cloud, signIn, pacing, clock, changed, breaker });
    }),
    async accountFor(tenantId, purpose) {
      const { signIn, graph } = account(tenantId);
      const found = await signIn.accountFor(purpose);
      return found && { userId: found.userId, graph };
    },
    capabilities: async (tenantId: string) => capabilitiesWith(await recent.find(tenantId), cloud),
    keepAccountAlive: (tenantId: string) => account(tenantId).signIn.keepAlive(),
    notices: (tenantId: string) => access.notices(tenantId),
  } satisfies Pick<GraphParts, 'graphOf' | 'accountFor'> &
    Record<'capabilities' | 'keepAccountAlive' | 'notices', unknown>;
}

export function openParts({ databases, directory: stored, clock }: SuiteDeps, options: GraphSuiteOptions) {
  const database = new SuiteDatabase(databases);
  const { lane = 'requests', sleep = delay } = options;
  const pacing = new Pacing(database, clock, sleep, lane);
  const registrations = createRegistrations(options, clock);
  const groups = new GroupIndex(database, clock);
  const { graphOf, accountFor, capabilities, keepAccountAlive, notices } = transports(options, {
    registrations,
    pacing,
    groups,
    clock,
  });
  const copy = new TeamCopy(database, clock);
  const memberCopy = new MemberCopy(database, clock);
  const noted = new NotedChanges(database, clock);
  const directory: Directory = createDirectory(
    { database, clock, groups, copy, memberCopy, noted, graphOf },
    stored,
    options.userExtensions ?? [],
  );
  const isRegistered = async (tenantId: string): Promise<boolean> =>
    (await registrations.find(tenantId)) !== undefined;
  const users = createUsers(stored.users, directory, graphOf);
  const nodes = new NodeAnswers(database, clock);
  const parts: GraphParts = {
    database,
    clock,
    effects: new Effects(database, clock),
    groups,
    reads: new TeamReads({ clock, groups, graphOf, sleep, nodes: lane === 'requests' ? nodes : undefined }),
    turns: new Turns(),
    users,
    copy,
    memberCopy,
    knownChannels: new KnownChannels(database, clock),
    noted,
    graphOf,
    accountFor,
    cloud: capabilitiesOfCloud(options.cloud.url),
    isBackground: lane === 'background',
    waitForOperation: lane === 'requests' ? sleep : undefined,
    isRegistered,
  };
  return { parts, nodes, directory, pacing, capabilities, keepAccountAlive, notices };
}

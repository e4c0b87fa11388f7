/** The Graph suite: Microsoft Teams of Microsoft Entra tenants, through Microsoft Graph v1.0 as an application. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Suite } from '../../engine/suite.ts';
import type { Clock } from '../../kernel/clock.ts';
import { invalidField, notFound } from '../../kernel/errors.ts';
import { createAdministration } from '../embedded/administration.ts';
import { EmbeddedDatabase, type SuiteDatabases } from '../embedded/database.ts';
import { TEAMS_LIMITS } from '../embedded/limits.ts';
import { createUsers as createKeptUsers } from '../embedded/users.ts';
import { createActivity } from './activity.ts';
import { createApps, createCatalogue, createInstaller } from './apps.ts';
import { createArchiving } from './archive.ts';
import type { Lane } from './budgets.ts';
import { GRAPH_CAPABILITIES } from './capabilities.ts';
import { createChannelCreation } from './channel-creation.ts';
import { createChannelMembers } from './channel-members.ts';
import { createChannelReads } from './channels.ts';
import { credentialsOf } from './credentials.ts';
import { createDirectory, type Directory } from './directory.ts';
import { Effects } from './effects.ts';
import { publicErrors, withPublicErrors } from './failure.ts';
import { GroupIndex } from './group-index.ts';
import { createTeamMembers } from './members.ts';
import { createLabels, createOrganisation } from './organisation.ts';
import { Pacing, type Sleep } from './pacing.ts';
import type { GraphParts } from './parts.ts';
import type { GraphCloud, GraphRegistration } from './registration.ts';
import { createTabs } from './tabs.ts';
import { createTeamChanges } from './team-changes.ts';
import { createTeamCreation } from './team-creation.ts';
import { createTeamReads } from './teams.ts';
import { GraphTransport } from './transport.ts';
import { Turns } from './turns.ts';
import { createUsers } from './users.ts';

export interface GraphSuiteOptions {
  cloud: GraphCloud;
  registrations: readonly GraphRegistration[];
  /** Names of directory extensions that rules see. */
  userExtensions?: readonly string[];
  /** Whose share of the budgets the calls take. Default: requests. */
  lane?: Lane;
  /** Waits for a call's turn, two seconds at most. Tests move their clock instead. */
  sleep?: Sleep;
}

export interface GraphSuite extends Suite {
  /** Brings the copy of a tenant's directory up to date, unless it is younger than `maxAgeMilliseconds`. */
  refreshDirectory(tenantId: string, maxAgeMilliseconds?: number): Promise<void>;
}

/** Returns the transport of each registered tenant, made at its first use. */
function transports(
  { cloud, registrations }: GraphSuiteOptions,
  pacing: Pacing,
  clock: Clock,
): GraphParts['graphOf'] {
  const made = new Map<string, GraphTransport>();
  const byTenant = new Map(registrations.map((registration) => [registration.tenant, registration]));
  return (tenantId) => {
    const known = made.get(tenantId);
    if (known !== undefined) return known;
    const registration = byTenant.get(tenantId);
    if (registration === undefined) throw notFound('organisation', tenantId);
    const credentials = credentialsOf(registration, cloud);
    const transport = new GraphTransport({ tenantId, cloud, credentials, pacing, clock });
    made.set(tenantId, transport);
    return transport;
  };
}

const cannotPost = () =>
  invalidField('message', 'Microsoft Graph lets no application post messages.', 'NotSupported');

export function createGraphSuite(
  databases: SuiteDatabases,
  clock: Clock,
  options: GraphSuiteOptions,
): GraphSuite {
  const database = new EmbeddedDatabase(databases);
  const pacing = new Pacing(database, clock, options.sleep ?? delay, options.lane ?? 'requests');
  const graphOf = transports(options, pacing, clock);
  const groups = new GroupIndex(database, clock);
  const keptParts = { database, clock, limits: TEAMS_LIMITS };
  const directory: Directory = createDirectory(
    { database, clock, groups, graphOf },
    createAdministration(keptParts),
    options.userExtensions ?? [],
  );
  const users = createUsers(createKeptUsers(keptParts), directory, graphOf);
  const parts: GraphParts = {
    database,
    clock,
    effects: new Effects(database, clock),
    groups,
    turns: new Turns(),
    users,
    graphOf,
  };
  const isRegistered = (tenantId: string): boolean =>
    options.registrations.some(({ tenant }) => tenant === tenantId);
  const organisation = createOrganisation({ graphOf });
  const appOf = createCatalogue(graphOf);
  const installer = createInstaller({ graphOf }, appOf);
  return {
    capabilities: GRAPH_CAPABILITIES,
    teams: publicErrors({
      ...createTeamReads(parts),
      ...createTeamCreation(parts),
      ...createTeamChanges(parts),
      ...createArchiving(parts),
      ...createTeamMembers(parts),
      ...createApps(parts, installer),
    }),
    channels: publicErrors({
      ...createChannelReads(parts),
      ...createChannelCreation(parts),
      ...createChannelMembers(parts),
      ...createTabs(parts, appOf, installer),
      postMessage: () => Promise.reject(cannotPost()),
    }),
    users: publicErrors(users),
    labels: publicErrors(createLabels({ graphOf })),
    activity: publicErrors(createActivity(parts)),
    organisation: (tenantId) =>
      withPublicErrors(async () => (isRegistered(tenantId) ? organisation(tenantId) : undefined)),
    refreshDirectory: (tenantId, maxAge = 0) =>
      withPublicErrors(async () => {
        if (!(await directory.refresh(tenantId, maxAge))) return;
        await pacing.removeUnused(tenantId);
      }),
    /** Does not ask Graph: most answers come from the database, and an outage there must not stop this node. */
    async ping() {
      await database.read('select $1::text', '');
    },
  };
}

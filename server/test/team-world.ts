/**
 * Two small tenants on a real database with the embedded suite, and teams of the first one. For tests of commands;
 * tests over HTTP use the whole service.
 */
import { sql } from 'kysely';
import type { ChannelAdmissionDeps } from '../src/domain/channels/change-channels.ts';
import { admitPeople } from '../src/domain/guests/admit-people.ts';
import { checkNewOwners, checkTeamChange } from '../src/domain/policies/check-team.ts';
import type { AdmissionDeps } from '../src/domain/teams/admission.ts';
import type { SuiteTeam, TeamPatch } from '../src/domain/teams/model.ts';
import type { NewTeam } from '../src/domain/teams/suite.ts';
import type { CheckOwnersDeps, UpdateTeamDeps } from '../src/domain/teams/update-team.ts';
import type { Principal, RequestContext, Role } from '../src/engine/principal.ts';
import { admitChannel } from '../src/flows/channels/admit-channel.ts';
import { newId } from '../src/kernel/ids.ts';
import { TestClock } from './clock.ts';
import { createMigratedDatabase } from './database.ts';
import { createObservedSuite } from './observed-suite.ts';
import { sampleUser } from './planning-input.ts';
import { connectQueue, connectStore } from './store.ts';

export const TENANT = 'fabrikam';
export const OTHER_TENANT = 'tailspin';

/** Olga owns the team, Mia is a member and Gus a guest. The others are not in it. */
export const PEOPLE = {
  olga: [],
  mia: [],
  gus: [],
  sam: [],
  ida: [],
  ada: ['TEAMS_SERVICE_ADMIN'],
  ivan: ['INTEGRATION_MANAGER'],
} as const satisfies Record<string, readonly Role[]>;
export type PersonName = keyof typeof PEOPLE;
const NAMES = Object.keys(PEOPLE) as PersonName[];

const profileOf = (name: PersonName, tenantId: string) => ({
  ...sampleUser(`${name}-id`, {
    displayName: `${name[0]?.toUpperCase()}${name.slice(1)}`,
    givenName: name,
    mail: `${name}@mail.${tenantId}.example`,
    userPrincipalName: `${name}@${tenantId}.example`,
    userType: name === 'gus' ? 'Guest' : 'Member',
  }),
  onPremisesExtensionAttributes: {},
  extensions: {},
});

export interface RecordedEvent {
  type: string;
  actor: { id: string; kind: string; displayName: string };
  target: { type: string; id: string; displayName: string };
  payload: Record<string, unknown>;
  requestId: string;
}

export type TeamWorld = Awaited<ReturnType<typeof createTeamWorld>>;

export async function createTeamWorld() {
  const database = await createMigratedDatabase();
  const queue = await connectQueue(database.serviceUrl);
  const clock = new TestClock(new Date('2026-11-21T08:00:00Z'));
  const connected = connectStore(database.serviceUrl, queue.boss);
  const suite = await createObservedSuite(connected.tenancy as never, clock);
  for (const tenantId of [TENANT, OTHER_TENANT]) {
    await suite.saveOrganisation({
      id: tenantId,
      displayName: tenantId,
      initialDomainName: `${tenantId}.example`,
      defaultDomainName: `${tenantId}.example`,
    });
    await suite.saveUsers(
      tenantId,
      NAMES.map((name) => profileOf(name, tenantId)),
    );
  }
  const deps: UpdateTeamDeps & CheckOwnersDeps & AdmissionDeps & ChannelAdmissionDeps = {
    checkTeamChange,
    checkNewOwners,
    admitPeople,
    admitChannel,
    store: connected.store,
    suite,
    clock,
    settings: { teamNameMaxLength: 264 },
  };
  const db = connected.tenancy.for(TENANT);

  return {
    database,
    boss: queue.boss,
    clock,
    deps,
    suite,

    person: (name: PersonName, tenantId = TENANT): Principal => ({
      tenantId,
      kind: 'user',
      id: `${name}-id`,
      displayName: profileOf(name, tenantId).displayName,
      roles: new Set<Role>(['AUTHENTICATED_USER', ...PEOPLE[name]]),
    }),

    app: (tenantId = TENANT): Principal => ({
      tenantId,
      kind: 'app',
      id: 'app-id',
      displayName: 'Automation',
      roles: new Set<Role>(['AUTHENTICATED_USER', 'AUTHORIZED_APP']),
    }),

    call: (): RequestContext => ({ requestId: newId(), operationId: newId() }),

    /** Creates a team with the owner Olga and the members Mia and Gus. */
    async newTeam(team: Partial<NewTeam> = {}, settings: TeamPatch = {}): Promise<SuiteTeam> {
      const marker = newId();
      const { team: created } = await suite.teams.create(TENANT, {
        marker,
        displayName: 'Harbour',
        description: 'Old',
        visibility: 'private',
        mailNickname: `harbour-${marker}`,
        ...team,
      });
      await suite.teams.addMembers(TENANT, created.id, [
        { userId: 'olga-id', role: 'owner' },
        { userId: 'mia-id', role: 'member' },
        { userId: 'gus-id', role: 'member' },
      ]);
      if (Object.keys(settings).length > 0) await suite.teams.update(TENANT, created.id, settings);
      return (await suite.teams.find(TENANT, created.id))!;
    },

    /** Returns the events of the call, or of the whole tenant. */
    async events(requestId?: string): Promise<RecordedEvent[]> {
      const { rows } = await sql<RecordedEvent>`
        select type, actor, target, payload, request_id as "requestId" from charter.domain_events
         where tenant_id = ${TENANT} and (${requestId ?? null}::text is null or request_id = ${requestId ?? null})
         order by occurred_at, event_id`.execute(db);
      return rows;
    },

    /** Returns the number of recorded intents. */
    async intents(): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from charter.suite_intents where tenant_id = ${TENANT}`.execute(db);
      return rows[0]!.count;
    },

    async close(): Promise<void> {
      await queue.stop();
      await connected.close();
      await database.drop();
    },
  };
}

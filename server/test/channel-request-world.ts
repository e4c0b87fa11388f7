/** A team on a test database, whose people request channels from templates. */
import { sql } from 'kysely';
import type { JsonObject } from '../src/domain/catalog/document.ts';
import { ReadLog } from '../src/engine/audit/read-log.ts';
import type { JobRecord } from '../src/engine/jobs/model.ts';
import { runJob } from '../src/engine/jobs/run-job.ts';
import type { Principal, Role } from '../src/engine/principal.ts';
import { createChannelRequest } from '../src/flows/channel-requests/create-channel-request.ts';
import { planChannel } from '../src/flows/channel-requests/plan-channel.ts';
import type { ChannelRequest } from '../src/flows/channel-requests/request.ts';
import { JOB_DEFINITIONS } from '../src/flows/definitions.ts';
import { newId } from '../src/kernel/ids.ts';
import { approvalNode, newCall, person } from './approval-world.ts';
import { TestClock } from './clock.ts';
import { startFilledNode, TENANT } from './provisioning-world.ts';

export const OWNER = person('person-1');
export const MEMBER = person('ada');
export const GUEST = person('guest');
export const STRANGER = person('person-8');
export const ADMIN = person('person-9', 'GOVERNANCE_MANAGER' as Role);

/** The manifest of a channel template with this id and name. */
export const channelTemplate = (
  id: string,
  newChannel: JsonObject = {},
  configuration: JsonObject = {},
): JsonObject => ({
  manifestVersion: '1.0',
  publisher: { name: 'Contoso' },
  templateConfiguration: { id, name: id, version: '1.0', language: 'en', enabled: true, ...configuration },
  newChannel,
});

const never = new AbortController().signal;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

export async function openChannelRequestWorld() {
  const node = await startFilledNode();
  const clock = new TestClock(new Date());
  const approvals = approvalNode(node, clock);
  const { suite, store } = node;
  const deps = { ...approvals.deps, reads: new ReadLog({ store, clock }) };

  const read = async (jobId: string): Promise<JobRecord> => {
    const job = await store.in(TENANT).jobs.find(jobId);
    if (job === undefined) throw new Error(`No job ${jobId}.`);
    return job;
  };

  return {
    database: node.database,
    node,
    deps,
    approvals,
    suite,
    clock,
    read,

    /** Creates a team of OWNER with MEMBER, person-2 and a guest. Returns its id. */
    async makeTeam(name = 'Harbour'): Promise<string> {
      const { team } = await suite.teams.create(TENANT, {
        marker: newId(),
        displayName: name,
        description: 'The harbour',
        visibility: 'private',
        mailNickname: `team-${newId()}`,
        members: [
          { userId: OWNER.id, role: 'owner' },
          { userId: MEMBER.id, role: 'member' },
          { userId: 'person-2', role: 'member' },
          { userId: GUEST.id, role: 'member' },
        ],
      });
      await suite.teams.addMembers(TENANT, team.id, [
        { userId: OWNER.id, role: 'owner' },
        { userId: MEMBER.id, role: 'member' },
        { userId: 'person-2', role: 'member' },
        { userId: GUEST.id, role: 'member' },
      ]);
      return team.id;
    },

    ask: (teamId: string, request: ChannelRequest, as: Principal = MEMBER, call = newCall()) =>
      createChannelRequest(deps, as, call, { teamId, request }),

    plan: async (teamId: string, request: ChannelRequest, as: Principal = MEMBER) => {
      const cause = {
        actor: { id: as.id, kind: 'user' as const, displayName: as.displayName },
        requestId: newId(),
      };
      return (await planChannel(deps, as, { teamId, request, jobId: newId(), cause })).plan;
    },

    /** Runs the job once, as a worker does, and returns it. */
    async run(jobId: string): Promise<JobRecord> {
      await runJob(
        { store, suite, definitions: JOB_DEFINITIONS, clock, log: quiet },
        { tenantId: TENANT, jobId },
        { lost: never, stopping: never },
      );
      return read(jobId);
    },

    /** Returns the names of the team's channels except the primary one, with type and people. */
    async channelsOf(teamId: string): Promise<string[]> {
      const channels = await suite.channels.list(TENANT, teamId);
      const described = channels
        .filter(({ displayName }) => displayName !== 'General')
        .map(async ({ id, displayName, membershipType }) => {
          if (membershipType === 'standard') return `${displayName} standard`;
          const members = await suite.channels.listMembers(TENANT, teamId, id);
          const people = members.map(({ userId, roles }) => `${userId}${roles.includes('owner') ? '*' : ''}`);
          return `${displayName} ${membershipType} ${people.toSorted().join(' ')}`;
        });
      return (await Promise.all(described)).toSorted();
    },

    /** Returns the types of the events, and of the audit records, that belong to the request. */
    async recordedBy(requestId: string): Promise<{ events: string[]; records: string[] }> {
      const { rows } = await sql<{ events: string[]; records: string[] }>`
        select array(select type from charter.domain_events where request_id = ${requestId}
                      order by event_id) as events,
               array(select type from charter.audit_records where request_id = ${requestId}
                      order by record_id) as records`.execute(node.tenancy.for(TENANT));
      return rows[0] as { events: string[]; records: string[] };
    },

    /** Returns the types of the audit records about an approval, oldest first. */
    async recordsAbout(approvalId: string): Promise<string[]> {
      const { rows } = await sql<{ type: string }>`
        select type from charter.audit_records where target_id = ${approvalId} order by record_id`.execute(
        node.tenancy.for(TENANT),
      );
      return rows.map(({ type }) => type);
    },

    /** Returns the notifications of a person: their kinds, the newest last. */
    async notificationsOf(personId: string): Promise<string[]> {
      const { rows } = await sql<{ kind: string }>`
        select kind from charter.notifications where addressee_id = ${personId}
         order by notification_id`.execute(node.tenancy.for(TENANT));
      return rows.map(({ kind }) => kind);
    },

    close: () => node.close(),
  };
}

export type ChannelRequestWorld = Awaited<ReturnType<typeof openChannelRequestWorld>>;

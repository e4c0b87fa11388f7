/**
 * A tenant for tests of fan-out: requests, approvals, and teams from creation to deletion. Reads the recipients from
 * the written deliveries and sends none of them.
 */
import { archiveChannel, unarchiveChannel } from '../src/domain/channels/archive-channel.ts';
import { createChannel, deleteChannel, updateChannel } from '../src/domain/channels/change-channels.ts';
import { createTab, deleteTab } from '../src/domain/channels/change-tabs.ts';
import { admitPeople } from '../src/domain/guests/admit-people.ts';
import { checkNewOwners, checkTeamChange } from '../src/domain/policies/check-team.ts';
import { findPermanentMembers as findPermanent } from '../src/domain/policies/find-permanent-members.ts';
import { addTeamMember, removeTeamMember, updateTeamMember } from '../src/domain/teams/change-members.ts';
import { deleteTeam } from '../src/domain/teams/delete-team.ts';
import { archiveTeam, unarchiveTeam } from '../src/domain/teams/team-jobs.ts';
import { updateTeam } from '../src/domain/teams/update-team.ts';
import { type CreateHookInput, createHook, type WebhookDeps } from '../src/domain/webhooks/change-hooks.ts';
import { fanOut } from '../src/domain/webhooks/fan-out.ts';
import type { LeasedDelivery } from '../src/domain/webhooks/ports.ts';
import type { DomainEvent, EventType } from '../src/engine/events/model.ts';
import { runJob } from '../src/engine/jobs/run-job.ts';
import type { Principal } from '../src/engine/principal.ts';
import { admitChannel } from '../src/flows/channels/admit-channel.ts';
import { EVENT_TYPES, JOB_DEFINITIONS } from '../src/flows/definitions.ts';
import { newId } from '../src/kernel/ids.ts';
import { approvalTemplate, BOARD, newCall, openApprovalWorld, person } from './approval-world.ts';
import { TENANT } from './provisioning-world.ts';
import { rawEvent } from './raw-event.ts';
import { testSecrets } from './secrets.ts';

/** Id of the template whose teams need the approval of person-2, or of the board: person-5, person-6 and a guest. */
export const GUARDED_TEMPLATE = 'guarded';
/** Id of the template whose requests a rule approves. */
export const BY_RULE_TEMPLATE = 'by-rule';
/** Id of the template whose teams need no approval. */
export const OPEN_TEMPLATE = 'open';

const WEB = 'com.microsoft.teamspace.tab.web';
const never = new AbortController().signal;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Sorted ids of the webhooks' creators, by event. */
export type RecipientsByEvent = Record<string, string[]>;

export async function openHookWorld() {
  const world = await openApprovalWorld();
  const { node } = world;
  const { store, suite } = node;
  await node.storeTemplate(
    approvalTemplate(GUARDED_TEMPLATE, { approvalTeam: [{ id: 'person-2' }, { id: BOARD }] }),
  );
  await node.storeTemplate(
    approvalTemplate(BY_RULE_TEMPLATE, { stages: [{ approvers: [{ id: 'person-2' }], when: 'false' }] }),
  );
  await node.storeTemplate(approvalTemplate(OPEN_TEMPLATE, { requireApproval: false }));
  const deps = {
    ...node.deps,
    secrets: testSecrets(),
    hookTargets: { problemOf: () => undefined },
  } satisfies WebhookDeps & typeof node.deps;

  const runById = (jobId: string) =>
    runJob(
      { store, suite, definitions: JOB_DEFINITIONS, clock: deps.clock, log: quiet },
      { tenantId: TENANT, jobId },
      { lost: never, stopping: never },
    );

  /** Fans out the waiting events, and settles their deliveries as delivered. */
  async function fanOutAll(tenantId = TENANT): Promise<LeasedDelivery[]> {
    const now = deps.clock.now();
    const lease = { now, leaseUntil: new Date(now.getTime() + 60_000) };
    while ((await fanOut({ store, suite }, tenantId, lease)) > 0);
    const taken = await store
      .in(tenantId)
      .deliveries.take({ ...lease, limit: 999, perHook: 999, failingLimit: 999, lanes: [] });
    const settled = taken.map(({ id, hook, run, leaseUntil }) => ({
      id,
      hookId: hook.id,
      run,
      leaseUntil,
      status: 'delivered' as const,
      dueAt: null,
      endedAt: now,
      attempt: { time: now.toISOString(), status: 204, durationMilliseconds: 1, response: '', error: null },
    }));
    await store.in(tenantId).deliveries.settle(settled);
    return taken.sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  return {
    ...world,
    deps,
    fanOutAll,

    hookOf: (principal: Principal, input: Partial<CreateHookInput> = {}) =>
      createHook(deps, principal, newCall(), {
        events: EVENT_TYPES,
        url: 'https://hooks.example.com/',
        ...input,
      }),

    /** Returns the recipients of the events since the last call. */
    async recipients(): Promise<RecipientsByEvent> {
      const recipients: RecipientsByEvent = {};
      for (const { event, hook } of await fanOutAll()) {
        const creator = (await deps.store.in(TENANT).hooks.find(hook.id))!.creator;
        recipients[event] = [...(recipients[event] ?? []), creator.id].sort();
      }
      return recipients;
    },

    /** Requests a team, as ada by default, with owner person-9 and member person-3. */
    ask: (template: string, as = person('ada')) =>
      node.ask(
        {
          template: { id: template },
          team: {
            name: `Phoenix ${newId().slice(-8)}`,
            description: 'A bird',
            welcomeMessage: 'Hello',
            membership: { owners: [{ id: 'person-9' }], members: [{ id: 'person-3' }] },
          },
          metadata: { order: 1, nothing: null, é: ['\u2028', 1e21], nested: { 1: 'one' } },
        },
        as,
      ),

    /** Runs the job and returns the id of its team. */
    async build(jobId: string): Promise<string> {
      await runById(jobId);
      const job = await store.in(TENANT).jobs.find(jobId);
      if (job?.subjectId == null) throw new Error(`Job ${jobId} made no team: ${JSON.stringify(job?.error)}`);
      return job.subjectId;
    },

    /** Makes each kind of change to a team except deletion. */
    async change(teamId: string, as: Principal): Promise<void> {
      const admin = person('person-12', 'TEAMS_SERVICE_ADMIN');
      const representation = { description: 'Another', funSettings: { allowGiphy: false } };
      await updateTeam({ ...deps, checkTeamChange }, admin, newCall(), { teamId, representation });
      const added = await addTeamMember({ ...deps, admitPeople, checkNewOwners }, as, newCall(), {
        teamId,
        user: { id: 'person-11' },
        role: 'member',
      });
      const membership = { teamId, membershipId: added.id };
      const changing = { ...deps, findPermanent, checkNewOwners };
      await updateTeamMember(changing, as, newCall(), { ...membership, role: 'owner' });
      await removeTeamMember({ ...deps, findPermanent }, as, newCall(), membership);
      const { id: channelId } = await createChannel({ ...deps, admitChannel }, as, newCall(), {
        teamId,
        displayName: 'Plans',
      });
      const tab = {
        displayName: 'Site',
        teamsAppId: WEB,
        configuration: { contentUrl: 'https://example.com/' },
      };
      const { id: tabId } = await createTab(deps, as, newCall(), { teamId, channelId, ...tab });
      await deleteTab(deps, as, newCall(), { teamId, channelId, tabId });
      await updateChannel(deps, as, newCall(), { teamId, channelId, patch: { displayName: 'Ideas' } });
      const archived = await archiveChannel(deps, as, newCall(), { teamId, channelId, siteReadOnly: false });
      await runById(archived.id);
      await runById((await unarchiveChannel(deps, as, newCall(), { teamId, channelId })).id);
      await deleteChannel(deps, as, newCall(), { teamId, channelId });
      await runById((await archiveTeam(deps, as, newCall(), { teamId, siteReadOnly: false })).id);
      await runById((await unarchiveTeam(deps, as, newCall(), { teamId })).id);
    },

    delete: (teamId: string, as: Principal) => deleteTeam(deps, as, newCall(), { teamId }),

    /** Records an event as the system, without the change that would cause it. */
    record: (type: EventType, teamId: string, more: Partial<DomainEvent> = {}) =>
      store.transaction(TENANT, (unit) =>
        unit.events.append(
          [
            rawEvent({
              type,
              actor: { id: 'system', kind: 'system', displayName: 'Charter' },
              target: { type: 'team', id: teamId, displayName: 'Phoenix' },
              payload: { team: { id: teamId, displayName: 'Phoenix' } },
              requestId: newId(),
              ...more,
            }),
          ],
          deps.clock.now(),
        ),
      ),

    /** Deletes the membership in the suite's table, outside Charter. */
    async removeOwner(teamId: string, userId: string): Promise<void> {
      await node.suiteTenancy
        .for(TENANT)
        .deleteFrom('directory.team_members')
        .where('tenant_id', '=', TENANT)
        .where('team_id', '=', teamId)
        .where('user_id', '=', userId)
        .execute();
    },

    async setAccount(userId: string, account: 'on' | 'off' | 'gone'): Promise<void> {
      const users = node.suiteTenancy.for(TENANT);
      if (account === 'gone') {
        await users
          .deleteFrom('directory.users')
          .where('tenant_id', '=', TENANT)
          .where('user_id', '=', userId)
          .execute();
        return;
      }
      await users
        .updateTable('directory.users')
        .set({ account_enabled: account === 'on' })
        .where('tenant_id', '=', TENANT)
        .where('user_id', '=', userId)
        .execute();
    },
  };
}

export type HookWorld = Awaited<ReturnType<typeof openHookWorld>>;

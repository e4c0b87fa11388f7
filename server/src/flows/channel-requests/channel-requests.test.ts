import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { codeOf, newCall, person } from '../../../test/approval-world.ts';
import {
  ADMIN,
  type ChannelRequestWorld,
  channelTemplate,
  GUEST,
  MEMBER,
  OWNER,
  openChannelRequestWorld,
  STRANGER,
} from '../../../test/channel-request-world.ts';
import { TENANT } from '../../../test/provisioning-world.ts';
import { findTemplateFor } from '../../domain/catalog/find-template-for.ts';
import { createPolicy } from '../../domain/policies/change-policies.ts';
import type { PolicyDraft } from '../../domain/policies/model.ts';
import type { JobRecord } from '../../engine/jobs/model.ts';
import { CharterError, isCharterError } from '../../kernel/errors.ts';
import { planApproval } from '../approvals/decide.ts';
import { getApproval } from '../approvals/read-approvals.ts';
import { cancelJob } from '../jobs/cancel-job.ts';
import { retryJob } from '../jobs/retry-job.ts';
import { listTeamChannelTemplates } from './read-channel-templates.ts';
import type { ChannelRequest } from './request.ts';

const APPROVER = person('person-5');

const want = (template: string, name = 'Contracts', more: Partial<ChannelRequest> = {}): ChannelRequest => ({
  template: { id: template },
  channel: { name },
  ...more,
});

/** Returns the details of the error that the promise rejects with, as `target code`. */
const faultsOf = (promise: Promise<unknown>): Promise<string[]> =>
  promise.then(
    () => ['none'],
    (error: unknown) =>
      isCharterError(error) ? error.details.map(({ target, code }) => `${target} ${code}`) : [String(error)],
  );

describe('a request for a channel', () => {
  let world: ChannelRequestWorld;
  let team: string;

  before(async () => {
    world = await openChannelRequestWorld();
    const { storeTemplate } = world.node;
    await storeTemplate(channelTemplate('open'));
    await storeTemplate(channelTemplate('for-owners', { requesters: 'owners' }));
    await storeTemplate(
      channelTemplate(
        'client',
        {
          membershipType: 'private',
          namingConvention: '<%= request.metadata.client %> <%= request.channel.name %>',
          descriptionConvention: '<%= request.channel.membershipType %> in <%= request.team.name %>',
        },
        {
          questions: [{ id: 'client', title: 'Client', required: true }],
          permanentMembership: {
            owners: [{ id: 'person-3' }],
            members: [{ id: 'person-4' }, { id: 'guest' }],
          },
        },
      ),
    );
    await storeTemplate(
      channelTemplate(
        'guarded',
        { membershipType: 'private' },
        { approval: { requireApproval: true, approvalTeam: [{ id: APPROVER.id }] } },
      ),
    );
    await storeTemplate(
      channelTemplate('elsewhere', { teams: { templateIds: ['project'], sensitivityLabelIds: [] } }),
    );
    await storeTemplate(
      channelTemplate('nobodys', {}, { audienceTargeting: { enabled: true, rules: 'user.city === "Oslo"' } }),
    );
    await storeTemplate(channelTemplate('off', {}, { enabled: false }));
    team = await world.makeTeam();
  });
  after(() => world.close());

  const made = async (teamId: string, request: ChannelRequest, as = MEMBER): Promise<JobRecord> => {
    const { id } = await world.ask(teamId, request, as);
    const job = await world.run(id);
    assert.equal(job.status, 'completed', job.log.at(-1));
    return job;
  };

  it('creates the channel with its owners, one event and record for each change, and a notification', async () => {
    const teamId = await world.makeTeam('Client');
    const call = newCall();
    const request = want('client', 'Contracts', { metadata: { client: 'Northwind' } });
    const { id, status } = await world.ask(teamId, request, MEMBER, call);
    assert.equal(status, 'waiting');
    const job = await world.run(id);
    assert.equal(job.status, 'completed', job.log.at(-1));
    assert.deepEqual(job.steps, ['addToTeam', 'createChannel', 'addChannelMembers']);
    assert.deepEqual(await world.channelsOf(teamId), [
      'Northwind Contracts private ada* guest person-3* person-4',
    ]);
    const [, channel] = await world.suite.channels.list(TENANT, teamId);
    assert.equal(channel?.description, 'private in Client');
    const { events, records } = await world.recordedBy(call.requestId);
    assert.deepEqual(events, [
      'team_member_added',
      'team_member_added',
      'team_channel_created',
      'channel_provisioning_completed',
    ]);
    assert.deepEqual(records, ['channel_provisioning_requested', ...events]);
    assert.deepEqual((await world.notificationsOf(MEMBER.id)).slice(-1), ['channel_ready']);
  });

  it('returns the same job for a repeated call, also after the creation of the channel', async () => {
    const call = newCall();
    const first = await world.ask(team, want('open', 'Repeated'), MEMBER, call);
    await world.run(first.id);
    const second = await world.ask(team, want('open', 'Repeated'), MEMBER, call);
    assert.deepEqual([second.id, second.status], [first.id, 'completed']);
  });

  it('shows all effects in a dry run, and writes nothing', async () => {
    const teamId = await world.makeTeam('Dry');
    const request = want('client', 'Contracts', { metadata: { client: 'Northwind' } });
    const plan = await world.plan(teamId, request);
    assert.deepEqual(
      {
        name: plan.channel.displayName,
        owners: plan.owners.map(({ id }) => id),
        members: plan.members.map(({ id }) => id),
        joining: plan.joining.map(({ id }) => id),
        verdicts: plan.verdicts.map(({ policy, outcome }) => `${policy} ${outcome}`),
      },
      {
        name: 'Northwind Contracts',
        owners: ['ada', 'person-3'],
        members: ['person-4', 'guest'],
        joining: ['person-3', 'person-4'],
        verdicts: ['approval passed', 'channelName passed'],
      },
    );
    assert.deepEqual(await world.channelsOf(teamId), []);
  });

  it('is open to members or owners as the template says, never to guests and strangers', async () => {
    assert.equal(await codeOf(world.ask(team, want('open', 'By the owner'), OWNER)), 'done');
    assert.equal(await codeOf(world.ask(team, want('for-owners', 'No'), MEMBER)), 'Forbidden');
    assert.equal(await codeOf(world.ask(team, want('for-owners', 'Yes'), OWNER)), 'done');
    assert.equal(await codeOf(world.ask(team, want('open', 'No'), GUEST)), 'Forbidden');
    assert.equal(await codeOf(world.ask(team, want('open', 'No'), STRANGER)), 'NotFound');
    assert.equal(await codeOf(world.ask(team, want('open', 'By an admin'), ADMIN)), 'done');
  });

  it('is rejected when its answers, name, audience, team, template or people are invalid', async () => {
    assert.deepEqual(await faultsOf(world.ask(team, want('client'))), ['metadata.client AnswerMissing']);
    assert.deepEqual(await faultsOf(world.ask(team, want('open', 'a/b'))), ['channelName PolicyViolation']);
    assert.deepEqual(await faultsOf(world.ask(team, want('open', 'general'))), [
      'channelName PolicyViolation',
    ]);
    assert.deepEqual(await faultsOf(world.ask(team, want('nobodys'))), ['audience NotInAudience']);
    assert.deepEqual(await faultsOf(world.ask(team, want('elsewhere'))), ['teams PolicyViolation']);
    assert.deepEqual(await faultsOf(world.ask(team, want('off'))), ['template.id TemplateDisabled']);
    assert.deepEqual(await faultsOf(world.ask(team, want('none'))), ['template.id TemplateNotFound']);
    const outsider = { name: 'Closed', membership: { members: [{ id: STRANGER.id }] } };
    const request = { ...want('guarded'), channel: outsider };
    assert.deepEqual(await faultsOf(world.ask(team, request)), ['channel.membership.members CannotJoin']);
    const people = { name: 'Standard', membership: { owners: [{ id: OWNER.id }] } };
    assert.deepEqual(await faultsOf(world.ask(team, { ...want('open'), channel: people })), [
      'channel.membership InvalidValue',
    ]);
    assert.deepEqual(await faultsOf(world.ask(team, want('guarded', 'Ownerless'), ADMIN)), [
      'channelOwner PolicyViolation',
    ]);
  });

  it('is offered the templates that the caller may use in the team', async () => {
    const idsFor = async (principal: typeof MEMBER) =>
      (await listTeamChannelTemplates(world.deps, principal, { teamId: team })).map(
        ({ templateConfiguration }) => templateConfiguration.id,
      );
    assert.deepEqual(await idsFor(MEMBER), ['client', 'guarded', 'open']);
    assert.deepEqual(await idsFor(OWNER), ['client', 'for-owners', 'guarded', 'open']);
    assert.deepEqual(await idsFor(GUEST), []);
  });

  it('uses templates that are hidden from the catalog of team templates', async () => {
    const { templates } = world.node.store.in(TENANT);
    assert.deepEqual(await templates.list(), []);
    const found = findTemplateFor(world.deps, MEMBER, { templateId: 'open', requesterId: MEMBER.id });
    assert.deepEqual(await faultsOf(found), ['template.id TemplateNotFound']);
  });

  describe('that needs an approval', () => {
    const ask = async (teamId: string, name = 'Board') => {
      const call = newCall();
      const job = await world.ask(teamId, want('guarded', name), MEMBER, call);
      assert.equal(job.status, 'paused');
      return { jobId: job.id, approvalId: job.data.approval?.id ?? '', call };
    };

    it('waits, shows the planned channel to the approver, and creates it after the approval', async () => {
      const teamId = await world.makeTeam('Guarded');
      const { jobId, approvalId, call } = await ask(teamId);
      const shown = await getApproval(world.deps, APPROVER, newCall(), { approvalId });
      assert.deepEqual(shown.request, {
        team: { name: 'Guarded' },
        channel: {
          team: { id: teamId, displayName: 'Guarded' },
          name: 'Board',
          description: null,
          membershipType: 'private',
          membership: undefined,
        },
        metadata: null,
        answers: null,
      });
      assert.deepEqual((await world.notificationsOf(APPROVER.id)).slice(-1), ['approval_requested']);
      await world.approvals.approve(APPROVER, approvalId, {
        updates: { name: 'Directors', membership: { members: [{ id: 'person-2' }] } },
      });
      assert.equal((await world.run(jobId)).status, 'completed');
      assert.deepEqual(await world.channelsOf(teamId), ['Directors private ada* person-2']);
      const { events } = await world.recordedBy(call.requestId);
      assert.deepEqual(events, [
        'channel_creation_approval_requested',
        'team_channel_created',
        'channel_provisioning_completed',
      ]);
      assert.deepEqual((await world.notificationsOf(MEMBER.id)).slice(-2), [
        'request_approved',
        'channel_ready',
      ]);
    });

    it('creates no channel after a rejection or a withdrawal', async () => {
      const teamId = await world.makeTeam('Unmade');
      const rejected = await ask(teamId, 'One');
      await world.approvals.reject(APPROVER, rejected.approvalId, { message: 'No' });
      const withdrawn = await ask(teamId, 'Two');
      await world.approvals.cancel(MEMBER, withdrawn.approvalId);
      for (const { jobId } of [rejected, withdrawn]) assert.equal((await world.read(jobId)).status, 'failed');
      assert.deepEqual(await world.channelsOf(teamId), []);
    });

    it('records each remark and decision with a record type for channels', async () => {
      const { approvalId } = await ask(team, 'Remarks');
      await world.approvals.askBack(APPROVER, approvalId);
      await world.approvals.answer(MEMBER, approvalId);
      await world.approvals.askBack(APPROVER, approvalId);
      await world.approvals.withdrawQuestion(APPROVER, approvalId);
      await world.approvals.comment(MEMBER, approvalId);
      await world.approvals.delegate(APPROVER, approvalId, 'person-6');
      await world.approvals.reject(person('person-6'), approvalId);
      assert.deepEqual(await world.recordsAbout(approvalId), [
        'channel_creation_approval_requested',
        'channel_creation_information_requested',
        'channel_creation_information_provided',
        'channel_creation_information_requested',
        'channel_creation_information_withdrawn',
        'channel_creation_approval_commented',
        'channel_creation_approval_delegated',
        'channel_creation_rejected',
      ]);
    });

    it('shows the changed channel in a dry run of the approval, and stays pending', async () => {
      const teamId = await world.makeTeam('Rehearsed');
      const { approvalId } = await ask(teamId);
      const planOf = async (updates: object) => {
        const plan = await planApproval(world.deps, APPROVER, newCall(), { approvalId, updates });
        assert.ok('channel' in plan);
        return plan.channel;
      };
      const plan = await planOf({ name: 'Directors', membership: { members: [{ id: 'person-2' }] } });
      assert.deepEqual(
        [plan.channel.displayName, plan.members.map(({ id }) => id)],
        ['Directors', ['person-2']],
      );
      const faulty = await planOf({ name: 'a/b' });
      assert.deepEqual(
        faulty.verdicts.filter(({ outcome }) => outcome === 'violated').map(({ policy }) => policy),
        ['channelName'],
      );
      const { status, request } = await getApproval(world.deps, APPROVER, newCall(), { approvalId });
      assert.deepEqual([status, request.channel?.name], ['pending', 'Board']);
    });

    it('takes the channel’s name from the answers, and its description from the approver', async () => {
      await world.node.storeTemplate(
        channelTemplate(
          'described',
          { namingConvention: '<%= request.metadata.client %> <%= request.channel.name %>' },
          { approval: { requireApproval: true, approvalTeam: [{ id: APPROVER.id }] } },
        ),
      );
      const teamId = await world.makeTeam('Described');
      const request = want('described', 'Board', { metadata: { client: 'Fabrikam' } });
      const job = await world.ask(teamId, request, MEMBER);
      const approvalId = job.data.approval?.id ?? '';
      const updates = { description: 'The board' };
      await world.approvals.approve(APPROVER, approvalId, { updates });
      assert.equal((await world.run(job.id)).status, 'completed');
      const created = (await world.deps.suite.channels.list(TENANT, teamId)).find(
        ({ displayName }) => displayName === 'Fabrikam Board',
      );
      assert.equal(created?.description, 'The board');
    });

    it('rejects an approver’s change that would require another stage', async () => {
      const when = 'request.team.membership.members.length > 0';
      await world.node.storeTemplate(
        channelTemplate(
          'crowded',
          { membershipType: 'private' },
          {
            approval: {
              requireApproval: true,
              approvalTeam: [{ id: APPROVER.id }],
              stages: [{ approvers: [{ id: 'person-6' }], when }],
            },
          },
        ),
      );
      const teamId = await world.makeTeam('Crowded');
      const job = await world.ask(teamId, want('crowded'), MEMBER);
      const approvalId = job.data.approval?.id ?? '';
      const updates = { membership: { members: [{ id: 'person-2' }] } };
      assert.deepEqual(await faultsOf(world.approvals.approve(APPROVER, approvalId, { updates })), [
        'approval PolicyViolation',
      ]);
      assert.equal(await codeOf(world.approvals.approve(APPROVER, approvalId)), 'done');
    });

    it('stays pending while another channel has its name, and rejects a welcome message from the approver', async () => {
      const teamId = await world.makeTeam('Taken');
      const { approvalId } = await ask(teamId, 'Taken');
      await made(teamId, want('open', 'Taken'));
      const approve = (updates: object) => world.approvals.approve(APPROVER, approvalId, { updates });
      assert.deepEqual(await faultsOf(approve({})), ['channelName PolicyViolation']);
      assert.deepEqual(await faultsOf(approve({ welcomeMessage: 'Hi' })), [
        'updates.welcomeMessage InvalidValue',
      ]);
      assert.equal(await codeOf(approve({ name: 'Free' })), 'done');
    });
  });

  describe('under a policy for channels', () => {
    const policy = (settings: PolicyDraft['settings'], name: string) =>
      createPolicy(world.deps, person('person-9', 'GOVERNANCE_MANAGER'), newCall(), {
        name,
        description: null,
        kind: 'channels',
        enabled: true,
        mode: 'enforce',
        scope: { type: 'tenant' },
        settings,
      } as PolicyDraft);

    before(() => policy({ private: 'nobody', maximumPrivate: 1 }, 'Few'));

    it('is allowed although nobody may create such channels, up to the maximum', async () => {
      await world.node.storeTemplate(channelTemplate('closed', { membershipType: 'private' }));
      const teamId = await world.makeTeam('Limited');
      // The queued job counts although its channel does not exist yet.
      const first = await world.ask(teamId, want('closed', 'First'));
      assert.deepEqual(await faultsOf(world.ask(teamId, want('closed', 'Second'))), [
        'channels PolicyViolation',
      ]);
      assert.equal((await world.run(first.id)).status, 'completed');
      assert.deepEqual(await faultsOf(world.ask(teamId, want('closed', 'Third'))), [
        'channels PolicyViolation',
      ]);
      assert.deepEqual(await world.channelsOf(teamId), ['First private ada*']);
    });

    it('is not approved when the channel of another approved request reaches the maximum', async () => {
      const teamId = await world.makeTeam('Approved');
      const first = await world.ask(teamId, want('guarded', 'First'));
      const second = await world.ask(teamId, want('guarded', 'Second'));
      const approve = (approvalId = '') => world.approvals.approve(APPROVER, approvalId);
      await approve(first.data.approval?.id);
      assert.deepEqual(await faultsOf(approve(second.data.approval?.id)), ['channels PolicyViolation']);
      assert.equal((await world.run(first.id)).status, 'completed');
      assert.deepEqual(await world.channelsOf(teamId), ['First private ada*']);
    });
  });

  describe('whose job fails or is cancelled', () => {
    it('fails when the name was taken meanwhile, and names the cause', async () => {
      const teamId = await world.makeTeam('Late');
      const { id } = await world.ask(teamId, want('open', 'Late'));
      await world.suite.channels.create(TENANT, teamId, [
        { marker: 'other', displayName: 'Late', description: null, membershipType: 'standard', members: [] },
      ]);
      const job = await world.run(id);
      assert.deepEqual(
        [job.status, job.error?.code, job.error?.step],
        ['failed', 'NameAlreadyExists', 'createChannel'],
      );
      assert.deepEqual((await world.notificationsOf(MEMBER.id)).slice(-1), ['job_failed']);
    });

    it('continues after a retry, and creates no second channel', async () => {
      const teamId = await world.makeTeam('Retried');
      const { id } = await world.ask(teamId, want('client', 'R', { metadata: { client: 'C' } }));
      const { addMembers } = world.suite.channels;
      world.suite.channels.addMembers = () => Promise.reject(new Error('broken'));
      const failed = await world.run(id);
      world.suite.channels.addMembers = addMembers;
      assert.deepEqual([failed.status, failed.error?.step], ['failed', 'addChannelMembers']);
      await retryJob(world.deps, MEMBER, newCall(), { jobId: id });
      assert.equal((await world.run(id)).status, 'completed');
      assert.deepEqual(await world.channelsOf(teamId), ['C R private ada* guest person-3* person-4']);
    });

    it('deletes the channel that a run has created but not recorded', async () => {
      const teamId = await world.makeTeam('Removed');
      const { id } = await world.ask(teamId, want('open', 'Orphan'));
      const { create } = world.suite.channels;
      world.suite.channels.create = async (...channel) => {
        await create(...channel);
        throw new CharterError('ServiceUnavailable', 'The answer was lost.');
      };
      const delayed = await world.run(id);
      world.suite.channels.create = create;
      assert.deepEqual([delayed.status, delayed.ledger], ['delayed', []]);
      assert.deepEqual(await world.channelsOf(teamId), ['Orphan standard']);
      await cancelJob(world.deps, MEMBER, newCall(), { jobId: id, remove: true });
      const job = await world.run(id);
      assert.deepEqual([job.status, job.error?.code], ['failed', 'Cancelled']);
      assert.deepEqual(await world.channelsOf(teamId), []);
    });
  });
});

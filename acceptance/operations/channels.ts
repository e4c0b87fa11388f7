import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { CHANNEL_TEMPLATE, NEWCOMER, TEMPLATE } from '../callers.ts';
import type { Service } from '../service.ts';
import { rejection } from '../stage.ts';
import { body, type OperationCase, query, tooLongId } from './operation-case.ts';

const WEB = 'com.microsoft.teamspace.tab.web';
const channels = body('POST', ({ team }) => `/teams/${team}/channels`);
const change = body('PATCH', ({ team, channel }) => `/teams/${team}/channels/${channel}`);
const tabs = body('POST', ({ team, channel }) => `/teams/${team}/channels/${channel}/tabs`);
const archive = body('POST', ({ team, channel }) => `/teams/${team}/channels/${channel}/archive`);

/**
 * Inserts the row of a channel that violates a policy. With the embedded suite, no caller can create one outside
 * Charter.
 */
export async function addChannelViolation(
  { databaseUrl }: Pick<Service, 'databaseUrl'>,
  team: string,
): Promise<string> {
  const id = randomUUID();
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('charter.audited', 'test', true)`);
    await client.query(
      `insert into charter.channel_violations
         (tenant_id, violation_id, team_id, channel_id, channel_name, membership_type, policy_id, policy_name, mode,
          reason, status, found_at, delete_at, is_reminded)
       select tenant_id, $1::uuid, team_id, $1::text, 'Side', 'private', $1::uuid, 'Acceptance', 'enforce',
              '{"message": "The channel was created outside Charter."}', 'scheduled', now(), now() + interval '14 days',
              false
         from charter.governed_teams where team_id = $2`,
      [id, team],
    );
    await client.query('commit');
  } finally {
    await client.end();
  }
  return id;
}

const requests = body('POST', ({ team }) => `/teams/${team}/channels/requests`);
const template = { id: CHANNEL_TEMPLATE };

export const CHANNEL_OPERATIONS: readonly OperationCase[] = [
  {
    operation: 'createTeamChannelRequest',
    caller: 'member',
    needs: ['team'],
    call: async (client, { team }) => {
      const request = { template, channel: { name: 'Contracts' }, metadata: { client: 'Northwind' } };
      const plan = await client.channels.planChannelRequest(team, request);
      assert.equal(plan.channel.displayName, 'Northwind - Contracts');
      const { id } = await client.channels.createTeamChannelRequest(team, request);
      const { status, data } = await client.jobs.waitForJob(id);
      assert.equal(status, 'completed', data.error?.message);
      const channels = await client.channels.getTeamChannels(team);
      assert.deepEqual(
        channels
          .filter((channel) => channel.id === data.channel?.id)
          .map(({ displayName, membershipType }) => [displayName, membershipType]),
        [['Northwind - Contracts', 'private']],
      );
    },
    forbidden: 'stranger',
    foreign: 'hidden',
    bad: [
      requests('a missing name', { template, channel: {} }, 'channel.name'),
      requests('an unknown template', { template: { id: 'none' }, channel: { name: 'n' } }, 'template.id'),
      requests('a template for teams', { template: { id: TEMPLATE }, channel: { name: 'n' } }, 'template.id'),
      requests('a missing answer', { template, channel: { name: 'n' } }, 'metadata.client'),
      requests(
        'a person who is not in the team',
        {
          template,
          channel: { name: 'n', membership: { members: [{ id: NEWCOMER }] } },
          metadata: { client: 'c' },
        },
        'channel.membership.members',
      ),
      requests('an unknown field', { template, channel: { name: 'n', type: 'private' } }, 'channel.type'),
    ],
  },
  {
    operation: 'checkChannelAnswers',
    caller: 'member',
    needs: ['team'],
    call: async (client, { team }) => {
      const { problems } = await client.channels.checkChannelAnswers(team, { template });
      assert.deepEqual(
        problems.map(({ target }) => target),
        ['metadata.client'],
      );
    },
    forbidden: 'stranger',
    foreign: 'hidden',
    bad: [
      body('POST', ({ team }) => `/teams/${team}/channels/requests/answers`)(
        'a missing template',
        { metadata: {} },
        'template',
      ),
    ],
  },
  {
    operation: 'getTeamChannelTemplates',
    caller: 'member',
    needs: ['team'],
    call: async (client, { team }) => {
      const { value } = await client.channels.getTeamChannelTemplates(team);
      const found = value.find(({ templateConfiguration }) => templateConfiguration.id === CHANNEL_TEMPLATE);
      assert.equal(found?.newChannel.membershipType, 'private');
    },
    forbidden: null,
    foreign: 'hidden',
    bad: [tooLongId('GET', (id) => `/teams/${id}/channels/templates`, 'teamId')],
  },
  {
    operation: 'getChannelViolations',
    caller: 'owner',
    needs: ['team', 'channelViolation'],
    call: async (client, { team, channelViolation }) => {
      const found = await Array.fromAsync(client.channels.violations({ teamId: team, $top: 1 }));
      assert.deepEqual(
        found.map(({ id, status, channel }) => [id, status, channel.displayName]),
        [[channelViolation, 'scheduled', 'Side']],
      );
    },
    forbidden: 'member',
    foreign: 'hidden',
    bad: [query('/channelViolations', 'an unknown status', 'status=open', 'status')],
  },
  {
    operation: 'allowChannel',
    caller: 'admin',
    needs: ['channelViolation'],
    call: async (client, { channelViolation }) => {
      const allowed = await client.channels.allowChannel(channelViolation);
      assert.deepEqual([allowed.status, allowed.deleteDateTime], ['allowed', undefined]);
    },
    forbidden: 'owner',
    foreign: 'hidden',
    bad: [tooLongId('POST', (id) => `/channelViolations/${id}/allow`, 'violationId')],
  },
  {
    operation: 'createTeamChannel',
    caller: 'owner',
    needs: ['team'],
    call: async (client, { team }) => {
      const channel = await client.channels.createTeamChannel(team, {
        displayName: 'News',
        description: 'All of it',
      });
      assert.equal(channel.displayName, 'News');
      assert.equal(channel.membershipType, 'standard');
      const closed = await client.channels.createTeamChannel(team, {
        displayName: 'Closed',
        membershipType: 'private',
      });
      const listed = await client.channels.getTeamChannels(team);
      const ids = listed.map(({ id }) => id);
      assert.ok(ids.includes(channel.id) && ids.includes(closed.id));
    },
    forbidden: 'stranger',
    foreign: 'hidden',
    bad: [
      channels('a missing name', { description: 'd' }, 'displayName'),
      channels('a name of 51 characters', { displayName: 'n'.repeat(51) }, 'displayName'),
      ...['~', '#', '%', '&', '*', '{', '}', '+', '/', '\\', ':', '<', '>', '?', '|', "'", '"', ','].map(
        (character) => channels(`a name with ${character}`, { displayName: `a${character}b` }, 'displayName'),
      ),
      channels('a name with two consecutive dots', { displayName: 'a..b' }, 'displayName'),
      channels('an unknown type', { displayName: 'n', membershipType: 'secret' }, 'membershipType'),
      channels(
        'an unknown user',
        { displayName: 'n', membershipType: 'private', members: [{ user: { id: 'nobody' }, role: 'owner' }] },
        'members[0].user.id',
      ),
      channels('an unknown field', { displayName: 'n', isFavorite: true }, 'isFavorite'),
    ],
  },
  {
    operation: 'getTeamChannels',
    caller: 'member',
    needs: ['team'],
    call: async (client, { team }) => {
      const names = (await client.channels.getTeamChannels(team)).map(({ displayName }) => displayName);
      assert.deepEqual(names.slice(0, 2).sort(), ['General', 'Planning']);
    },
    forbidden: null,
    foreign: 'hidden',
    bad: [tooLongId('GET', (id) => `/teams/${id}/channels`, 'teamId')],
  },
  {
    operation: 'getTeamPrimaryChannel',
    caller: 'member',
    needs: ['team'],
    call: async (client, { team }) => {
      const channel = await client.channels.getTeamPrimaryChannel(team);
      assert.equal(channel.displayName, 'General');
    },
    forbidden: null,
    foreign: 'hidden',
    bad: [tooLongId('GET', (id) => `/teams/${id}/channels/primary`, 'teamId')],
  },
  {
    operation: 'createTeamChannelTab',
    caller: 'member',
    needs: ['team', 'channel'],
    call: async (client, { team, channel }) => {
      const contentUrl = 'https://pages.meridian.example/wiki';
      const tab = await client.channels.createTeamChannelTab(team, channel, {
        displayName: 'Wiki',
        teamsApp: { id: WEB },
        configuration: { contentUrl },
      });
      assert.equal(tab.configuration.contentUrl, contentUrl);
      const bound = await client.channels.createTeamChannelTab(team, channel, {
        displayName: 'Bound',
        'teamsApp@odata.bind': `https://graph.microsoft.com/v1.0/appCatalogs/teamsApps('${WEB}')`,
      });
      assert.equal(bound.teamsApp.id, WEB);
    },
    forbidden: 'stranger',
    foreign: 'hidden',
    bad: [
      tabs('a missing name', { teamsApp: { id: WEB } }, 'displayName'),
      tabs('a missing app', { displayName: 'n' }, 'teamsApp.id'),
      tabs(
        'a name of 129 characters',
        { displayName: 'n'.repeat(129), teamsApp: { id: WEB } },
        'displayName',
      ),
      tabs(
        'a URL without TLS',
        { displayName: 'n', teamsApp: { id: WEB }, configuration: { contentUrl: 'http://pages.example' } },
        'configuration.contentUrl',
      ),
      tabs(
        'a javascript: URL',
        { displayName: 'n', teamsApp: { id: WEB }, configuration: { websiteUrl: 'javascript:alert(1)' } },
        'configuration.websiteUrl',
      ),
      tabs('an unknown field', { displayName: 'n', teamsApp: { id: WEB }, pinned: true }, 'pinned'),
    ],
  },
  {
    operation: 'updateTeamChannel',
    caller: 'owner',
    needs: ['team', 'channel'],
    call: async (client, { team }) => {
      const { id } = await client.channels.createTeamChannel(team, { displayName: 'Drafts' });
      await client.channels.updateTeamChannel(team, id, {
        displayName: 'Papers',
        description: 'All of them',
      });
      const found = (await client.channels.getTeamChannels(team)).find((channel) => channel.id === id);
      assert.deepEqual([found?.displayName, found?.description], ['Papers', 'All of them']);
      await client.channels.updateTeamChannel(team, id, { ...found, description: null });
    },
    forbidden: 'stranger',
    foreign: 'hidden',
    bad: [
      change('a name of 51 characters', { displayName: 'n'.repeat(51) }, 'displayName'),
      change('a name with a slash', { displayName: 'a/b' }, 'displayName'),
      change('a change of the type', { membershipType: 'private' }, 'membershipType'),
      change('an unknown field', { colour: 'red' }, 'colour'),
    ],
  },
  {
    operation: 'archiveTeamChannel',
    caller: 'owner',
    needs: ['team', 'channel'],
    call: async (client, { team, channel }) => {
      const primary = await rejection(client.channels.archiveTeamChannel(team, channel));
      if (primary.code !== 'Conflict') throw primary;
      const { id } = await client.channels.createTeamChannel(team, { displayName: 'Concluded' });
      const body = { shouldSetSpoSiteReadOnlyForMembers: true };
      const { jobId } = await client.channels.archiveTeamChannel(team, id, body);
      const job = await client.jobs.waitForJob(jobId);
      assert.equal(job.status, 'completed', JSON.stringify(job.data));
      assert.equal(job.type, 'ChannelArchive');
      const found = (await client.channels.getTeamChannels(team)).find((channel) => channel.id === id);
      assert.equal(found?.isArchived, true);
      const writes = [
        client.channels.updateTeamChannel(team, id, { description: 'Late' }),
        client.channels.createTeamChannelTab(team, id, { displayName: 'Late', teamsApp: { id: WEB } }),
        client.channels.archiveTeamChannel(team, id),
      ];
      for (const error of await Promise.all(writes.map(rejection))) {
        assert.deepEqual([error.status, error.code], [409, 'Conflict']);
      }
      assert.deepEqual(await client.channels.getTeamChannelTabs(team, id), [], 'it can be read');
      await client.channels.deleteTeamChannel(team, id);
    },
    forbidden: 'member',
    foreign: 'hidden',
    bad: [
      archive(
        'a boolean option of the wrong type',
        { shouldSetSpoSiteReadOnlyForMembers: 'yes' },
        'shouldSetSpoSiteReadOnlyForMembers',
      ),
      archive('an unknown field', { force: true }, 'force'),
    ],
  },
  {
    operation: 'unarchiveTeamChannel',
    caller: 'owner',
    needs: ['team', 'channel'],
    call: async (client, { team, channel }) => {
      const { jobId: unchanged } = await client.channels.unarchiveTeamChannel(team, channel);
      const [step] = (await client.jobs.waitForJob(unchanged)).steps;
      assert.equal(step?.status, 'skipped');
      const { id } = await client.channels.createTeamChannel(team, { displayName: 'Reopened' });
      const { jobId: archiving } = await client.channels.archiveTeamChannel(team, id);
      await client.jobs.waitForJob(archiving);
      const { jobId } = await client.channels.unarchiveTeamChannel(team, id);
      const job = await client.jobs.waitForJob(jobId);
      assert.equal(job.status, 'completed', JSON.stringify(job.data));
      assert.equal(job.type, 'ChannelUnarchive');
      const found = (await client.channels.getTeamChannels(team)).find((channel) => channel.id === id);
      assert.equal(found?.isArchived, undefined);
      await client.channels.updateTeamChannel(team, id, { description: 'Open again' });
    },
    forbidden: 'member',
    foreign: 'hidden',
    bad: [tooLongId('POST', (id) => `/teams/t/channels/${id}/unarchive`, 'channelId')],
  },
  {
    operation: 'deleteTeamChannel',
    caller: 'owner',
    needs: ['team', 'channel'],
    call: async (client, { team, channel }) => {
      const { id } = await client.channels.createTeamChannel(team, { displayName: 'Short-lived' });
      await client.channels.deleteTeamChannel(team, id);
      const left = await client.channels.getTeamChannels(team);
      assert.ok(left.every((each) => each.id !== id));
      await assert.rejects(client.channels.deleteTeamChannel(team, channel), {
        status: 409,
        code: 'Conflict',
      });
    },
    forbidden: 'stranger',
    foreign: 'hidden',
    bad: [tooLongId('DELETE', (id) => `/teams/t/channels/${id}`, 'channelId')],
  },
  {
    operation: 'deleteTeamChannelTab',
    caller: 'owner',
    needs: ['team', 'channel'],
    call: async (client, { team, channel }) => {
      const tab = await client.channels.createTeamChannelTab(team, channel, {
        displayName: 'Short-lived',
        teamsApp: { id: WEB },
      });
      await client.channels.deleteTeamChannelTab(team, channel, tab.id);
      const left = await client.channels.getTeamChannelTabs(team, channel);
      assert.ok(left.every(({ id }) => id !== tab.id));
    },
    forbidden: 'stranger',
    foreign: 'hidden',
    bad: [tooLongId('DELETE', (id) => `/teams/t/channels/c/tabs/${id}`, 'tabId')],
  },
  {
    operation: 'getTeamChannelTabs',
    caller: 'member',
    needs: ['team', 'channel'],
    call: async (client, { team, channel }) => {
      const names = (await client.channels.getTeamChannelTabs(team, channel)).map(
        ({ displayName }) => displayName,
      );
      assert.ok(names.includes('Home'), names.join());
    },
    forbidden: null,
    foreign: 'hidden',
    bad: [tooLongId('GET', (id) => `/teams/t/channels/${id}/tabs`, 'channelId')],
  },
  {
    operation: 'getTeamChannelFiles',
    caller: 'member',
    needs: ['team', 'channel'],
    call: async (client, { team, channel }) => {
      const top = await client.channels.getTeamChannelFiles(team, channel);
      assert.deepEqual(
        top.value.map(({ name, folder }) => [name, folder?.childCount]),
        [['Minutes', 1]],
      );
      const inside = await client.channels.getTeamChannelFiles(team, channel, { path: 'Minutes' });
      assert.deepEqual(
        inside.value.map(({ path, size, file }) => [path, size, file?.mimeType]),
        [['Minutes/Read me.txt', 11, 'text/plain']],
      );
    },
    forbidden: null,
    foreign: 'hidden',
    bad: [
      tooLongId('GET', (id) => `/teams/t/channels/${id}/files`, 'channelId'),
      query('/teams/t/channels/c/files', 'an empty path', 'path=', 'path'),
    ],
  },
  {
    operation: 'getTeamChannelFileContent',
    caller: 'member',
    needs: ['team', 'channel'],
    call: async (client, { team, channel }) => {
      let headers = new Headers();
      const onResponse = (response: Response): void => {
        headers = response.headers;
      };
      const path = 'Minutes/Read me.txt';
      const bytes = await client.channels.getTeamChannelFileContent(team, channel, path, { onResponse });
      assert.equal(await new Response(bytes).text(), 'Write here.');
      assert.equal(headers.get('content-disposition'), "attachment; filename*=UTF-8''Read%20me.txt");
      assert.deepEqual(
        ['content-type', 'content-length', 'x-content-type-options'].map((name) => headers.get(name)),
        ['application/octet-stream', '11', 'nosniff'],
      );
    },
    forbidden: null,
    foreign: 'hidden',
    bad: [tooLongId('GET', (id) => `/teams/t/channels/${id}/files/a/content`, 'channelId')],
  },
  {
    operation: 'getTeamChannelPlans',
    caller: 'member',
    needs: ['team', 'channel'],
    call: async (client, { team, channel }) => {
      const { value } = await client.channels.getTeamChannelPlans(team, channel);
      const [plan] = value;
      assert.deepEqual([value.length, plan?.title], [1, 'First steps']);
      assert.equal(plan?.buckets[0]?.tasks[0]?.title, 'Meet');
    },
    forbidden: null,
    foreign: 'hidden',
    bad: [tooLongId('GET', (id) => `/teams/t/channels/${id}/plans`, 'channelId')],
  },
];

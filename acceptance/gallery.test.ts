/**
 * Provisions a team from each sample template and compares it with its plan: channels, tabs, files, plans and answers.
 * @long
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type CharterClient,
  createClient,
  type ProvisioningPlan,
  type TeamProvisioningRequest,
} from '@charter/sdk';
import { MANIFEST } from './callers.ts';
import { type Harness, openHarness, rejection, teamOf, waitForCompletedJob } from './stage.ts';
import { issueToken } from './tokens.ts';

interface Entry {
  id: string;
  /** A person in the audience of the template. */
  requester: string;
  owners?: string[];
  members?: string[];
  /** Answers to the questions of the template. */
  metadata?: TeamProvisioningRequest['metadata'];
  /** A text with an answer that a file of the new team contains, and the file's channel and path. */
  rendered?: { channel: string; path: string; text: RegExp };
}

const upn = (name: string): string => `${name}@meridian.example`;

const GALLERY: readonly Entry[] = [
  { id: 'example.meridian.project', requester: 'chloe.martin' },
  {
    id: 'example.meridian.deal-room',
    requester: 'sofia.rossi',
    owners: ['pierre.lefevre'],
    metadata: { opportunity: 'OP-2041', value: 800, sponsor: upn('anke.vogel') },
    rendered: {
      channel: 'General',
      path: 'Briefing.md',
      text: /OP-2041 \|\n\| Value \| 800 .*\n.*Anke Vogel/,
    },
  },
  { id: 'example.meridian.board-committee', requester: 'claire.dumont' },
  { id: 'example.meridian.crisis-cell', requester: 'bram.visser' },
  {
    id: 'example.meridian.customer-account',
    requester: 'aisha.rahman',
    metadata: { tier: 'Premium', areas: ['Training', 'Software'], renewal: '2028-01-31' },
    rendered: {
      channel: 'General',
      path: 'Account plan.md',
      text: /Tier: Premium\nDelivered: Software, Training\n[\s\S]*every 12 months/,
    },
  },
  { id: 'example.meridian.onboarding-cohort', requester: 'elise.janssen' },
  {
    id: 'example.meridian.site-opening',
    requester: 'julien.moreau',
    members: ['karin.weiss', 'samuel.ortiz'],
    metadata: { nature: 'Entrepôt', quais: 12, budget: 400, fin: '2029-06-30' },
    rendered: { channel: 'Chantier', path: 'Carnet de chantier.md', text: /Nature du site : Entrepôt/ },
  },
  {
    id: 'example.meridian.partner-workspace',
    requester: 'wei.zhang',
    owners: ['stefan.huber'],
    metadata: {
      partner: 'Northlight Studio',
      confidential: false,
      sponsor: upn('ruben.dewit'),
      ends: '2029-03-31',
    },
    rendered: {
      channel: 'General',
      path: 'How we work together.md',
      text: /with Northlight Studio, until 2029-03-31\.[\s\S]*Everyday papers only\.[\s\S]*Ruben de Wit answers/,
    },
  },
];

let stage: Harness;
before(async () => {
  stage = await openHarness();
});
const built: string[] = [];
after(async () => {
  // Deletes the teams, so that the next run can use the singleton templates again.
  for (const team of built) await stage.as('admin').teams.deleteTeam(team);
  await stage.close();
});

async function clientOf(name: string): Promise<CharterClient> {
  const token = await issueToken(stage.service, { user: upn(name) });
  return createClient({ baseUrl: stage.service.url, token, retry: false });
}

function requestFor({ id, owners = [], members = [], metadata }: Entry): TeamProvisioningRequest {
  const references = (names: readonly string[]) => names.map((name) => ({ id: upn(name) }));
  return {
    template: { id },
    team: {
      name: 'Harbour Tunnel',
      description: 'The new tunnel',
      membership: { owners: references(owners), members: references(members) },
    },
    ...(metadata && { metadata }),
  };
}

async function assertBuiltAsPlanned(teamId: string, plan: ProvisioningPlan): Promise<void> {
  const admin = stage.as('admin');
  const team = await admin.teams.getTeam(teamId);
  assert.equal(team.displayName, plan.name);
  assert.equal(team.visibility, plan.visibility);
  assert.equal(team.description, plan.description);
  const channels = await admin.channels.getTeamChannels(teamId);
  const shape = ({
    displayName,
    membershipType,
  }: {
    displayName: string;
    membershipType?: string | undefined;
  }) => `${displayName} (${membershipType})`;
  const planned = [{ displayName: 'General', membershipType: 'standard' }, ...plan.channels];
  assert.deepEqual(channels.map(shape).sort(), planned.map(shape).sort());
  const contents = plan.contents ?? [];
  for (const { displayName, tabs } of plan.channels) {
    const channel = channels.find((candidate) => candidate.displayName === displayName);
    const built = await admin.channels.getTeamChannelTabs(teamId, channel?.id ?? '');
    const ofContents = contents.find((each) => each.displayName === displayName)?.tabs ?? [];
    assert.deepEqual(
      built.map((tab) => tab.displayName).sort(),
      [...tabs, ...ofContents].map((tab) => tab.displayName).sort(),
    );
  }
  for (const planned of contents) {
    const channel = channels.find((candidate) => candidate.displayName === planned.displayName);
    await assertContents(teamId, channel?.id ?? '', planned);
  }
  const { metadata } = await admin.teams.getTeamMetadata(teamId);
  assert.deepEqual(metadata, Object.fromEntries((plan.answers ?? []).map(({ id, value }) => [id, value])));
}

/** Lists all files and folders of a channel by path, also nested ones. A file has its size after the path. */
async function itemsOf(teamId: string, channelId: string, path?: string): Promise<string[]> {
  const { value } = await stage
    .as('admin')
    .channels.getTeamChannelFiles(teamId, channelId, path === undefined ? {} : { path });
  const nested = await Promise.all(
    value.map(async (item) =>
      item.folder === undefined
        ? [`${item.path} ${item.size}`]
        : [item.path, ...(await itemsOf(teamId, channelId, item.path))],
    ),
  );
  return nested.flat().sort();
}

type PlannedContents = NonNullable<ProvisioningPlan['contents']>[number];

async function assertContents(
  teamId: string,
  channelId: string,
  { folders, files, copies = [], plans }: PlannedContents,
): Promise<void> {
  const parents = files.flatMap(({ path }) => {
    const names = path.split('/').slice(0, -1);
    return names.map((_, index) => names.slice(0, index + 1).join('/'));
  });
  assert.deepEqual(copies, [], 'the model team has no files');
  assert.deepEqual(
    await itemsOf(teamId, channelId),
    [...new Set([...folders, ...parents]), ...files.map(({ path, size }) => `${path} ${size}`)].sort(),
  );
  const built = await stage.as('admin').channels.getTeamChannelPlans(teamId, channelId);
  const shape = (name: string, buckets: PlannedContents['plans'][number]['buckets']) => [
    name,
    buckets.map((bucket) => [bucket.name, bucket.tasks.map(({ title }) => title)]),
  ];
  assert.deepEqual(
    built.value.map(({ title, buckets }) => shape(title, buckets)),
    plans.map(({ name, buckets }) => shape(name, buckets)),
  );
}

async function assertRendered(teamId: string, { channel, path, text }: NonNullable<Entry['rendered']>) {
  const { channels } = stage.as('admin');
  const found = (await channels.getTeamChannels(teamId)).find(({ displayName }) => displayName === channel);
  const content = await channels.getTeamChannelFileContent(teamId, found?.id ?? '', path);
  const written = await new Response(content).text();
  assert.match(written, text);
  assert.doesNotMatch(written, /<%|undefined/);
}

for (const entry of GALLERY) {
  describe(`the template ${entry.id}`, () => {
    it('builds the team that its plan describes, and changes nothing in a dry run', async () => {
      const client = await clientOf(entry.requester);
      const request = requestFor(entry);
      const before = await stage.snapshot();
      const plan = await client.teams.planTeamProvisioning(request);
      assert.deepEqual(await stage.snapshot(), before);
      assert.ok(
        plan.verdicts.every(({ outcome }) => outcome === 'passed'),
        JSON.stringify(plan.verdicts),
      );
      const job = await waitForCompletedJob(
        client,
        (await client.teams.createTeamProvisioningJob(request)).id,
      );
      assert.deepEqual(
        job.steps.map(({ name }) => name),
        plan.steps,
      );
      built.push(teamOf(job));
      await assertBuiltAsPlanned(teamOf(job), plan);
      if (entry.rendered !== undefined) await assertRendered(teamOf(job), entry.rendered);
    });

    it('is listed for its audience, and cannot be used by another tenant', async () => {
      const client = await clientOf(entry.requester);
      const { value } = await client.catalog.getMyCatalogTemplates({ language: '*' });
      assert.ok(value.some(({ templateConfiguration }) => templateConfiguration.id === entry.id));
      const foreigner = await rejection(
        stage.as('foreigner').teams.createTeamProvisioningJob(requestFor(entry)),
      );
      assert.equal(foreigner.status, 400);
      assert.ok(foreigner.details.some(({ target }) => target === 'template.id'));
    });
  });
}

describe('a request with the template example.meridian.product-launch', () => {
  const launch = requestFor({
    id: 'example.meridian.product-launch',
    requester: 'giulia.conti',
    members: ['olivia.bennett', 'felix.wagner', 'grace.nkemelu'],
  });

  it('waits for the requester’s manager, then for a named approver, and is built', async () => {
    const client = await clientOf('giulia.conti');
    const { verdicts } = await client.teams.planTeamProvisioning(launch);
    assert.match(
      verdicts.find(({ policy }) => policy === 'approval')?.message ?? '',
      /of Olivia Bennett, then of Jonas Keller or Henrik Solberg\.$/,
    );
    const { id, status, data } = await client.teams.createTeamProvisioningJob(launch);
    assert.equal(status, 'paused');
    const approval = data.approval?.id ?? '';
    const [manager, director] = await Promise.all([clientOf('olivia.bennett'), clientOf('jonas.keller')]);
    assert.equal((await rejection(director.approvals.approveTeamCreation(approval))).status, 403);
    await manager.approvals.approveTeamCreation(approval, { message: 'We need it' });
    assert.equal((await rejection(manager.approvals.approveTeamCreation(approval))).status, 403);
    await director.approvals.approveTeamCreation(approval);
    built.push(teamOf(await waitForCompletedJob(client, id)));
  });

  it('also needs the approval of Helena Brandt above a budget of 250,000', async () => {
    const client = await clientOf('giulia.conti');
    const planned = async (budget: number) => {
      const plan = await client.teams.planTeamProvisioning({ ...launch, metadata: { budget } });
      return {
        asked: plan.verdicts.find(({ policy }) => policy === 'approval')?.message ?? '',
        outcomes: plan.approvalConditions?.map(({ stage, outcome }) => [stage, outcome]),
      };
    };
    const [costly, cheap] = [await planned(250_001), await planned(250_000)];
    assert.match(costly.asked, /Henrik Solberg, then of Helena Brandt\.$/);
    assert.deepEqual(costly.outcomes, [[3, 'met']]);
    assert.doesNotMatch(cheap.asked, /Brandt/);
    assert.deepEqual(cheap.outcomes, [[3, 'unmet']]);
  });
});

describe('a request', () => {
  const request = (id: string) => requestFor({ id, requester: '' });

  it('is rejected when the requester is not in the audience of the template', async () => {
    const error = await rejection(
      stage.as('stranger').teams.createTeamProvisioningJob(request('example.meridian.deal-room')),
    );
    assert.equal(error.code, 'PolicyViolation');
    assert.deepEqual(
      error.details.map(({ target }) => target),
      ['audience'],
    );
  });

  it('is rejected when the template is a singleton and has a team', async () => {
    const client = await clientOf('claire.dumont');
    const error = await rejection(
      client.teams.createTeamProvisioningJob(request('example.meridian.board-committee')),
    );
    assert.equal(error.code, 'PolicyViolation');
    assert.ok(error.details.some(({ target }) => target === 'singleton'));
  });

  it('is rejected when its template is disabled, or the team has too few owners', async () => {
    const { templateConfiguration, ...manifest } = MANIFEST;
    const switchedOff = { id: 'acceptance-off', name: 'Acceptance off', enabled: false };
    await stage.as('admin').catalog.applyCatalogTemplate({
      manifest: { ...manifest, templateConfiguration: { ...templateConfiguration, ...switchedOff } },
    });
    const off = await rejection(stage.as('owner').teams.createTeamProvisioningJob(request('acceptance-off')));
    assert.deepEqual([off.status, off.details[0]?.code], [400, 'TemplateDisabled']);
    const id = 'acceptance-crowd';
    const name = 'Acceptance crowd';
    const mandatoryMembership = { owners: 5, members: 0 };
    await stage.as('admin').catalog.applyCatalogTemplate({
      manifest: {
        ...manifest,
        templateConfiguration: { ...templateConfiguration, id, name, mandatoryMembership },
      },
    });
    const alone = await rejection(
      stage
        .as('owner')
        .teams.createTeamProvisioningJob(requestFor({ id, requester: '', owners: ['ruben.dewit'] })),
    );
    assert.deepEqual(
      alone.details.map(({ target }) => target),
      ['mandatoryMembership'],
    );
  });
});

/**
 * Tests the rules of the sample templates: conditional approval, approvers by rule, guests, owners, time limits, the
 * directory, and the step that calls a CRM.
 * @long
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type CharterClient, createClient, type TeamProvisioningRequest } from '@charter/sdk';
import { type Harness, openHarness, rejection, teamOf, waitForCompletedJob } from './stage.ts';
import { issueToken } from './tokens.ts';

const upn = (name: string): string => `${name}@meridian.example`;
const GUEST = 'andre@costa-engenharia.example';
const DAY_MILLISECONDS = 86_400_000;
/** A day in half a year, before the latest end that the templates permit. */
const LAST_DAY = new Date(Date.now() + 182 * DAY_MILLISECONDS).toISOString().slice(0, 10);

let stage: Harness;
before(async () => {
  stage = await openHarness();
});
const built: string[] = [];
after(async () => {
  for (const team of built) await stage.as('admin').teams.deleteTeam(team);
  await stage.close();
});

async function clientOf(name: string): Promise<CharterClient> {
  const token = await issueToken(stage.service, { user: upn(name) });
  return createClient({ baseUrl: stage.service.url, token, retry: false });
}

interface TeamRequest {
  name?: string;
  owners?: string[];
  members?: string[];
  metadata?: TeamProvisioningRequest['metadata'];
}

function requestFor(
  template: string,
  { name = 'Sea Wall', owners = [], members = [], metadata }: TeamRequest,
) {
  const references = (addresses: readonly string[]) => addresses.map((id) => ({ id }));
  return {
    template: { id: `example.meridian.${template}` },
    team: { name, membership: { owners: references(owners.map(upn)), members: references(members) } },
    ...(metadata && { metadata }),
  };
}

/** Returns the approval verdict of a dry run, and which conditional stages are met. */
async function approvalOf(client: CharterClient, request: TeamProvisioningRequest) {
  const plan = await client.teams.planTeamProvisioning(request);
  return {
    message: plan.verdicts.find(({ policy }) => policy === 'approval')?.message ?? '',
    met: plan.approvalConditions?.map(({ outcome }) => outcome === 'met'),
  };
}

/** Makes the policy check of the team due now. The first check would otherwise be due after 15 minutes. */
async function checkSoon(team: string): Promise<void> {
  await stage.as('admin').teams.updateTeam(team, { description: 'Checked soon' });
}

async function build(client: CharterClient, request: TeamProvisioningRequest): Promise<string> {
  const job = await client.teams.createTeamProvisioningJob(request);
  const team = teamOf(await waitForCompletedJob(client, job.id));
  built.push(team);
  return team;
}

const PARTNER = {
  partner: 'Costa Engenharia',
  confidential: false,
  sponsor: upn('ruben.dewit'),
  ends: LAST_DAY,
};

describe('a partner workspace with a guest', () => {
  let team: string;

  it('is built with the guest after the sponsor named in the answers approves it', async () => {
    const wei = await clientOf('wei.zhang');
    const request = requestFor('partner-workspace', {
      owners: ['stefan.huber'],
      members: [GUEST],
      metadata: PARTNER,
    });
    const asked = await approvalOf(wei, request);
    assert.match(asked.message, /of Ruben de Wit\.$/);
    assert.deepEqual(asked.met, [true, false]);
    const job = await wei.teams.createTeamProvisioningJob(request);
    assert.equal(job.status, 'paused');
    const approval = job.data.approval?.id ?? '';
    const ruben = await clientOf('ruben.dewit');
    const { request: shown } = await ruben.approvals.getApproval(approval);
    assert.deepEqual(shown.answers?.map(({ title, text }) => [title, text]).slice(0, 2), [
      ['Partner organisation', 'Costa Engenharia'],
      ['Purpose', 'Joint delivery'],
    ]);
    await ruben.approvals.approveTeamCreation(approval);
    team = teamOf(await waitForCompletedJob(wei, job.id));
    built.push(team);
  });

  it('gives the guest an end date, and an owner of the team as the sponsor', async () => {
    await checkSoon(team);
    const end = AbortSignal.timeout(60_000);
    for (;;) {
      const { value } = await stage.as('admin').teams.getTeamMembers(team);
      const guest = value.find(({ email }) => email === GUEST);
      if (guest?.endDateTime !== undefined) {
        const days = (Date.parse(guest.endDateTime) - Date.now()) / DAY_MILLISECONDS;
        assert.ok(days > 179 && days <= 180, String(days));
        assert.ok(['Wei Zhang', 'Stefan Huber'].includes(guest.sponsor?.displayName ?? ''));
        return;
      }
      await delay(250, undefined, { signal: end });
    }
  });

  it('has the last day of the collaboration as its end date', async () => {
    const [found] = await Array.fromAsync(
      stage.as('admin').teams.list({ $filter: "metadata/partner eq 'Costa Engenharia'" }),
    );
    assert.deepEqual([found?.id, found?.endDateTime], [team, `${LAST_DAY}T00:00:00.000Z`]);
  });

  it('is planned to be archived after its last day, and asks its owners 30 days earlier', async () => {
    const wei = await clientOf('wei.zhang');
    const dayAfter = (days: number) =>
      new Date(Date.now() + days * DAY_MILLISECONDS).toISOString().slice(0, 10);
    const after = async (ends: string) => {
      await wei.teams.updateTeamMetadata(team, { ends });
      return wei.lifecycle.getTeamLifecycle(team);
    };
    const later = await after(dayAfter(33));
    assert.deepEqual(
      [later.state, later.nextRun, later.rules?.endDateTime],
      ['active', undefined, `${dayAfter(33)}T00:00:00.000Z`],
    );
    const soon = await after(dayAfter(29));
    assert.deepEqual([soon.nextRun, soon.reason, soon.cause], ['asked', 'end_due', 'end']);
    const { action, graceDays, siteReadOnly } = soon.rules ?? {};
    assert.deepEqual([action, graceDays, siteReadOnly], ['Archive', 30, true]);
    const far = await after(dayAfter(1_000));
    const days = (Date.parse(far.rules?.endDateTime ?? '') - Date.now()) / DAY_MILLISECONDS;
    assert.ok(days > 729 && days <= 731, `ends after 24 months at the latest: ${days} days`);
    await after(LAST_DAY);
  });

  it('shows only its public answers in the directory', async () => {
    const stranger = stage.as('stranger');
    const found = await stranger.directory.getDirectoryTeam(team);
    assert.deepEqual(
      found.answers?.map(({ id }) => id),
      ['partner', 'purpose'],
    );
  });
});

describe('a partner workspace', () => {
  it('needs no approval when it has neither guests nor confidential documents', async () => {
    const wei = await clientOf('wei.zhang');
    const asked = { owners: ['stefan.huber'], metadata: PARTNER };
    assert.deepEqual((await approvalOf(wei, requestFor('partner-workspace', asked))).met, [false, false]);
  });

  it('requires an agreement for confidential documents, and a second owner', async () => {
    const wei = await clientOf('wei.zhang');
    const confidential = { ...PARTNER, confidential: true };
    const missing = await rejection(
      wei.teams.planTeamProvisioning(requestFor('partner-workspace', { metadata: confidential })),
    );
    assert.deepEqual(
      missing.details.map(({ target }) => target),
      ['metadata.agreement'],
    );
    const alone = await rejection(
      wei.teams.createTeamProvisioningJob(requestFor('partner-workspace', { metadata: PARTNER })),
    );
    assert.deepEqual(
      alone.details.map(({ target }) => target),
      ['mandatoryMembership'],
    );
  });

  it('needs the approval of Robert Ellery for a tender', async () => {
    const wei = await clientOf('wei.zhang');
    const asked = { owners: ['stefan.huber'], metadata: { ...PARTNER, purpose: 'Tender' } };
    assert.match(
      (await approvalOf(wei, requestFor('partner-workspace', asked))).message,
      /of Robert Ellery\.$/,
    );
  });
});

describe('a deal room', () => {
  const deal = (value: number) =>
    requestFor('deal-room', { owners: ['pierre.lefevre'], metadata: { value } });

  it('needs the approval of the manager above a value of 1,000, and also of Claire Dumont above 5,000', async () => {
    const sofia = await clientOf('sofia.rossi');
    assert.deepEqual((await approvalOf(sofia, deal(1000))).met, [false, false]);
    const large = await approvalOf(sofia, deal(1001));
    assert.match(large.message, /of Anke Vogel\.$/);
    const huge = await approvalOf(sofia, deal(5001));
    assert.match(huge.message, /of Anke Vogel, then of Claire Dumont\.$/);
  });

  it('may have four private channels, and no shared channel', async () => {
    const sofia = await clientOf('sofia.rossi');
    const team = await build(sofia, deal(10));
    const create = (displayName: string, membershipType: 'private' | 'shared') =>
      sofia.channels.createTeamChannel(team, { displayName, membershipType });
    // The template has two private channels already.
    await create('Board paper', 'private');
    await create('Partner prices', 'private');
    const full = await rejection(create('One too many', 'private'));
    assert.deepEqual([full.status, full.code], [400, 'PolicyViolation']);
    assert.equal((await rejection(create('With the customer', 'shared'))).code, 'PolicyViolation');
  });
});

describe('a customer account', () => {
  it('needs the approval of Marcus Oyelaran only for a strategic customer', async () => {
    const aisha = await clientOf('aisha.rahman');
    const asked = (tier: string) => approvalOf(aisha, requestFor('customer-account', { metadata: { tier } }));
    assert.deepEqual((await asked('Premium')).met, [false]);
    assert.match((await asked('Strategic')).message, /of Marcus Oyelaran\.$/);
  });

  it('gets a search for a second owner from the policy, and its renewal interval from the answer', async () => {
    const aisha = await clientOf('aisha.rahman');
    const request = requestFor('customer-account', {
      name: 'Pier',
      metadata: { tier: 'Standard', review: 6 },
    });
    const team = await build(aisha, request);
    await checkSoon(team);
    const end = AbortSignal.timeout(90_000);
    for (;;) {
      const { ableOwnerCount, rules, search } = await aisha.owners.getTeamOwnership(team);
      assert.equal(rules?.policy.displayName, 'Two owners');
      if (search?.state === 'searching' || search?.state === 'exhausted') {
        assert.equal(ableOwnerCount, 1);
        break;
      }
      await delay(250, undefined, { signal: end });
    }
    const { rules } = await aisha.lifecycle.getTeamLifecycle(team);
    assert.equal(rules?.renewalMonths, 6);
  });
});

describe('the opening of a site', () => {
  const asked = (metadata: Record<string, unknown>) =>
    requestFor('site-opening', { members: [upn('karin.weiss'), upn('samuel.ortiz')], metadata });

  it('needs the approval of Claire Dumont for a large budget', async () => {
    const julien = await clientOf('julien.moreau');
    assert.deepEqual((await approvalOf(julien, asked({ budget: 500 }))).met, [false]);
    assert.match((await approvalOf(julien, asked({ budget: 501 }))).message, /of Claire Dumont\.$/);
  });

  it('asks for the number of gates, from 1 to 60, only when the site is a warehouse', async () => {
    const { teams } = await clientOf('julien.moreau');
    for (const [nature, isAsked] of [
      ['Bureaux', false],
      ['Atelier', false],
      ['Entrepôt', true],
    ] as const) {
      const draft = { template: { id: 'example.meridian.site-opening' }, metadata: { nature } };
      const { questions } = await teams.checkAnswers(draft);
      assert.equal(questions.find(({ id }) => id === 'quais')?.isShown, isAsked, nature);
    }
    const rejectionOf = async (nature: string, quais: number) => {
      const { details } = await rejection(teams.planTeamProvisioning(asked({ nature, quais })));
      return details.map(({ target, code }) => [target, code]);
    };
    for (const nature of ['Bureaux', 'Atelier'])
      assert.deepEqual(await rejectionOf(nature, 4), [['metadata.quais', 'QuestionNotShown']]);
    for (const quais of [0, 61])
      assert.deepEqual(await rejectionOf('Entrepôt', quais), [['metadata.quais', 'InvalidValue']]);
    for (const quais of [1, 60]) {
      const { answers } = await teams.planTeamProvisioning(asked({ nature: 'Entrepôt', quais }));
      assert.equal(answers?.find(({ id }) => id === 'quais')?.text, String(quais));
    }
  });
});

describe('a request with a template that forbids guests', () => {
  it('is rejected when its members include a guest', async () => {
    const giulia = await clientOf('giulia.conti');
    const members = [GUEST, upn('olivia.bennett'), upn('felix.wagner')];
    const error = await rejection(
      giulia.teams.createTeamProvisioningJob(requestFor('product-launch', { members })),
    );
    assert.deepEqual(
      error.details.map(({ target }) => target),
      ['guests'],
    );
  });
});

describe('a client project', () => {
  it('is built after its own step has called the CRM', async () => {
    const calls: string[] = [];
    const server = createServer((request, response) => {
      request.setEncoding('utf8');
      let body = '';
      request.on('data', (text: string) => {
        body += text;
      });
      request.on('end', () => {
        if (request.headers['x-charter-event'] === 'provisioning_step') calls.push(body);
        response.writeHead(200).end();
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { catalog, webhooks } = stage.as('admin');
    const id = 'example.meridian.client-project';
    const stefan = await clientOf('stefan.huber');
    const metadata = {
      client: 'Costa Engenharia',
      contract: 'C-2041',
      fixedPrice: true,
      days: 90,
      ends: LAST_DAY,
    };
    try {
      await catalog.updateCatalogTemplate(id, { enabled: true });
      const withoutHook = await rejection(
        stefan.teams.createTeamProvisioningJob(requestFor('client-project', { metadata })),
      );
      assert.deepEqual(
        withoutHook.details.map(({ target }) => target),
        ['ownSteps'],
      );
      const hook = await webhooks.createHook({
        name: 'CRM',
        events: ['team_provisioning_completed'],
        config: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` },
      });
      try {
        const longer = requestFor('client-project', { metadata: { ...metadata, days: 101 } });
        assert.match((await approvalOf(stefan, longer)).message, /of Jonas Keller\.$/);
        const team = await build(stefan, requestFor('client-project', { metadata }));
        assert.equal(
          (await stage.as('admin').teams.getTeam(team)).displayName,
          'CLIENT Costa Engenharia - Sea Wall',
        );
        assert.equal(calls.length, 1);
        assert.equal(JSON.parse(calls[0] ?? '').metadata.contract, 'C-2041');
      } finally {
        await webhooks.deleteHook(hook.id);
      }
    } finally {
      await catalog.updateCatalogTemplate(id, { enabled: false });
      server.closeAllConnections();
      server.close();
    }
  });
});

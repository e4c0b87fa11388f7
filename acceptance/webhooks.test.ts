/** Webhooks end to end: signed messages arrive at a receiver, and `charter hook` manages them. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Hook, verifyWebhook } from '@charter/sdk';
import { CALLERS, MANIFEST, RUN_ID } from './callers.ts';
import { charter } from './service.ts';
import { type Harness, openHarness } from './stage.ts';

const LISTENING = 'charter hook listen';

/** Time limit for commands that listen. */
const patience = () => AbortSignal.timeout(60_000);

let stage: Harness;
before(async () => {
  stage = await openHarness();
});
after(() => stage.close());

interface ReceivedRequest {
  headers: IncomingHttpHeaders;
  body: string;
}

interface Reply {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

/** Collects messages. `until` resolves at the given number of messages. */
async function startReceiver(
  replyTo: (message: ReceivedRequest, count: number) => Reply = () => ({ status: 204 }),
) {
  const received: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      const count = received.push({ headers: request.headers, body });
      const reply = replyTo({ headers: request.headers, body }, count);
      response.writeHead(reply.status, reply.headers).end(reply.body);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received,
    until: (count: number) => eventually(() => (received.length >= count ? received : undefined)),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function eventually<T>(look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (const end = Date.now() + 30_000; ; ) {
    const found = await look();
    if (found !== undefined) return found;
    assert.ok(Date.now() < end, 'It did not happen in time.');
    await sleep(50);
  }
}

const listeningHooks = async (): Promise<Hook[]> => {
  const hooks: Hook[] = [];
  for await (const hook of stage.as('admin').webhooks.list()) if (hook.name === LISTENING) hooks.push(hook);
  return hooks;
};

const started = () => eventually(async () => (await listeningHooks()).find(({ active }) => active));

describe('a webhook', () => {
  it('gets signed messages about a team from creation to deletion', async () => {
    const receiver = await startReceiver();
    const { webhooks, teams } = stage.as('admin');
    const events = ['team_created', 'team_provisioning_completed', 'team_updated', 'team_deleted'] as const;
    const hook = await webhooks.createHook({ events: [...events], config: { url: receiver.url } });
    const secret = hook.config.secret ?? '';
    try {
      const { team, job } = await stage.makeTeam();
      await teams.updateTeam(team, { description: 'Told' });
      await teams.deleteTeam(team);
      const received = await receiver.until(4);
      const messages = await Promise.all(
        received.map(({ headers, body }) => verifyWebhook({ secret, headers, body })),
      );
      const messageOf = new Map(messages.map((message) => [message.event, message]));
      assert.deepEqual([...messageOf.keys()].sort(), [...events].sort());
      const { tenant, ...made } = JSON.parse(JSON.stringify(messageOf.get('team_created')?.payload));
      assert.deepEqual(made, { team: { id: team } });
      assert.deepEqual(Object.keys(tenant), ['id']);
      const completed = JSON.parse(JSON.stringify(messageOf.get('team_provisioning_completed')?.payload));
      assert.deepEqual([completed.provisioning, completed.team.id], [{ id: job, status: 'completed' }, team]);
      for (const { headers, body } of received) {
        const signature = createHmac('sha256', secret).update(body).digest('hex');
        assert.equal(headers['x-charter-signature'], signature);
        const answer = await webhooks.generateHookSignature({ secret, payload: JSON.parse(body) });
        assert.equal(answer.signature, signature);
        assert.match(headers['user-agent'] ?? '', /^Charter-Webhook\/\d/);
        assert.equal(headers['x-charter-webhook'], hook.id);
      }
    } finally {
      await webhooks.deleteHook(hook.id);
      receiver.close();
    }
  });

  it('gets no message about a team that its creator has no access to', async () => {
    const receiver = await startReceiver();
    const hooks = await Promise.all(
      (['owner', 'member', 'stranger', 'foreigner'] as const).map(async (caller) => ({
        caller,
        hook: await stage.as(caller).webhooks.createHook({
          events: ['team_created', 'team_provisioning_completed', 'team_deleted'],
          config: { url: `${receiver.url}${caller}` },
        }),
      })),
    );
    try {
      const { team } = await stage.makeTeam();
      await stage.as('owner').teams.deleteTeam(team);
      const received = await receiver.until(3);
      const owners = hooks.find(({ caller }) => caller === 'owner')?.hook.id;
      assert.deepEqual(
        received.map(({ headers }) => headers['x-charter-webhook']),
        [owners, owners, owners],
      );
      for (const { caller, hook } of hooks) {
        const { value } = await stage.as(caller).webhooks.getHookDeliveries(hook.id);
        assert.equal(value.length, caller === 'owner' ? 3 : 0, caller);
      }
    } finally {
      for (const { caller, hook } of hooks) await stage.as(caller).webhooks.deleteHook(hook.id);
      receiver.close();
    }
  });
});

describe("a template's own step", () => {
  it('waits for its receiver, completes after a 200, and fails with the receiver’s message', async () => {
    const isStep = ({ headers }: ReceivedRequest) => headers['x-charter-event'] === 'provisioning_step';
    let replies: Reply[] = [];
    const receiver = await startReceiver((message) =>
      isStep(message) ? (replies.shift() ?? { status: 500 }) : { status: 204 },
    );
    const { webhooks, catalog, teams, jobs } = stage.as('admin');
    const name = `CRM ${RUN_ID}`;
    const hook = await webhooks.createHook({
      name,
      events: ['provisioning_step_completed'],
      config: { url: receiver.url },
    });
    const id = `own-steps-${RUN_ID}`;
    const steps = [{ id: 'crm', hook: name, after: 'createChannels', timeout: 'PT1H' }];
    await catalog.applyCatalogTemplate({
      manifest: {
        ...MANIFEST,
        templateConfiguration: {
          ...MANIFEST.templateConfiguration,
          id,
          questions: [{ id: 'client', title: 'Client', required: true }],
        },
        initialization: { ...MANIFEST.initialization, steps },
      },
    });
    const request = (team: string) => ({
      template: { id },
      team: { name: `${team} ${RUN_ID}`, membership: { owners: [{ id: CALLERS.owner.name }], members: [] } },
      metadata: { client: 'Contoso' },
    });
    try {
      const owner = stage.as('owner');
      const plan = await owner.teams.planTeamProvisioning(request('Harbour'));
      assert.deepEqual(
        plan.ownSteps?.map((step) => step.hook),
        [{ id: hook.id, displayName: name }],
      );
      assert.equal(receiver.received.length, 0, 'a dry run calls nobody');

      replies = [{ status: 202, headers: { 'retry-after': '1' } }, { status: 200 }];
      const { id: jobId } = await owner.teams.createTeamProvisioningJob(request('Harbour'));
      const done = await owner.jobs.waitForJob(jobId, { signal: AbortSignal.timeout(60_000) });
      assert.equal(done.status, 'completed', JSON.stringify(done.data.error));
      assert.equal(done.steps.find((step) => step.name === 'ownStep:crm')?.status, 'completed');
      const calls = receiver.received.filter(isStep);
      assert.equal(calls.length, 2);
      assert.equal(new Set(calls.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size, 1);
      const secret = hook.config.secret ?? '';
      const { payload } = await verifyWebhook({ secret, ...(calls[0] as ReceivedRequest) });
      const message = JSON.parse(JSON.stringify(payload));
      assert.deepEqual([message.provisioning.id, message.metadata], [jobId, { client: 'Contoso' }]);
      assert.equal(message.answers[0].text, 'Contoso');
      assert.equal(message.plan.channels[0].displayName, 'Planning');
      await eventually(() =>
        receiver.received.find(({ headers }) => headers['x-charter-event'] === 'provisioning_step_completed'),
      );

      replies = [
        { status: 422, body: JSON.stringify({ error: { message: 'Client <b>Contoso</b> is blocked.' } }) },
      ];
      const { id: failing } = await owner.teams.createTeamProvisioningJob(request('Pier'));
      const failed = await owner.jobs.waitForJob(failing, { signal: AbortSignal.timeout(60_000) });
      assert.deepEqual([failed.data.error?.code, failed.data.error?.step], ['StepFailed', 'ownStep:crm']);
      assert.match(failed.data.error?.message ?? '', /answered “Client <b>Contoso<\/b> is blocked\.”\.$/);

      await webhooks.deleteHook(hook.id);
      const rejected = await owner.teams.planTeamProvisioning(request('Quay'));
      assert.equal(rejected.verdicts.find(({ policy }) => policy === 'ownSteps')?.outcome, 'violated');
      await teams.deleteTeam(done.data.team?.id ?? '');
      await jobs.cancelJob(failing, { remove: true });
    } finally {
      await webhooks.deleteHook(hook.id).catch(() => undefined);
      await catalog.deleteCatalogTemplate(id);
      receiver.close();
    }
  });
});

describe('charter hook listen', () => {
  const listen = async (args: readonly string[], interrupt: AbortSignal) => {
    const environment = { CHARTER_TOKEN: await stage.token('admin') };
    return charter(stage.service, ['hook', 'listen', ...args], environment, interrupt);
  };

  it('creates a webhook, prints messages, and deletes the webhook', async () => {
    const args = ['--count', '2', '--json', '--event', 'team_created', 'team_updated'];
    const listening = listen(args, patience());
    await started();
    const { team } = await stage.makeTeam();
    await stage.as('admin').teams.updateTeam(team, { description: 'Shown' });
    const { code, stdout, stderr } = await listening;
    assert.equal(code, 0, stderr);
    assert.match(
      stderr,
      /^Listening at http:\/\/127\.0\.0\.1:\d+\/ for the whole tenant\. Stop with Ctrl-C\.$/m,
    );
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(lines.map(({ event }) => event).sort(), ['team_created', 'team_updated']);
    for (const { payload, deliveryId } of lines) {
      assert.equal(payload.team.id, team);
      assert.match(deliveryId, /^[0-9a-f-]{36}$/);
    }
    assert.deepEqual(await listeningHooks(), []);
  });

  it('prints text, forwards messages, and rejects unsigned ones', async () => {
    const receiver = await startReceiver();
    const args = ['--count', '1', '--event', 'team_archived', '--forward', receiver.url];
    const listening = listen(args, patience());
    const { config } = await started();
    const forged = await fetch(config.url, { method: 'POST', body: '{"team":{"id":"forged"}}' });
    assert.equal(forged.status, 401);
    assert.equal((await fetch(config.url)).status, 405);
    const { team } = await stage.makeTeam();
    const { jobId } = await stage.as('owner').teams.archiveTeam(team);
    await stage.as('owner').jobs.waitForJob(jobId);
    const { code, stdout, stderr } = await listening;
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^\S+Z {2}team_archived\n {2}team: {6}Acceptance .* \(.*\)\n/);
    assert.equal(stdout.includes('forged'), false);
    assert.match(stderr, /Rejected a message\. The header webhook-id is missing\./);
    assert.match(stderr, /Forwarded: 204\./);
    assert.equal(receiver.received[0]?.headers['x-charter-event'], 'team_archived');
    receiver.close();
  });

  it('deletes its webhook at SIGINT', async () => {
    const abort = new AbortController();
    const listening = listen([], abort.signal);
    const hook = await started();
    assert.ok(hook.events.length > 10);
    abort.abort();
    assert.equal((await listening).code, 0);
    assert.deepEqual(await listeningHooks(), []);
  });
});

describe('charter hook', () => {
  const run = async (...args: string[]) => {
    const environment = { CHARTER_TOKEN: await stage.token('owner') };
    const { code, stdout, stderr } = await charter(stage.service, ['hook', ...args], environment);
    return { code, stdout: stdout.trim(), stderr };
  };
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(...args, '--json');
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  };

  it('creates, lists, updates, tests, redelivers and deletes a webhook', async () => {
    const receiver = await startReceiver();
    const made = await json(
      'create',
      receiver.url,
      '--event',
      'team_expired',
      '--name',
      'By hand',
      '--template',
      'one',
    );
    assert.match(made.config.secret, /^whsec_/);
    assert.deepEqual([made.events, made.filter.templates], [['team_expired'], ['one']]);
    assert.ok((await json('list')).some(({ id }: Hook) => id === made.id));

    const tested = await run('test', made.id);
    assert.equal(tested.code, 0, tested.stderr);
    const [delivery] = await json('deliveries', made.id, '--status', 'delivered');
    assert.deepEqual([delivery.event, delivery.attempts.length], ['hook_test', 1]);
    assert.match((await run('deliveries', made.id, delivery.id)).stdout, /STATUS[\s\S]*204/);
    assert.equal((await run('redeliver', made.id, delivery.id)).stdout, delivery.id);
    await receiver.until(2);
    await eventually(async () => {
      const { status } = await json('deliveries', made.id, delivery.id);
      return status === 'delivered' ? status : undefined;
    });
    assert.equal((await run('redeliver', made.id, '--from', '2026-01-01T00:00:00Z')).stdout, '1');
    await receiver.until(3);
    const deliveries = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
    assert.deepEqual([...deliveries], [delivery.id]);

    const secret = (await run('rotate-secret', made.id, '--overlap', '0')).stdout;
    assert.match(secret, /^whsec_/);
    const expected = createHmac('sha256', secret).update('{"a":1}').digest('hex');
    assert.equal((await run('sign', '{"a": 1}', '--secret', secret)).stdout, expected);

    const off = await json('update', made.id, '--off', '--all-templates', '--description', 'Resting');
    assert.deepEqual([off.active, off.filter.templates, off.description], [false, [], 'Resting']);
    const rejected = await run('test', made.id);
    assert.deepEqual([rejected.code, rejected.stdout], [1, '']);
    assert.match(rejected.stderr, /switched off/);
    assert.match((await run('get', made.id)).stdout, /state: +off/);

    assert.equal((await run('delete', made.id)).stdout, made.id);
    assert.equal((await run('get', made.id)).code, 4);
    receiver.close();
  });

  it('names invalid arguments', async () => {
    for (const [args, reason] of [
      [
        ['create', 'https://h.example/', '--event', 'team_exploded'],
        /The event team_exploded does not exist\. Known events: .*team_created/,
      ],
      [['update', 'x'], /Give at least one option that changes the webhook/],
      [['update', 'x', '--on', '--off'], /not both/],
      [['redeliver', 'x'], /Give a delivery, or a range/],
      [['rotate-secret', 'x', '--overlap', '200'], /at most 168/],
      [['sign', '[1]', '--secret', 's'], /must be a JSON object/],
      [['listen', '--secret', 's', '--event', 'team_created'], /--secret creates none/],
    ] as const) {
      const { code, stderr } = await run(...args);
      assert.equal(code, 2, args.join(' '));
      assert.match(stderr, reason);
    }
  });

  it('names the port that is in use', async () => {
    const receiver = await startReceiver();
    const { code, stderr } = await run('listen', '--port', new URL(receiver.url).port, '--secret', 's');
    assert.equal(code, 1);
    assert.match(stderr, /Port \d+ is in use/);
    receiver.close();
  });
});

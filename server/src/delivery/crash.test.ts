/**
 * Kills a delivering node repeatedly while receivers fail often. Every event must arrive, under one id for each
 * webhook. Only messages that a kill interrupted may arrive twice.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Receiver, startReceiver } from '../../test/receiver.ts';
import { teamEvent } from '../../test/webhook-rows.ts';
import { WebhookWorld } from '../../test/webhook-world.ts';
import { systemClock } from '../kernel/clock.ts';

const WORKER = fileURLToPath(new URL('../../test/delivering-worker.ts', import.meta.url));

/** `npm run test:chaos` uses 10,000 events and 20 kills. */
const EVENTS = Number(process.env.CHARTER_TEST_DELIVERIES ?? 100);
const KILLS = EVENTS >= 10_000 ? 20 : 2;
const HOOKS = 2;
/** Clock speed-up: three days of retries pass within 15 seconds. */
const SPEED = 20_000;
/** Far longer than a node needs for its leased deliveries, so that only the leases of killed nodes expire. */
const LEASE_MILLISECONDS = (EVENTS >= 10_000 ? 8_000 : 3_000) * SPEED;

/** Milliseconds within which messages of a killed node may still arrive. */
const ON_THEIR_WAY = 500;

interface Arrival {
  at: number;
  succeeded: boolean;
}

describe('a node killed while it delivers', () => {
  let world: WebhookWorld;
  let receiver: Receiver;
  let node: ChildProcess | undefined;
  const origin = Date.now();
  const kills: number[] = [];
  /** Arrivals by webhook and event, then by delivery id. */
  const arrivals = new Map<string, Map<string, Arrival[]>>();
  let succeeded = 0;

  function start(): void {
    const { serviceUrl } = world.database;
    const parameters = [serviceUrl, world.tenant, origin, SPEED, LEASE_MILLISECONDS].map(String);
    node = spawn(process.execPath, [WORKER, ...parameters], { stdio: ['ignore', 'ignore', 'inherit'] });
  }

  /** Fails three of ten attempts in different ways. Attempts after the eighth of a delivery always succeed. */
  function answer(response: ServerResponse, id: string, attempt: number): boolean {
    const chance = Number.parseInt(hash('sha256', `${id} ${attempt}`).slice(0, 8), 16) % 100;
    if (chance >= 30 || attempt > 8) {
      response.end('Thank you.');
      return true;
    }
    if (chance < 10) response.destroy();
    else if (chance < 20) response.writeHead(429, { 'retry-after': '1' }).end();
    else response.writeHead(500).end('Not now.');
    return false;
  }

  before(async () => {
    world = await WebhookWorld.open();
    receiver = await startReceiver((response, { headers, body }) => {
      const id = String(headers['webhook-id']);
      const key = `${headers['x-charter-webhook']} ${body}`;
      const byId = arrivals.get(key) ?? new Map<string, Arrival[]>();
      arrivals.set(key, byId);
      const known = byId.get(id) ?? [];
      byId.set(id, known);
      const arrival = { at: performance.now(), succeeded: answer(response, id, known.length + 1) };
      known.push(arrival);
      if (arrival.succeeded) succeeded += 1;
      // Spreads the kills evenly over the run.
      const due = ((kills.length + 1) * EVENTS * HOOKS) / (KILLS + 1);
      if (kills.length < KILLS && succeeded >= due && node !== undefined) {
        kills.push(performance.now());
        node.once('exit', start);
        node.kill('SIGKILL');
        node = undefined;
      }
    });
    for (let hook = 0; hook < HOOKS; hook += 1) await world.hook(receiver.url);
    const events = Array.from({ length: EVENTS }, (_, index) =>
      teamEvent({ payload: { team: { id: `team-${index}` } } }),
    );
    await world.happen(events, systemClock);
    start();
  });
  after(async () => {
    if (node !== undefined) {
      const ended = once(node, 'exit');
      node.kill('SIGKILL');
      await ended;
    }
    await receiver.close();
    await world.close();
  });

  const isDone = async (): Promise<boolean> => {
    const rows = await world.rows();
    return rows.length === EVENTS * HOOKS && rows.every(({ status }) => status === 'delivered');
  };

  it(`delivers ${EVENTS} events although it is killed ${KILLS} times`, async () => {
    while (!(await isDone())) await delay(100);
    assert.equal(kills.length, KILLS);
    assert.equal(arrivals.size, EVENTS * HOOKS);
    const bodies = new Set([...arrivals.keys()].map((key) => key.slice(key.indexOf(' '))));
    assert.equal(bodies.size, EVENTS);
  });

  it('sends each event under one id for each webhook', async () => {
    const rows = new Map((await world.rows()).map((row) => [row.id, row]));
    assert.equal(rows.size, EVENTS * HOOKS);
    for (const [key, byId] of arrivals) {
      assert.equal(byId.size, 1, key);
      const [[id, tries]] = [...byId] as [[string, Arrival[]]];
      const row = rows.get(id);
      assert.equal(row?.hookId, key.slice(0, key.indexOf(' ')));
      assert.ok((row?.attempts.length ?? 0) <= tries.length, key);
    }
    const failed = [...rows.values()].flatMap(({ attempts }) =>
      attempts.filter(({ status }) => status !== 200),
    );
    const share = failed.length / (failed.length + rows.size);
    assert.ok(share > 0.2 && share < 0.4, `${share}`);
  });

  it('repeats only messages whose outcome was not stored before a kill', () => {
    let repeated = 0;
    for (const [key, byId] of arrivals) {
      for (const tries of byId.values()) {
        for (const [index, { at, succeeded: arrived }] of tries.entries()) {
          const next = tries[index + 1];
          if (!arrived || next === undefined) continue;
          repeated += 1;
          const cutOff = kills.some((kill) => kill >= at - ON_THEIR_WAY && kill <= next.at);
          assert.ok(cutOff, `${key} was sent again ${next.at - at} ms after it had arrived`);
        }
      }
    }
    // Each kill repeats at most the messages that were in flight or whose outcomes were not written.
    assert.ok(repeated <= KILLS * 512, `${repeated}`);
  });
});

import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { CharterClient, LifecycleRun } from '@charter/sdk';
import { type OperationCase, query, tooLongId } from './operation-case.ts';

/** Waits until the run ends. */
export async function completedRun(client: CharterClient, runId: string): Promise<LifecycleRun> {
  const end = AbortSignal.timeout(60_000);
  for (;;) {
    const run = await client.lifecycle.getLifecycleRun(runId);
    if (run.status === 'completed') return run;
    assert.notEqual(run.status, 'failed', run.error ?? '');
    await delay(200, undefined, { signal: end });
  }
}

export const LIFECYCLE_OPERATIONS: readonly OperationCase[] = [
  {
    operation: 'getTeamLifecycle',
    caller: 'owner',
    needs: ['team'],
    call: async (client, { team }) => {
      const { state, rules, nextStep, lastActivityDateTime } = await client.lifecycle.getTeamLifecycle(team);
      assert.deepEqual([state, nextStep, rules?.inactivityDays], ['active', 'ask', 90]);
      assert.ok(Date.parse(lastActivityDateTime ?? '') <= Date.now());
    },
    forbidden: 'member',
    foreign: 'hidden',
    bad: [tooLongId('GET', (id) => `/teams/${id}/lifecycle`, 'teamId')],
  },
  {
    operation: 'renewTeamLifecycle',
    caller: 'owner',
    needs: ['team'],
    call: async (client, { team }) => {
      const { renewedDateTime, nextDateTime } = await client.lifecycle.renewTeamLifecycle(team);
      assert.ok(renewedDateTime !== undefined && nextDateTime !== undefined);
      const again = await client.lifecycle.renewTeamLifecycle(team);
      assert.ok((again.renewedDateTime ?? '') >= renewedDateTime);
    },
    forbidden: 'member',
    foreign: 'hidden',
    bad: [tooLongId('POST', (id) => `/teams/${id}/lifecycle/renew`, 'teamId')],
  },
  {
    operation: 'getLifecycleSimulation',
    caller: 'admin',
    needs: ['team'],
    call: async (client, { team }) => {
      const at = new Date(Date.now() + 91 * 86_400_000).toISOString();
      const { cap, atDateTime } = await client.lifecycle.getLifecycleSimulation({ at });
      assert.deepEqual([cap >= 10, atDateTime], [true, at]);
      const found = await Array.fromAsync(client.lifecycle.simulated({ at, scope: 'all', $top: 3 }));
      const ours = found.filter(({ teamId }) => teamId === team);
      assert.deepEqual(
        ours.map(({ outcome, reason, action }) => [outcome, reason, action]),
        [['asked', 'inactive', 'Archive']],
      );
      const now = await Array.fromAsync(client.lifecycle.simulated());
      assert.ok(now.every(({ teamId }) => teamId !== team));
    },
    forbidden: 'owner',
    foreign: 'separate',
    bad: [
      query('/lifecycle/simulation', 'a time that is a word', 'at=tomorrow', 'at'),
      query('/lifecycle/simulation', 'an unknown scope', 'scope=some', 'scope'),
      query('/lifecycle/simulation', 'a forged page token', '$skiptoken=made-up', '$skiptoken'),
    ],
  },
  {
    operation: 'startLifecycleRun',
    caller: 'admin',
    call: async (client) => {
      const begun = await client.lifecycle.startLifecycleRun({ idempotencyKey: true });
      const { counts, requester } = await completedRun(client, begun.id);
      assert.equal(counts.failed, 0);
      assert.equal(requester.displayName, 'Nadia Okafor');
    },
    forbidden: 'owner',
    foreign: 'separate',
    bad: [query('/lifecycle/runs', 'an unknown option', 'force=true', 'force', 'POST')],
  },
  {
    operation: 'getLifecycleRuns',
    caller: 'app',
    needs: ['run'],
    call: async (client, { run }) => {
      const found = await Array.fromAsync(client.lifecycle.list({ $top: 1 }));
      assert.ok(found.some(({ id }) => id === run));
    },
    forbidden: 'owner',
    foreign: 'separate',
    bad: [query('/lifecycle/runs', 'a forged page token', '$skiptoken=made-up', '$skiptoken')],
  },
  {
    operation: 'getLifecycleRun',
    caller: 'admin',
    needs: ['run'],
    call: async (client, { run }) => {
      const { id, status, cap } = await client.lifecycle.getLifecycleRun(run);
      assert.deepEqual([id, status, (cap ?? 0) >= 10], [run, 'completed', true]);
    },
    forbidden: 'integrator',
    foreign: 'hidden',
    bad: [tooLongId('GET', (id) => `/lifecycle/runs/${id}`, 'runId')],
  },
  {
    operation: 'getLifecycleRunTeams',
    caller: 'admin',
    needs: ['run'],
    call: async (client, { run }) => {
      const teams = await Array.fromAsync(client.lifecycle.teams(run));
      const { counts } = await client.lifecycle.getLifecycleRun(run);
      assert.equal(
        teams.length,
        Object.values(counts).reduce((sum, count) => sum + count, 0),
      );
    },
    forbidden: 'owner',
    foreign: 'hidden',
    bad: [tooLongId('GET', (id) => `/lifecycle/runs/${id}/teams`, 'runId')],
  },
];

import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { CharterClient } from '@charter/sdk';
import { type OperationCase, query, tooLongId } from './operation-case.ts';

/** Waits until a worker has asked the person to own the teams. Returns the requests in the order of the teams. */
export async function ownerRequestsFor(person: CharterClient, teams: readonly string[]): Promise<string[]> {
  const end = AbortSignal.timeout(90_000);
  for (;;) {
    const { value } = await person.owners.getOwnerRequests({ status: 'pending' });
    const found = teams.flatMap((id) => value.find(({ team }) => team.id === id)?.id ?? []);
    if (found.length === teams.length) return found;
    await delay(500, undefined, { signal: end });
  }
}

export const OWNER_OPERATIONS: readonly OperationCase[] = [
  {
    operation: 'getOwnerRequests',
    caller: 'member',
    call: async (client) => {
      const found = await Array.fromAsync(client.owners.requests({ status: 'pending', $top: 1 }));
      assert.ok(found.every(({ status }) => status === 'pending'));
    },
    forbidden: 'app',
    foreign: 'separate',
    bad: [query('/ownerRequests', 'an unknown status', 'status=open', 'status')],
  },
  {
    operation: 'acceptOwnerRequest',
    caller: 'member',
    needs: ['ownerRequest'],
    call: async (client, { ownerRequest }) => {
      const { status, source } = await client.owners.acceptOwnerRequest(ownerRequest);
      assert.deepEqual([status, source], ['accepted', 'mostActiveMembers']);
      await assert.rejects(client.owners.declineOwnerRequest(ownerRequest), { code: 'Conflict' });
    },
    forbidden: 'app',
    foreign: 'hidden',
    bad: [tooLongId('POST', (id) => `/ownerRequests/${id}/accept`, 'requestId')],
  },
  {
    operation: 'declineOwnerRequest',
    caller: 'member',
    needs: ['ownerRequest'],
    call: async (client, { ownerRequest }) => {
      const { status } = await client.owners.declineOwnerRequest(ownerRequest);
      assert.equal(status, 'declined');
    },
    forbidden: 'app',
    foreign: 'hidden',
    bad: [tooLongId('POST', (id) => `/ownerRequests/${id}/decline`, 'requestId')],
  },
  {
    operation: 'getOwnerSearches',
    caller: 'admin',
    call: async (client) => {
      const found = await Array.fromAsync(client.owners.searches({ state: 'searching', $top: 1 }));
      assert.ok(found.every(({ state, ownerCount, limit }) => state === 'searching' && ownerCount < limit));
    },
    forbidden: 'owner',
    foreign: 'separate',
    bad: [query('/ownerSearches', 'an unknown state', 'state=open', 'state')],
  },
  {
    operation: 'getTeamOwnership',
    caller: 'owner',
    needs: ['team'],
    call: async (client, { team }) => {
      const { ownerCount, ableOwnerCount, rules } = await client.owners.getTeamOwnership(team);
      assert.deepEqual([ownerCount, ableOwnerCount, rules], [1, 1, undefined]);
    },
    forbidden: 'member',
    foreign: 'hidden',
    bad: [tooLongId('GET', (id) => `/teams/${id}/ownership`, 'teamId')],
  },
];

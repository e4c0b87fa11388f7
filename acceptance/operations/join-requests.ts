/** The directory of teams, and requests to join them. */
import assert from 'node:assert/strict';
import { body, type OperationCase, query, tooLongId } from './operation-case.ts';

const LONG = { message: 'x'.repeat(501) };
const accept = body('POST', ({ joinRequest }) => `/joinRequests/${joinRequest}/accept`);
const decline = body('POST', ({ joinRequest }) => `/joinRequests/${joinRequest}/decline`);

export const JOIN_REQUEST_OPERATIONS: readonly OperationCase[] = [
  {
    operation: 'getDirectoryTeams',
    caller: 'stranger',
    needs: ['team'],
    call: async (client, { team }) => {
      const { displayName } = await client.directory.getDirectoryTeam(team);
      const found = await Array.fromAsync(client.directory.list({ $search: displayName, $top: 1 }));
      const [listed] = found.filter(({ id }) => id === team);
      assert.deepEqual(
        [listed?.visibility, listed?.owners.length, listed?.answers, listed?.role],
        ['public', 1, [], undefined],
      );
    },
    forbidden: null,
    foreign: 'separate',
    bad: [
      query('/directory/teams', 'a filter by an unsupported field', '$filter=ownerCount%20eq%201', '$filter'),
      query('/directory/teams', 'a forged page token', '$skiptoken=made-up', '$skiptoken'),
    ],
  },
  {
    operation: 'getDirectoryTeam',
    caller: 'stranger',
    needs: ['team'],
    call: async (client, { team }) => {
      const { id, joinRequest } = await client.directory.getDirectoryTeam(team);
      assert.deepEqual([id, joinRequest], [team, undefined]);
    },
    forbidden: null,
    foreign: 'hidden',
    bad: [tooLongId('GET', (id) => `/directory/teams/${id}`, 'teamId')],
  },
  {
    operation: 'findSimilarTeams',
    caller: 'stranger',
    needs: ['team'],
    call: async (client, { team }) => {
      const { displayName } = await client.directory.getDirectoryTeam(team);
      const { value } = await client.directory.findSimilarTeams({ team: { name: displayName } });
      assert.deepEqual(
        value.filter(({ id }) => id === team).map(({ isNameSimilar }) => isNameSimilar),
        [true],
      );
    },
    forbidden: null,
    foreign: 'separate',
    bad: [
      body('POST', () => '/directory/teams/similar')(
        'a name that is not text',
        { team: { name: {} } },
        'team.name',
      ),
    ],
  },
  {
    operation: 'createJoinRequest',
    caller: 'stranger',
    needs: ['team'],
    call: async (client, { team }) => {
      const { id, status, message } = await client.joinRequests.createJoinRequest(team, {
        message: 'Me too',
      });
      assert.deepEqual([status, message], ['pending', 'Me too']);
      assert.equal((await client.joinRequests.createJoinRequest(team)).id, id, 'the same request');
      assert.equal((await client.directory.getDirectoryTeam(team)).joinRequest?.id, id);
    },
    forbidden: 'app',
    foreign: 'hidden',
    bad: [
      body('POST', ({ team }) => `/teams/${team}/joinRequests`)(
        'a message that is too long',
        LONG,
        'message',
      ),
    ],
  },
  {
    operation: 'getJoinRequests',
    caller: 'owner',
    needs: ['team', 'joinRequest'],
    call: async (client, { team, joinRequest }) => {
      const found = await Array.fromAsync(client.joinRequests.list({ teamId: team, $top: 1 }));
      assert.deepEqual(
        found.map(({ id, status, person }) => [id, status, person.displayName]),
        [[joinRequest, 'pending', 'Priya Raman']],
      );
    },
    forbidden: null,
    foreign: 'separate',
    bad: [query('/joinRequests', 'an unknown status', 'status=open', 'status')],
  },
  {
    operation: 'getMyJoinRequests',
    caller: 'stranger',
    needs: ['team', 'joinRequest'],
    call: async (client, { team, joinRequest }) => {
      const found = await Array.fromAsync(client.joinRequests.mine({ status: 'pending', teamId: team }));
      assert.deepEqual(
        found.map(({ id }) => id),
        [joinRequest],
      );
    },
    forbidden: 'app',
    foreign: 'separate',
    bad: [query('/me/joinRequests', 'an unknown status', 'status=open', 'status')],
  },
  {
    operation: 'acceptJoinRequest',
    caller: 'owner',
    needs: ['team', 'joinRequest'],
    call: async (client, { team, joinRequest }) => {
      const { status, decidedBy } = await client.joinRequests.acceptJoinRequest(joinRequest);
      assert.deepEqual([status, decidedBy?.displayName], ['accepted', 'Ruben de Wit']);
      const members = await Array.fromAsync(client.teams.members(team));
      assert.ok(members.some(({ displayName }) => displayName === 'Priya Raman'));
      await assert.rejects(client.joinRequests.declineJoinRequest(joinRequest), { code: 'Conflict' });
    },
    forbidden: 'stranger',
    foreign: 'hidden',
    bad: [accept('a message that is too long', LONG, 'message')],
  },
  {
    operation: 'declineJoinRequest',
    caller: 'owner',
    needs: ['joinRequest'],
    call: async (client, { joinRequest }) => {
      const { status, answer } = await client.joinRequests.declineJoinRequest(joinRequest, {
        message: 'Full',
      });
      assert.deepEqual([status, answer], ['declined', 'Full']);
    },
    forbidden: 'stranger',
    foreign: 'hidden',
    bad: [decline('a message that is too long', LONG, 'message')],
  },
  {
    operation: 'withdrawJoinRequest',
    caller: 'stranger',
    needs: ['joinRequest'],
    call: async (client, { joinRequest }) => {
      const { status, reason } = await client.joinRequests.withdrawJoinRequest(joinRequest);
      assert.deepEqual([status, reason], ['withdrawn', 'requester']);
    },
    forbidden: 'app',
    foreign: 'hidden',
    bad: [tooLongId('POST', (id) => `/joinRequests/${id}/withdraw`, 'requestId')],
  },
];

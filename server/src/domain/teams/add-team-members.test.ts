import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { faultySuite } from '../../../test/faulty-suite.ts';
import { createTeamWorld, TENANT, type TeamWorld } from '../../../test/team-world.ts';
import { CharterError } from '../../kernel/errors.ts';
import { addTeamMembers } from './add-team-members.ts';

describe('adding a list of people that the suite rejects in part', () => {
  let world: TeamWorld;
  before(async () => {
    world = await createTeamWorld();
  });
  after(() => world.close());

  const CLOSED = { target: 'sam-id', code: 'AccountClosed', message: 'The account of Sam is disabled.' };
  const people = ['sam', 'ida', 'ada'].map((name) => ({
    user: { id: `${name}-id` },
    role: 'member' as const,
  }));

  /** @param errorOf returns the error of a call that adds people */
  async function add(errorOf: (call: string) => CharterError | undefined) {
    const { team } = await world.newTeam();
    const suite = faultySuite(world.suite, (call) => {
      const error = call.startsWith('teams.addMembers') ? errorOf(call) : undefined;
      return error === undefined ? undefined : { when: 'before', error };
    });
    const call = world.call();
    const adding = addTeamMembers({ ...world.deps, suite }, world.person('olga'), call, {
      teamId: team.id,
      people,
    });
    const results = await adding.catch((error: CharterError) => error);
    const events = await world.events(call.requestId);
    const present = await world.suite.teams.listMembers(TENANT, team.id);
    return {
      results,
      recorded: events.map(({ target }) => target.id).toSorted(),
      present: present.map(({ userId }) => userId).toSorted(),
      intents: await world.intents(),
    };
  }

  it('adds the others, and reports who was rejected and why', async () => {
    const { results, recorded, present, intents } = await add((call) =>
      call.includes('sam-id') ? new CharterError('SuiteError', 'No.', { details: [CLOSED] }) : undefined,
    );
    assert.ok(Array.isArray(results));
    assert.deepEqual(
      results.map(({ userId, member, error }) => [userId, member?.roles, error]),
      [
        ['sam-id', undefined, { code: CLOSED.code, message: CLOSED.message }],
        ['ida-id', [], undefined],
        ['ada-id', [], undefined],
      ],
    );
    assert.deepEqual(recorded, ['ada-id', 'ida-id']);
    assert.deepEqual(present, ['ada-id', 'gus-id', 'ida-id', 'mia-id', 'olga-id']);
    assert.equal(intents, 0);
  });

  it('reports the reason for every person when the suite also rejects the others', async () => {
    const { results, recorded, intents } = await add((call) =>
      call.includes('sam-id')
        ? new CharterError('InvalidRequest', 'No.', { details: [CLOSED] })
        : new CharterError('InvalidRequest', 'A team has at most 4 members.'),
    );
    assert.ok(Array.isArray(results));
    assert.deepEqual(
      results.map(({ error }) => error?.code),
      ['AccountClosed', 'InvalidRequest', 'InvalidRequest'],
    );
    assert.deepEqual([recorded, intents], [[], 0]);
  });

  it('rejects the whole list when the error names nobody', async () => {
    const { results, recorded, present, intents } = await add(
      () => new CharterError('InvalidRequest', 'A team has at most 3 members.'),
    );
    assert.ok(results instanceof CharterError);
    assert.equal(results.code, 'InvalidRequest');
    assert.deepEqual([recorded, present.length, intents], [[], 3, 0]);
  });

  it('leaves the list to the recovery when the suite does not respond', async () => {
    const { results, recorded, intents } = await add(() => new CharterError('ServiceUnavailable', 'Away.'));
    assert.ok(results instanceof CharterError);
    assert.deepEqual([results.code, recorded, intents], ['ServiceUnavailable', [], 1]);
  });
});

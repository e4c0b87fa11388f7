import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aSuiteTeam, CALLERS, testRow, verdictOf } from '../../../test/policy-cases.ts';
import type { Deps } from '../../engine/deps.ts';
import type { Principal } from '../../engine/principal.ts';
import { deciderOf, findOwnRequest, findRequestToDecide } from './access.ts';

type Caller = keyof typeof CALLERS;

const PERSON = 'person who asked';

/** The ports for a request to join a team, and for the role of a person in it. A deleted team has no access. */
const depsWith = (access: object | undefined): Pick<Deps, 'store' | 'suite'> =>
  ({
    store: {
      in: () => ({
        joinRequests: {
          find: async (id: string) =>
            id === 'request' ? { id, teamId: 'team', personId: PERSON } : undefined,
        },
      }),
    },
    suite: {
      teams: { access: async (_: string, teamId: string) => (teamId === 'team' ? access : undefined) },
    },
  }) as unknown as Pick<Deps, 'store' | 'suite'>;

const TEAMS = {
  'for a private team': {},
  'for a public team': { visibility: 'public' as const },
  'for an archived team': { isArchived: true },
  'for a deleted team': undefined,
};

/** Each letter is the expected verdict for the team of `TEAMS` at the same place. */
const ROWS: Record<Caller, string> = {
  stranger: 'hhhh',
  guest: 'hhhh',
  member: 'hhhh',
  owner: 'AAxh',
  'integration manager': 'hhhh',
  'governance manager': 'AAxh',
  'teams administrator': 'AAxh',
  'global administrator': 'AAxh',
  app: 'AAxh',
};

/** The verdicts for the person who asked: the person sees the request, and only an owner decides it. */
const ROWS_OF_PERSON: Partial<Record<Caller, string>> = {
  stranger: 'dddd',
  guest: 'dddd',
  member: 'dddd',
  owner: 'AAxd',
};

function testDecision(rows: Partial<Record<Caller, string>>, as: (principal: Principal) => Principal): void {
  for (const [caller, letters] of Object.entries(rows)) {
    testRow(caller as Caller, TEAMS, letters, ({ principal, role }, team) => {
      const access = team === undefined ? undefined : { suiteTeam: aSuiteTeam(team), role };
      return verdictOf(findRequestToDecide(depsWith(access), as(principal), 'request'));
    });
  }
}

describe('deciding a request to join', () => {
  testDecision(ROWS, (principal) => principal);
  describe('that the caller made', () => {
    testDecision(ROWS_OF_PERSON, (principal) => ({ ...principal, id: PERSON }));
  });
  it('is rejected with 404 for a request that does not exist', async () => {
    const attempt = findRequestToDecide(
      depsWith(undefined),
      CALLERS['global administrator'].principal,
      'other',
    );
    assert.equal(await verdictOf(attempt), 'hidden');
  });
});

describe('withdrawing a request to join', () => {
  const find = (principal: Principal, id: string) => verdictOf(findOwnRequest(depsWith({}), principal, id));
  const { principal } = CALLERS.stranger;
  it('is allowed for the person who asked', async () => {
    assert.equal(await find({ ...principal, id: PERSON }, 'request'), 'allowed');
  });
  it('is rejected with 404 for other people', async () => {
    assert.equal(await find(principal, 'request'), 'hidden');
    assert.equal(await find(CALLERS['global administrator'].principal, 'request'), 'hidden');
  });
  it('is rejected with 404 for a request that does not exist', async () => {
    assert.equal(await find({ ...principal, id: PERSON }, 'other'), 'hidden');
  });
});

describe('the list of requests to join', () => {
  for (const [caller, { principal }] of Object.entries(CALLERS)) {
    const seesAll = ROWS[caller as Caller] === 'AAxh' && caller !== 'owner';
    it(`${seesAll ? 'covers all teams' : 'covers only their own teams'} for the caller ${caller}`, () => {
      assert.equal(deciderOf(principal), seesAll ? undefined : principal.id);
    });
  }
});

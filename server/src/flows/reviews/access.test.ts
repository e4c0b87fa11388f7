import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aSuiteTeam, CALLERS, testRow, verdictOf } from '../../../test/policy-cases.ts';
import { hasCode } from '../../kernel/errors.ts';
import { findReviewFor, ownerOf, type ReviewDeps } from './access.ts';

type Caller = keyof typeof CALLERS;

/** The ports for a review of a team, and for the role of a person in it. A deleted team has no access. */
const depsWith = (access: object | undefined): ReviewDeps =>
  ({
    store: {
      in: (tenantId: string) => ({
        reviews: {
          find: async (id: string) =>
            tenantId === 'tenant' && id === 'review' ? { id, teamId: 'team' } : undefined,
        },
      }),
    },
    suite: {
      teams: { access: async (_: string, teamId: string) => (teamId === 'team' ? access : undefined) },
    },
  }) as unknown as ReviewDeps;

/** Each letter is the expected verdict for a private, a public, an archived and a deleted team. */
const ROWS: Record<Caller, string> = {
  stranger: 'hdhh',
  guest: 'dddh',
  member: 'dddh',
  owner: 'AAAh',
  'integration manager': 'hdhh',
  'governance manager': 'AAAA',
  'teams administrator': 'AAAA',
  'global administrator': 'AAAA',
  app: 'AAAA',
};

describe('reading and deciding a review', () => {
  for (const [caller, letters] of Object.entries(ROWS)) {
    testRow(
      caller as Caller,
      {
        'for a private team': {},
        'for a public team': { visibility: 'public' as const },
        'for an archived team': { isArchived: true },
        'for a deleted team': undefined,
      },
      letters,
      ({ principal, role }, team) => {
        const access = team === undefined ? undefined : { suiteTeam: aSuiteTeam(team), role };
        return verdictOf(findReviewFor(depsWith(access), principal, 'review'));
      },
    );
  }

  it('fails with 404 for a review that does not exist', async () => {
    const { principal } = CALLERS['global administrator'];
    await assert.rejects(findReviewFor(depsWith(undefined), principal, 'missing'), (error) =>
      hasCode(error, 'NotFound'),
    );
  });
});

describe('the list of reviews', () => {
  for (const [caller, { principal }] of Object.entries(CALLERS)) {
    const seesAll = ROWS[caller as Caller] === 'AAAA';
    it(`${seesAll ? 'covers all teams' : 'covers only their own teams'} for the caller ${caller}`, () => {
      assert.equal(ownerOf(principal), seesAll ? undefined : principal.id);
    });
  }
});

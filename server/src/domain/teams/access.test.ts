import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aSuiteTeam, CALLERS } from '../../../test/policy-cases.ts';
import { type ErrorCode, hasCode } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import {
  type AccessVerdict,
  assertAllowed,
  assertTeamAct,
  canReadTeam,
  judgeTeamAct,
  type TeamAct,
} from './access.ts';

/**
 * One line for each kind of caller: the verdicts on a private, a hidden-membership, a public and an archived private
 * team (docs/specification.md, section 4). A = allowed, h = hidden (404), d = denied (403), x = archived (409).
 */
type Row = [caller: keyof typeof CALLERS, verdicts: string];

const VERDICTS: Record<string, AccessVerdict> = { A: 'allowed', h: 'hidden', d: 'denied', x: 'archived' };

const TEAMS = {
  private: { visibility: 'private', isArchived: false },
  hiddenMembership: { visibility: 'hiddenMembership', isArchived: false },
  public: { visibility: 'public', isArchived: false },
  archived: { visibility: 'private', isArchived: true },
} as const;

const OWNERS_AND_ADMINS = (archived: 'A' | 'x'): Row[] => [
  ['stranger', 'hhdh'],
  ['guest', 'dddd'],
  ['member', 'dddd'],
  ['owner', `AAA${archived}`],
  ['integration manager', 'hhdh'],
  ['governance manager', `AAA${archived}`],
  ['teams administrator', `AAA${archived}`],
  ['global administrator', `AAA${archived}`],
  ['app', `AAA${archived}`],
];

const MANAGERS = (archived: 'A' | 'x'): Row[] => [
  ['stranger', 'hhdh'],
  ['guest', 'dddd'],
  ['member', 'dddd'],
  ['owner', 'dddd'],
  ['integration manager', `AAA${archived}`],
  ['governance manager', `AAA${archived}`],
  ['teams administrator', `AAA${archived}`],
  ['global administrator', `AAA${archived}`],
  ['app', `AAA${archived}`],
];

const OWNERS = (archived: 'A' | 'x'): Row[] => [
  ['stranger', 'hhdh'],
  ['guest', 'dddd'],
  ['member', 'dddd'],
  ['owner', `AAA${archived}`],
  ['integration manager', 'hhdh'],
  ['governance manager', 'dddd'],
  ['teams administrator', 'dddd'],
  ['global administrator', 'dddd'],
  ['app', 'dddd'],
];

const READERS: Row[] = [
  ['stranger', 'hhAh'],
  ['guest', 'AAAA'],
  ['member', 'AAAA'],
  ['owner', 'AAAA'],
  ['integration manager', 'hhAh'],
  ['governance manager', 'AAAA'],
  ['teams administrator', 'AAAA'],
  ['global administrator', 'AAAA'],
  ['app', 'AAAA'],
];

const TABLE: Record<TeamAct, Row[]> = {
  delete: OWNERS_AND_ADMINS('A'),
  unarchive: OWNERS_AND_ADMINS('A'),
  archive: OWNERS_AND_ADMINS('x'),
  addMember: OWNERS_AND_ADMINS('x'),
  readHistory: OWNERS_AND_ADMINS('A'),
  readLifecycle: OWNERS_AND_ADMINS('A'),
  renewLifecycle: OWNERS_AND_ADMINS('x'),
  readMetadata: OWNERS_AND_ADMINS('A'),
  updateMetadata: OWNERS_AND_ADMINS('x'),
  get: MANAGERS('A'),
  update: MANAGERS('x'),
  getOwn: OWNERS('A'),
  describeOwn: OWNERS('x'),
  updateMember: OWNERS_AND_ADMINS('x'),
  removeMember: OWNERS_AND_ADMINS('x'),
  leave: [
    ['stranger', 'hhdh'],
    ['guest', 'AAAx'],
    ['member', 'AAAx'],
    ['owner', 'AAAx'],
    ['integration manager', 'hhdh'],
    ['governance manager', 'dddd'],
    ['teams administrator', 'dddd'],
    ['global administrator', 'dddd'],
    ['app', 'dddd'],
  ],
  readMembers: READERS,
  readChannels: READERS,
};

for (const [act, rows] of Object.entries(TABLE) as [TeamAct, Row[]][]) {
  describe(`${act} a team`, () => {
    it('has a line for each kind of caller', () => {
      assert.deepEqual(rows.map(([caller]) => caller).sort(), Object.keys(CALLERS).sort());
    });
    for (const [caller, verdicts] of rows) {
      it(`${caller}: ${verdicts}`, () => {
        const { principal, role } = CALLERS[caller];
        const judged = Object.values(TEAMS).map((team) =>
          judgeTeamAct(act, principal, { suiteTeam: aSuiteTeam(team), role }),
        );
        assert.deepEqual(
          judged,
          [...verdicts].map((letter) => VERDICTS[letter]),
        );
      });
    }
  });
}

describe('the right to read a team', () => {
  for (const [caller, verdicts] of READERS) {
    it(`${caller}: ${verdicts}`, () => {
      const { principal, role } = CALLERS[caller];
      const reads = Object.values(TEAMS).map((team) =>
        canReadTeam(principal, { suiteTeam: aSuiteTeam(team), role }),
      );
      assert.deepEqual(
        reads,
        [...verdicts].map((letter) => letter === 'A'),
      );
    });
  }
});

describe('a verdict', () => {
  const codes: Record<AccessVerdict, ErrorCode | undefined> = {
    allowed: undefined,
    hidden: 'NotFound',
    denied: 'Forbidden',
    archived: 'TeamArchived',
  };
  const rejection = say('teams.ownersAlone', 'Only owners of the team may do this.');
  for (const [verdict, code] of Object.entries(codes) as [AccessVerdict, ErrorCode | undefined][]) {
    it(`${verdict} leads to ${code ?? 'no error'}`, () => {
      const judge = () => assertAllowed(verdict, { kind: 'team', id: 'team' }, rejection);
      if (code === undefined) judge();
      else assert.throws(judge, (error) => hasCode(error, code));
    });
  }

  it('that denies an act is enforced with the message of that act', () => {
    const suiteTeam = aSuiteTeam(TEAMS.public);
    const rejected = (act: TeamAct, message: RegExp) =>
      assert.throws(
        () => assertTeamAct(act, CALLERS.member.principal, { suiteTeam, role: 'member' }, 'team'),
        (error) => hasCode(error, 'Forbidden') && message.test((error as Error).message),
      );
    rejected('getOwn', /^Only owners of the team may do this/);
    rejected('delete', /^Only owners of the team and administrators/);
    rejected('update', /one of the roles .*INTEGRATION_MANAGER/);
    assertTeamAct('getOwn', CALLERS.owner.principal, { suiteTeam, role: 'owner' }, 'team');
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aSuiteTeam, CALLERS, testRow } from '../../../test/policy-cases.ts';
import type { Suite } from '../../engine/suite.ts';
import { type ErrorCode, hasCode } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import {
  type AccessVerdict,
  assertAllowed,
  assertTeamAction,
  authoriseTeamAction,
  canReadTeam,
  findTeam,
  judgeTeamAction,
  type TeamAction,
} from './access.ts';

/** The verdicts on the teams of TEAMS for one kind of caller (docs/specification.md, section 4). */
type Row = [caller: keyof typeof CALLERS, verdicts: string];

const PUBLIC = { visibility: 'public', isArchived: false } as const;

/** The columns of the tables. */
const TEAMS = {
  'in a private team': { visibility: 'private', isArchived: false },
  'in a team with hidden membership': { visibility: 'hiddenMembership', isArchived: false },
  'in a public team': PUBLIC,
  'in an archived team': { visibility: 'private', isArchived: true },
} as const;

const ownersAndAdmins = (archived: 'A' | 'x'): Row[] => [
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

const managers = (archived: 'A' | 'x'): Row[] => [
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

const owners = (archived: 'A' | 'x'): Row[] => [
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

const NAMES: Record<TeamAction, string> = {
  delete: 'deleting a team',
  unarchive: 'unarchiving a team',
  archive: 'archiving a team',
  addMember: 'adding a member to a team',
  readHistory: 'reading the history of a team',
  readLifecycle: 'reading the lifecycle of a team',
  renewLifecycle: 'renewing a team',
  readMetadata: 'reading the answers of a team',
  updateMetadata: 'changing the answers of a team',
  get: 'getTeam',
  update: 'updateTeam',
  getOwn: 'getMyTeam',
  describeOwn: 'updateMyTeam',
  updateMember: 'changing the role of a member',
  removeMember: 'removing a member from a team',
  leave: 'leaving a team',
  readMembers: 'listing the members of a team',
  readChannels: 'listing the channels of a team',
};

const TABLE: Record<TeamAction, Row[]> = {
  delete: ownersAndAdmins('A'),
  unarchive: ownersAndAdmins('A'),
  archive: ownersAndAdmins('x'),
  addMember: ownersAndAdmins('x'),
  readHistory: ownersAndAdmins('A'),
  readLifecycle: ownersAndAdmins('A'),
  renewLifecycle: ownersAndAdmins('x'),
  readMetadata: ownersAndAdmins('A'),
  updateMetadata: ownersAndAdmins('x'),
  get: managers('A'),
  update: managers('x'),
  getOwn: owners('A'),
  describeOwn: owners('x'),
  updateMember: ownersAndAdmins('x'),
  removeMember: ownersAndAdmins('x'),
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

for (const [action, rows] of Object.entries(TABLE) as [TeamAction, Row[]][]) {
  describe(NAMES[action], () => {
    it('is tested for every kind of caller', () => {
      assert.deepEqual(rows.map(([caller]) => caller).sort(), Object.keys(CALLERS).sort());
    });
    for (const [caller, verdicts] of rows) {
      testRow(caller, TEAMS, verdicts, ({ principal, role }, team) =>
        judgeTeamAction(action, principal, { suiteTeam: aSuiteTeam(team), role }),
      );
    }
  });
}

describe('the right to read a team', () => {
  for (const [caller, verdicts] of READERS) {
    it(`equals the right to list the members of the team: ${caller}`, () => {
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

describe('the enforcement of a verdict', () => {
  const codes: Record<AccessVerdict, ErrorCode | undefined> = {
    allowed: undefined,
    hidden: 'NotFound',
    denied: 'Forbidden',
    archived: 'TeamArchived',
  };
  const rejection = say('teams.ownersAlone', 'Only owners of the team may do this.');
  for (const [verdict, code] of Object.entries(codes) as [AccessVerdict, ErrorCode | undefined][]) {
    it(`throws ${code ?? 'no error'} for the verdict ${verdict}`, () => {
      const judge = () => assertAllowed(verdict, { kind: 'team', id: 'team' }, rejection);
      if (code === undefined) judge();
      else assert.throws(judge, (error) => hasCode(error, code));
    });
  }

  it('throws the message of the denied action', () => {
    const suiteTeam = aSuiteTeam(PUBLIC);
    const rejected = (action: TeamAction, message: RegExp) =>
      assert.throws(
        () => assertTeamAction(action, CALLERS.member.principal, { suiteTeam, role: 'member' }, 'team'),
        (error) => hasCode(error, 'Forbidden') && message.test((error as Error).message),
      );
    rejected('getOwn', /^Only owners of the team may do this/);
    rejected('delete', /^Only owners of the team and administrators/);
    rejected('update', /one of the roles .*INTEGRATION_MANAGER/);
    assertTeamAction('getOwn', CALLERS.owner.principal, { suiteTeam, role: 'owner' }, 'team');
  });
});

describe('a command for a team', () => {
  const PERSON = CALLERS.owner.principal;
  const APP = CALLERS.app.principal;
  /** A suite with one private team, whose owner is `PERSON`. Records the user ids of the calls. */
  function suiteWithTeam() {
    const userIds: (string | undefined)[] = [];
    const suiteTeam = aSuiteTeam({});
    const teams = {
      access: async (tenantId: string, teamId: string, userId: string | undefined) => {
        userIds.push(userId);
        if (tenantId !== PERSON.tenantId || teamId !== 'team') return undefined;
        return { suiteTeam, role: userId === PERSON.id ? 'owner' : undefined };
      },
      find: async (tenantId: string, teamId: string) =>
        tenantId === PERSON.tenantId && teamId === 'team' ? suiteTeam : undefined,
    };
    return { suite: { teams } as unknown as Suite, suiteTeam, userIds };
  }

  it('gets the team and the role of the person', async () => {
    const { suite, suiteTeam } = suiteWithTeam();
    assert.deepEqual(await authoriseTeamAction({ suite }, PERSON, 'team', 'delete'), {
      suiteTeam,
      role: 'owner',
    });
  });
  it('reads the role of a person in the team, and no role of an app', async () => {
    const { suite, userIds } = suiteWithTeam();
    await authoriseTeamAction({ suite }, PERSON, 'team', 'delete');
    await authoriseTeamAction({ suite }, APP, 'team', 'delete');
    assert.deepEqual(userIds, [PERSON.id, undefined]);
  });
  it('is rejected with 404 for a missing team, and for a team that the caller may not read', async () => {
    const { suite } = suiteWithTeam();
    const stranger = { ...PERSON, id: 'stranger' };
    for (const [principal, teamId] of [
      [PERSON, 'missing'],
      [stranger, 'team'],
    ] as const) {
      await assert.rejects(authoriseTeamAction({ suite }, principal, teamId, 'delete'), (error) =>
        hasCode(error, 'NotFound'),
      );
    }
  });
  it('finds the team for a caller with a role in the tenant', async () => {
    const { suite, suiteTeam } = suiteWithTeam();
    assert.equal(await findTeam({ suite }, APP, 'team', 'get'), suiteTeam);
  });
  it('is rejected with 404 for a missing team, and for a caller without the required role in the tenant', async () => {
    const { suite } = suiteWithTeam();
    for (const [principal, teamId] of [
      [APP, 'missing'],
      [PERSON, 'team'],
    ] as const) {
      await assert.rejects(findTeam({ suite }, principal, teamId, 'get'), (error) =>
        hasCode(error, 'NotFound'),
      );
    }
  });
});

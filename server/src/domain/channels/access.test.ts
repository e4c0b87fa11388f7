import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aSuiteTeam, CALLERS, testRow } from '../../../test/policy-cases.ts';
import type { Suite } from '../../engine/suite.ts';
import { type CharterError, isCharterError } from '../../kernel/errors.ts';
import { verbatim } from '../../kernel/messages.ts';
import { DEFAULT_TEAM_SETTINGS, type MemberRole, type Team } from '../teams/model.ts';
import {
  authoriseChannelAction,
  type ChannelVerdict,
  judgeArchiveChannel,
  judgeChangeTabs,
  judgeCreateChannel,
  judgeDeleteChannel,
  judgeReadChannel,
  judgeUnarchiveChannel,
  judgeUpdateChannel,
} from './access.ts';
import type { ChannelMembershipType } from './model.ts';
import type { ChannelAccess } from './suite.ts';

type Caller = keyof typeof CALLERS;
type Rows = Record<Caller, string>;

type Admin = 'governance manager' | 'teams administrator' | 'global administrator' | 'app';

const admins = (verdicts: string): Pick<Rows, Admin> => ({
  'governance manager': verdicts,
  'teams administrator': verdicts,
  'global administrator': verdicts,
  app: verdicts,
});

const settings = (group: 'memberSettings' | 'guestSettings', changes: object): Partial<Team> => ({
  [group]: { ...DEFAULT_TEAM_SETTINGS[group], ...changes },
});

/** Tests a table with a row for each caller. Each letter is the expected verdict of `judge` in one column. */
function check<Column>(
  name: string,
  rows: Rows,
  columns: Record<string, Column>,
  judge: (caller: (typeof CALLERS)[Caller], column: Column) => ChannelVerdict,
): void {
  describe(name, () => {
    for (const [caller, verdicts] of Object.entries(rows) as [Caller, string][]) {
      testRow(caller, columns, verdicts, judge);
    }
  });
}

const TEAMS: Record<string, Partial<Team>> = {
  'in a private team': {},
  'in a public team': { visibility: 'public' },
  'in an archived team': { isArchived: true },
};

const CREATE_CHANNEL_TEAMS: Record<string, Partial<Team>> = {
  ...TEAMS,
  'in a team whose members may not create channels': settings('memberSettings', {
    allowCreateUpdateChannels: false,
  }),
  'in a team whose guests may create channels': settings('guestSettings', {
    allowCreateUpdateChannels: true,
  }),
  'in a team whose members may not create private channels': settings('memberSettings', {
    allowCreatePrivateChannels: false,
  }),
};

const createChannel = (type: ChannelMembershipType, rows: Rows): void =>
  check(`creating a ${type} channel`, rows, CREATE_CHANNEL_TEAMS, ({ principal, role }, team) =>
    judgeCreateChannel(principal, { suiteTeam: aSuiteTeam(team), role }, type),
  );

createChannel('standard', {
  stranger: 'hdhhhh',
  guest: 'ddddAd',
  member: 'AAxdAA',
  owner: 'AAxAAA',
  ...admins('AAxAAA'),
  'integration manager': 'hdhhhh',
});
createChannel('private', {
  stranger: 'hdhhhh',
  guest: 'dddddd',
  member: 'AAxAAd',
  owner: 'AAxAAA',
  ...admins('AAxAAA'),
  'integration manager': 'hdhhhh',
});
createChannel('shared', {
  stranger: 'hdhhhh',
  guest: 'dddddd',
  member: 'AAxdAA',
  owner: 'AAxAAA',
  ...admins('AAxAAA'),
  'integration manager': 'hdhhhh',
});

function anAccess(
  type: ChannelMembershipType,
  team: Partial<Team>,
  role: MemberRole | undefined,
  roleInChannel: MemberRole | undefined,
): ChannelAccess {
  const channel = {
    id: 'channel',
    createdDateTime: '2026-01-01T00:00:00.000Z',
    displayName: 'Channel',
    description: null,
    membershipType: type,
  };
  const channelRole = type === 'standard' ? role : roleInChannel;
  return { suiteTeam: aSuiteTeam(team), role, channel, channelRole };
}

/** The type and the team of a column's channel. In a standard channel, everybody in the team has a role. */
type Place = [type: ChannelMembershipType, team: Partial<Team>];

const STANDARD_CHANNELS: Record<string, Place> = {
  'in a standard channel of a private team': ['standard', {}],
  'in a standard channel of a public team': ['standard', { visibility: 'public' }],
  'in a standard channel of an archived team': ['standard', { isArchived: true }],
};
const FOREIGN_CHANNEL: Record<string, Place> = {
  'in a private channel that the caller is not in': ['private', { visibility: 'public' }],
};

const readTabs: Rows = {
  stranger: 'hAhh',
  guest: 'AAAh',
  member: 'AAAh',
  owner: 'AAAh',
  ...admins('AAAA'),
  'integration manager': 'hAhh',
};
check(
  'reading tabs',
  readTabs,
  { ...STANDARD_CHANNELS, ...FOREIGN_CHANNEL },
  ({ principal, role }, [type, team]) => judgeReadChannel(principal, anAccess(type, team, role, undefined)),
);

const NO_TABS = settings('memberSettings', { allowCreateUpdateRemoveTabs: false });

const createTab: Rows = {
  stranger: 'hdhhh',
  guest: 'ddddh',
  member: 'AAxdh',
  owner: 'AAxAh',
  ...admins('AAxAA'),
  'integration manager': 'hdhhh',
};
check(
  'creating a tab',
  createTab,
  {
    ...STANDARD_CHANNELS,
    'in a standard channel of a team whose members may not change tabs': ['standard', NO_TABS] as Place,
    ...FOREIGN_CHANNEL,
  },
  ({ principal, role }, [type, team]) => judgeChangeTabs(principal, anAccess(type, team, role, undefined)),
);

/** The caller's role in a private or shared channel, and the team of the channel. Admins see every channel. */
type OwnChannel = [team: Partial<Team>, roleInChannel: MemberRole | undefined];

const ROLES_IN_CHANNEL: Record<string, OwnChannel> = {
  'without a role in the channel': [{}, undefined],
  'with the role guest in the channel': [{}, 'guest'],
  'with the role member in the channel': [{}, 'member'],
  'with the role owner in the channel': [{}, 'owner'],
};
const TAB_CHANNELS: Record<string, OwnChannel> = {
  ...ROLES_IN_CHANNEL,
  'with the role member in a channel of a team whose members may not change tabs': [NO_TABS, 'member'],
  'with the role owner in a channel of a team whose members may not change tabs': [NO_TABS, 'owner'],
  'with the role member in a channel of an archived team': [{ isArchived: true }, 'member'],
};
for (const type of ['private', 'shared'] as const) {
  const judgeWith =
    (judge: typeof judgeReadChannel | typeof judgeChangeTabs) =>
    ({ principal, role }: (typeof CALLERS)[Caller], [team, channelRole]: OwnChannel): ChannelVerdict =>
      judge(principal, anAccess(type, team, role, channelRole));

  check(
    `reading tabs of a ${type} channel`,
    {
      stranger: 'hAAAAAA',
      guest: 'hAAAAAA',
      member: 'hAAAAAA',
      owner: 'hAAAAAA',
      ...admins('AAAAAAA'),
      'integration manager': 'hAAAAAA',
    },
    TAB_CHANNELS,
    judgeWith(judgeReadChannel),
  );
  check(
    `changing tabs of a ${type} channel`,
    {
      // External people in a shared channel are members without a role in the team.
      stranger: 'hdAAdAx',
      guest: 'hdddddd',
      member: 'hdAAdAx',
      owner: 'hdAAAAx',
      ...admins('AAAAAAx'),
      'integration manager': 'hdAAdAx',
    },
    TAB_CHANNELS,
    judgeWith(judgeChangeTabs),
  );
}

const changeChannel: Rows = {
  stranger: 'hdhhh',
  guest: 'ddddA',
  member: 'AAxdA',
  owner: 'AAxAA',
  ...admins('AAxAA'),
  'integration manager': 'hdhhh',
};
for (const [action, verb, judge, setting] of [
  ['updating', 'update', judgeUpdateChannel, 'allowCreateUpdateChannels'],
  ['deleting', 'delete', judgeDeleteChannel, 'allowDeleteChannels'],
] as const) {
  const teams: Record<string, Partial<Team>> = {
    ...TEAMS,
    [`in a team whose members may not ${verb} channels`]: settings('memberSettings', { [setting]: false }),
    [`in a team whose guests may ${verb} channels`]: settings('guestSettings', { [setting]: true }),
  };
  check(`${action} a standard channel`, changeChannel, teams, ({ principal, role }, team) =>
    judge(principal, anAccess('standard', team, role, undefined)),
  );

  const ofOwnChannel: Rows = {
    stranger: 'hddAx',
    guest: 'hddAx',
    member: 'hddAx',
    owner: 'hddAx',
    ...admins('AAAAx'),
    'integration manager': 'hddAx',
  };
  const channels: Record<string, OwnChannel> = {
    ...ROLES_IN_CHANNEL,
    'with the role owner in a channel of an archived team': [{ isArchived: true }, 'owner'],
  };
  for (const type of ['private', 'shared'] as const) {
    check(`${action} a ${type} channel`, ofOwnChannel, channels, ({ principal, role }, [team, channelRole]) =>
      judge(principal, anAccess(type, team, role, channelRole)),
    );
  }
}

const archiveChannel: Rows = {
  stranger: 'hdh',
  guest: 'ddd',
  member: 'ddd',
  owner: 'AAx',
  ...admins('AAx'),
  'integration manager': 'hdh',
};
for (const [act, judge] of [
  ['archiving', judgeArchiveChannel],
  ['unarchiving', judgeUnarchiveChannel],
] as const) {
  check(`${act} a standard channel`, archiveChannel, TEAMS, ({ principal, role }, team) =>
    judge(principal, anAccess('standard', team, role, undefined)),
  );
  for (const type of ['private', 'shared'] as const) {
    check(
      `${act} a ${type} channel`,
      {
        stranger: 'hddA',
        guest: 'hddA',
        member: 'hddA',
        owner: 'hddA',
        ...admins('AAAA'),
        'integration manager': 'hddA',
      },
      ROLES_IN_CHANNEL,
      ({ principal, role }, [team, channelRole]) => judge(principal, anAccess(type, team, role, channelRole)),
    );
  }
}

type Judge = (principal: (typeof CALLERS)[Caller]['principal'], access: ChannelAccess) => ChannelVerdict;

const CHANGES: Record<string, Judge> = {
  'reading its tabs': judgeReadChannel,
  'changing its tabs': judgeChangeTabs,
  'updating it': judgeUpdateChannel,
  'archiving it': judgeArchiveChannel,
  'unarchiving it': judgeUnarchiveChannel,
  'deleting it': judgeDeleteChannel,
};
for (const [where, team, rows] of [
  ['a team', {}, { stranger: 'hhhhhh', guest: 'Addddd', member: 'AccddA', owner: 'AcccAA' }],
  ['an archived team', { isArchived: true }, { member: 'Axxddx', owner: 'Axxxxx' }],
] as const) {
  describe(`a call to an archived channel of ${where}`, () => {
    for (const [caller, verdicts] of Object.entries(rows) as [Caller, string][]) {
      testRow(caller, CHANGES, verdicts, ({ principal, role }, judge) => {
        const access = anAccess('standard', team, role, undefined);
        return judge(principal, { ...access, channel: { ...access.channel, isArchived: true } });
      });
    }
  });
}

describe('a command for a channel', () => {
  const ids = { teamId: 'team', channelId: 'channel' };
  const person = CALLERS.member.principal;

  /** Runs the command with the verdict, or with a missing channel. `role` is the caller's role in the team. */
  function authorise(verdict: ChannelVerdict | 'missing', role?: MemberRole) {
    const access = anAccess('standard', {}, role, undefined);
    const suite = {
      channels: { access: async () => (verdict === 'missing' ? undefined : access) },
      teams: { access: async () => access },
    } as unknown as Suite;
    const judge = (): ChannelVerdict => verdict as ChannelVerdict;
    const attempt = authoriseChannelAction(
      { suite },
      person,
      ids,
      judge,
      verbatim('Only owners may do this.'),
    );
    return { attempt, access };
  }
  const failure = async (attempt: Promise<unknown>): Promise<CharterError> => {
    const error = await attempt.then(
      () => assert.fail('It was allowed.'),
      (reason: unknown) => reason,
    );
    assert.ok(isCharterError(error));
    return error;
  };

  it('gets the channel for the verdict allowed', async () => {
    const { attempt, access } = authorise('allowed');
    assert.equal(await attempt, access);
  });
  for (const [verdict, code] of [
    ['hidden', 'NotFound'],
    ['denied', 'Forbidden'],
    ['archived', 'TeamArchived'],
    ['channelArchived', 'Conflict'],
  ] as const) {
    it(`throws ${code} for the verdict ${verdict}`, async () => {
      assert.equal((await failure(authorise(verdict).attempt)).code, code);
    });
  }
  it('throws the same error for a missing channel of a hidden or visible team, and marks the former for the log', async () => {
    const inHiddenTeam = await failure(authorise('missing').attempt);
    const inOwnTeam = await failure(authorise('missing', 'member').attempt);
    assert.equal(inHiddenTeam.code, 'NotFound');
    assert.equal(inHiddenTeam.message, inOwnTeam.message);
    assert.deepEqual([inHiddenTeam.hides, inOwnTeam.hides], [true, false]);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aSuiteTeam, CALLERS } from '../../../test/policy-cases.ts';
import type { AccessVerdict } from '../teams/access.ts';
import { DEFAULT_TEAM_SETTINGS, type MemberRole, type Team } from '../teams/model.ts';
import {
  judgeChangeTabs,
  judgeCreateChannel,
  judgeDeleteChannel,
  judgeReadChannel,
  judgeUpdateChannel,
} from './access.ts';
import type { ChannelMembershipType } from './model.ts';
import type { ChannelAccess } from './suite.ts';

const VERDICTS: Record<string, AccessVerdict> = { A: 'allowed', h: 'hidden', d: 'denied', x: 'archived' };
type Caller = keyof typeof CALLERS;
type Rows = Record<Caller, string>;

type Admin = 'governance manager' | 'teams administrator' | 'global administrator' | 'app';

const ADMINS = (verdicts: string): Pick<Rows, Admin> => ({
  'governance manager': verdicts,
  'teams administrator': verdicts,
  'global administrator': verdicts,
  app: verdicts,
});

const expected = (verdicts: string): (AccessVerdict | undefined)[] =>
  [...verdicts].map((letter) => VERDICTS[letter]);

const settings = (group: 'memberSettings' | 'guestSettings', changes: object): Partial<Team> => ({
  [group]: { ...DEFAULT_TEAM_SETTINGS[group], ...changes },
});

/** Tests a table with a row for each caller. Each letter is the expected verdict of `judge` in one column. */
function check(name: string, rows: Rows, judge: (caller: (typeof CALLERS)[Caller]) => AccessVerdict[]): void {
  describe(name, () => {
    for (const [caller, verdicts] of Object.entries(rows) as [Caller, string][]) {
      it(`${caller}: ${verdicts}`, () => assert.deepEqual(judge(CALLERS[caller]), expected(verdicts)));
    }
  });
}

/**
 * The teams of the columns: default settings, public, archived, members may not create channels, guests may,
 * members may not create private channels.
 */
const CREATE_CHANNEL_TEAMS: Partial<Team>[] = [
  {},
  { visibility: 'public' },
  { isArchived: true },
  settings('memberSettings', { allowCreateUpdateChannels: false }),
  settings('guestSettings', { allowCreateUpdateChannels: true }),
  settings('memberSettings', { allowCreatePrivateChannels: false }),
];

const createChannel = (type: ChannelMembershipType, rows: Rows): void =>
  check(`creating a ${type} channel`, rows, ({ principal, role }) =>
    CREATE_CHANNEL_TEAMS.map((team) =>
      judgeCreateChannel(principal, { suiteTeam: aSuiteTeam(team), role }, type),
    ),
  );

createChannel('standard', {
  stranger: 'hdhhhh',
  guest: 'ddddAd',
  member: 'AAxdAA',
  owner: 'AAxAAA',
  ...ADMINS('AAxAAA'),
  'integration manager': 'hdhhhh',
});
createChannel('private', {
  stranger: 'hdhhhh',
  guest: 'dddddd',
  member: 'AAxAAd',
  owner: 'AAxAAA',
  ...ADMINS('AAxAAA'),
  'integration manager': 'hdhhhh',
});
createChannel('shared', {
  stranger: 'hdhhhh',
  guest: 'dddddd',
  member: 'AAxdAA',
  owner: 'AAxAAA',
  ...ADMINS('AAxAAA'),
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

/**
 * Columns: a standard channel of a private, a public and an archived team, and a private channel that the caller is
 * not in.
 */
const readTabs: Rows = {
  stranger: 'hAhh',
  guest: 'AAAh',
  member: 'AAAh',
  owner: 'AAAh',
  ...ADMINS('AAAA'),
  'integration manager': 'hAhh',
};
check('reading tabs', readTabs, ({ principal, role }) =>
  [
    anAccess('standard', {}, role, undefined),
    anAccess('standard', { visibility: 'public' }, role, undefined),
    anAccess('standard', { isArchived: true }, role, undefined),
    anAccess('private', { visibility: 'public' }, role, undefined),
  ].map((access) => judgeReadChannel(principal, access)),
);

const NO_TABS = settings('memberSettings', { allowCreateUpdateRemoveTabs: false });

/**
 * Columns: a standard channel of a private team, a public team, an archived team and a team whose members may not
 * change tabs; a private channel that the caller is not in.
 */
const createTab: Rows = {
  stranger: 'hdhhh',
  guest: 'ddddh',
  member: 'AAxdh',
  owner: 'AAxAh',
  ...ADMINS('AAxAA'),
  'integration manager': 'hdhhh',
};
check('creating a tab', createTab, ({ principal, role }) =>
  [
    anAccess('standard', {}, role, undefined),
    anAccess('standard', { visibility: 'public' }, role, undefined),
    anAccess('standard', { isArchived: true }, role, undefined),
    anAccess('standard', NO_TABS, role, undefined),
    anAccess('private', { visibility: 'public' }, role, undefined),
  ].map((access) => judgeChangeTabs(principal, access)),
);

/**
 * Columns of a private or shared channel: the caller is not in it, or is its guest, member or owner; then its member
 * and its owner in a team whose members may not change tabs, and its member in an archived team. Admins see all.
 */
const OF_CHANNEL: readonly (readonly [Partial<Team>, MemberRole | undefined])[] = [
  [{}, undefined],
  [{}, 'guest'],
  [{}, 'member'],
  [{}, 'owner'],
  [NO_TABS, 'member'],
  [NO_TABS, 'owner'],
  [{ isArchived: true }, 'member'],
];
for (const type of ['private', 'shared'] as const) {
  const judged = (
    judge: typeof judgeReadChannel,
    { principal, role }: (typeof CALLERS)[Caller],
  ): AccessVerdict[] =>
    OF_CHANNEL.map(([team, channelRole]) => judge(principal, anAccess(type, team, role, channelRole)));

  check(
    `reading tabs of a ${type} channel`,
    {
      stranger: 'hAAAAAA',
      guest: 'hAAAAAA',
      member: 'hAAAAAA',
      owner: 'hAAAAAA',
      ...ADMINS('AAAAAAA'),
      'integration manager': 'hAAAAAA',
    },
    (caller) => judged(judgeReadChannel, caller),
  );
  check(
    `changing tabs of a ${type} channel`,
    {
      // External people in a shared channel are members without a role in the team.
      stranger: 'hdAAdAx',
      guest: 'hdddddd',
      member: 'hdAAdAx',
      owner: 'hdAAAAx',
      ...ADMINS('AAAAAAx'),
      'integration manager': 'hdAAdAx',
    },
    (caller) => judged(judgeChangeTabs, caller),
  );
}

/**
 * Columns: a standard channel of a private team, a public team, an archived team, a team whose members may not change
 * channels, and a team whose guests may.
 */
const changeChannel: Rows = {
  stranger: 'hdhhh',
  guest: 'ddddA',
  member: 'AAxdA',
  owner: 'AAxAA',
  ...ADMINS('AAxAA'),
  'integration manager': 'hdhhh',
};
for (const [act, judge, setting] of [
  ['updating', judgeUpdateChannel, 'allowCreateUpdateChannels'],
  ['deleting', judgeDeleteChannel, 'allowDeleteChannels'],
] as const) {
  check(`${act} a standard channel`, changeChannel, ({ principal, role }) =>
    [
      {},
      { visibility: 'public' } as const,
      { isArchived: true },
      settings('memberSettings', { [setting]: false }),
      settings('guestSettings', { [setting]: true }),
    ].map((team) => judge(principal, anAccess('standard', team, role, undefined))),
  );

  /** Columns: the caller is not in the channel, its guest, its member, its owner, and its owner in an archived team. */
  const ofOwnChannel: Rows = {
    stranger: 'hddAx',
    guest: 'hddAx',
    member: 'hddAx',
    owner: 'hddAx',
    ...ADMINS('AAAAx'),
    'integration manager': 'hddAx',
  };
  for (const type of ['private', 'shared'] as const) {
    check(`${act} a ${type} channel`, ofOwnChannel, ({ principal, role }) =>
      (
        [
          [{}, undefined],
          [{}, 'guest'],
          [{}, 'member'],
          [{}, 'owner'],
          [{ isArchived: true }, 'owner'],
        ] as const
      ).map(([team, channelRole]) => judge(principal, anAccess(type, team, role, channelRole))),
    );
  }
}

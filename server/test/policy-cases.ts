/** Kinds of callers and teams in the tables of access tests (docs/specification.md, section 4). */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ChannelVerdict } from '../src/domain/channels/access.ts';
import {
  DEFAULT_TEAM_SETTINGS,
  type MemberRole,
  type SuiteTeam,
  type Team,
} from '../src/domain/teams/model.ts';
import type { Principal, Role } from '../src/engine/principal.ts';
import { hasCode } from '../src/kernel/errors.ts';

interface Caller {
  principal: Principal;
  /** The caller's role in the team. */
  role: MemberRole | undefined;
}

const aPrincipal = (kind: Principal['kind'], ...roles: Role[]): Principal => ({
  tenantId: 'tenant',
  kind,
  id: kind,
  displayName: kind,
  roles: new Set<Role>(['AUTHENTICATED_USER', ...roles]),
});

export const CALLERS = {
  stranger: { principal: aPrincipal('user'), role: undefined },
  guest: { principal: aPrincipal('user'), role: 'guest' },
  member: { principal: aPrincipal('user'), role: 'member' },
  owner: { principal: aPrincipal('user'), role: 'owner' },
  'integration manager': { principal: aPrincipal('user', 'INTEGRATION_MANAGER'), role: undefined },
  'governance manager': { principal: aPrincipal('user', 'GOVERNANCE_MANAGER'), role: undefined },
  'teams administrator': { principal: aPrincipal('user', 'TEAMS_SERVICE_ADMIN'), role: undefined },
  'global administrator': { principal: aPrincipal('user', 'GLOBAL_ADMIN'), role: undefined },
  app: { principal: aPrincipal('app', 'AUTHORIZED_APP'), role: undefined },
} satisfies Record<string, Caller>;

/** Returns a team of the suite with the given fields. */
export const aSuiteTeam = (team: Partial<Team>): SuiteTeam => ({
  team: {
    id: 'team',
    createdDateTime: '2026-01-01T00:00:00.000Z',
    displayName: 'Team',
    description: null,
    internalId: '19:team@thread.tacv2',
    classification: null,
    specialization: 'none',
    visibility: 'private',
    webUrl: 'https://teams.example/team',
    isArchived: false,
    isMembershipLimitedToOwners: false,
    ...DEFAULT_TEAM_SETTINGS,
    ...team,
  },
  version: '1',
  mailNickname: 'team',
  sensitivityLabelId: null,
});

/** The verdict of each letter in the tables, and what it means for the call. */
const OUTCOMES: Readonly<Record<string, [verdict: ChannelVerdict, outcome: string]>> = {
  A: ['allowed', 'allowed'],
  h: ['hidden', 'rejected with 404'],
  d: ['denied', 'rejected with 403'],
  x: ['archived', 'rejected with 409'],
  c: ['channelArchived', 'rejected with 409'],
};

/** Returns the verdict that the outcome of a command shows. @throws any other error */
export const verdictOf = (attempt: Promise<unknown>): Promise<ChannelVerdict> =>
  attempt.then(
    () => 'allowed',
    (error: unknown) => {
      if (hasCode(error, 'NotFound')) return 'hidden';
      if (hasCode(error, 'Forbidden')) return 'denied';
      if (hasCode(error, 'TeamArchived')) return 'archived';
      throw error;
    },
  );

/** Tests a row of a table: for each column, `judge` must return the verdict of the letter at the same position. */
export function testRow<Column>(
  caller: keyof typeof CALLERS,
  columns: Readonly<Record<string, Column>>,
  letters: string,
  judge: (caller: Caller, column: Column) => ChannelVerdict | Promise<ChannelVerdict>,
): void {
  const entries = Object.entries(columns);
  assert.equal(letters.length, entries.length);
  entries.forEach(([name, column], index) => {
    const [verdict, outcome] = OUTCOMES[letters[index]!]!;
    it(`is ${outcome} for ${/^[aio]/.test(caller) ? 'an' : 'a'} ${caller} ${name}`, async () => {
      assert.equal(await judge(CALLERS[caller], column), verdict);
    });
  });
}

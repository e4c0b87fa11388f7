import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aSuiteTeam, type CALLERS, testRow } from '../../../test/policy-cases.ts';
import type { Team } from '../../domain/teams/model.ts';
import { appliesTo, judgeRequestChannel } from './access.ts';

const TEAMS: Record<string, Partial<Team>> = {
  'in a private team': {},
  'in a public team': { visibility: 'public' },
  'in an archived team': { isArchived: true },
};

/** The expected verdicts for each caller: one letter for each team of TEAMS. */
const ROWS: Record<'owners' | 'members', Record<keyof typeof CALLERS, string>> = {
  owners: {
    stranger: 'hdh',
    guest: 'ddd',
    member: 'ddd',
    owner: 'AAx',
    'integration manager': 'hdh',
    'governance manager': 'AAx',
    'teams administrator': 'AAx',
    'global administrator': 'AAx',
    app: 'AAx',
  },
  members: {
    stranger: 'hdh',
    guest: 'ddd',
    member: 'AAx',
    owner: 'AAx',
    'integration manager': 'hdh',
    'governance manager': 'AAx',
    'teams administrator': 'AAx',
    'global administrator': 'AAx',
    app: 'AAx',
  },
};

for (const requesters of ['owners', 'members'] as const) {
  describe(`requesting a channel from a template for ${requesters}`, () => {
    for (const [caller, letters] of Object.entries(ROWS[requesters])) {
      testRow(caller as keyof typeof CALLERS, TEAMS, letters, ({ principal, role }, team) =>
        judgeRequestChannel(principal, { suiteTeam: aSuiteTeam(team), role }, { requesters }),
      );
    }
  });
}

describe('a template for channels', () => {
  const project = { templateId: 'project', sensitivityLabelId: 'secret' };
  const plain = { templateId: null, sensitivityLabelId: null };
  type Row = [
    name: string,
    templateIds: string[],
    labelIds: string[],
    place: typeof project | typeof plain,
    applies: boolean,
  ];
  const rows: Row[] = [
    ['without restrictions applies to every team', [], [], plain, true],
    [
      'limited to team templates applies to the teams created from one',
      ['other', 'project'],
      [],
      project,
      true,
    ],
    ['limited to another team template does not apply', ['other'], [], project, false],
    ['limited to a team template does not apply to a team without a template', ['project'], [], plain, false],
    ['limited to a label applies to teams with this label', [], ['secret'], project, true],
    ['limited to another label does not apply', [], ['public'], project, false],
    ['limited to a label does not apply to a team without a label', [], ['secret'], plain, false],
    [
      'limited to a team template and a label applies to a team with both',
      ['project'],
      ['secret'],
      project,
      true,
    ],
    [
      'limited to the team’s template and another label does not apply',
      ['project'],
      ['public'],
      project,
      false,
    ],
    [
      'limited to another template and the team’s label does not apply',
      ['other'],
      ['secret'],
      project,
      false,
    ],
  ];
  for (const [name, templateIds, sensitivityLabelIds, place, applies] of rows) {
    it(name, () => {
      assert.equal(appliesTo({ teams: { templateIds, sensitivityLabelIds } }, place), applies);
    });
  }
});

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

/** The expected verdict for each caller, with a letter for each team. */
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
    ['for a template applies to its teams', ['other', 'project'], [], project, true],
    ['for another template does not apply', ['other'], [], project, false],
    ['for a template does not apply to a team without one', ['project'], [], plain, false],
    ['for a label applies to teams with it', [], ['secret'], project, true],
    ['for another label does not apply', [], ['public'], project, false],
    ['for a label does not apply to a team without one', [], ['secret'], plain, false],
    ['for a template and a label applies to a team with both', ['project'], ['secret'], project, true],
    ['for a template and another label does not apply', ['project'], ['public'], project, false],
    ['for another template and a label does not apply', ['other'], ['secret'], project, false],
  ];
  for (const [name, templateIds, sensitivityLabelIds, place, applies] of rows) {
    it(name, () => {
      assert.equal(appliesTo({ teams: { templateIds, sensitivityLabelIds } }, place), applies);
    });
  }
});

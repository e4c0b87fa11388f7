import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sampleBlueprint, sampleUser } from '../../../test/planning-input.ts';
import type { TeamBlueprint } from '../../domain/catalog/blueprint.ts';
import type { RuleEngine } from '../../domain/catalog/rules.ts';
import type { UserProfile } from '../../domain/directory/model.ts';
import type { Principal } from '../../engine/principal.ts';
import { isCharterError } from '../../kernel/errors.ts';
import { createRuleEngine } from '../../rules/engine.ts';
import type { TeamProvisioningRequest } from './request.ts';
import { writeTexts } from './texts.ts';

const ada: UserProfile = {
  ...sampleUser('ada', { department: 'Sales' }),
  onPremisesExtensionAttributes: {},
  extensions: {},
  directGroups: [],
  groupsUnknown: false,
};

const principal: Principal = {
  tenantId: 'contoso',
  kind: 'user',
  id: 'ada',
  displayName: 'Ada',
  roles: new Set(['AUTHENTICATED_USER']),
};

describe('the texts of a new team', () => {
  let rules: RuleEngine;
  before(() => {
    rules = createRuleEngine();
  });
  after(() => rules.close());

  const write = (
    team: Omit<TeamProvisioningRequest['team'], 'membership'>,
    blueprint: Partial<TeamBlueprint>,
  ) => writeTexts(rules, principal, { team }, sampleBlueprint(blueprint), ada);

  it('are those of the request when the template has no conventions', async () => {
    const texts = await write({ name: '  Phoenix \n rises ', description: ' Up. ' }, {});
    assert.deepEqual(texts, {
      name: 'Phoenix rises',
      mail: 'Phoenix rises',
      description: 'Up.',
      welcomeMessage: '',
    });
  });

  it('follow the conventions, with defaults for texts that the request omits', async () => {
    const texts = await write(
      { name: 'Phoenix' },
      {
        conventions: {
          name: 'PRJ <%= user.department %> <%= request.team.name %>',
          mailNickname: 'prj-<%= request.team.name.toLowerCase() %>@contoso.example',
          description: '<%= request.team.description %> (asked for by <%= request.request.requester.name %>)',
        },
        defaults: { name: null, description: 'A project', welcomeMessage: 'Welcome to <%= name %>' },
      },
    );
    assert.deepEqual(texts, {
      name: 'PRJ Sales Phoenix',
      mail: 'prj-phoenix@contoso.example',
      description: 'A project (asked for by Person ada)',
      welcomeMessage: 'Welcome to <%= name %>',
    });
  });

  it('contain no characters that PostgreSQL rejects', async () => {
    const texts = await write({ name: 'a\ud800b', description: 'c\u0000d' }, {});
    assert.deepEqual([texts.name, texts.description], ['a\ufffdb', 'cd']);
  });

  it('are rejected with the name of each failed convention', async () => {
    const conventions = {
      name: '<%= request.team.name.nothing.at.all %>',
      description: 'fine',
      welcomeMessage: '<% for (;;); %>',
    };
    const error = await write({ name: 'Phoenix' }, { conventions }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    assert.ok(isCharterError(error));
    assert.equal(error.code, 'PolicyViolation');
    assert.deepEqual(
      error.details.map(({ target }) => target),
      ['namingConvention', 'welcomeMessageConvention'],
    );
  });
});

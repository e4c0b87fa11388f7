import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sampleScope, TENANT } from '../../test/sample-scope.ts';
import { createRuleEngine } from './engine.ts';

const engine = createRuleEngine({ clock: { now: () => new Date('2024-02-29T12:34:56.789Z') } });
after(() => engine.close());

const allowedBy = async (rule: string, user: Record<string, unknown> = {}): Promise<boolean> => {
  const [verdict] = await engine.evaluateAudience(TENANT, [rule], sampleScope(user));
  assert.ok(verdict);
  assert.equal(verdict.failure, undefined, `${rule}: ${verdict.failure?.message}`);
  return verdict.allowed;
};

const failureOf = async (rule: string) => {
  const [verdict] = await engine.evaluateAudience(TENANT, [rule], sampleScope());
  assert.ok(verdict);
  assert.equal(verdict.allowed, false);
  assert.ok(verdict.failure, `${rule} should have failed`);
  return verdict.failure;
};

const rendered = async (convention: string): Promise<string> => {
  const { it: outcome } = await engine.renderConventions(TENANT, { it: convention }, sampleScope());
  assert.ok(outcome && 'text' in outcome, JSON.stringify(outcome));
  return outcome.text;
};

const renderFailure = async (convention: string) => {
  const { it: outcome } = await engine.renderConventions(TENANT, { it: convention }, sampleScope());
  assert.ok(outcome && 'failure' in outcome, JSON.stringify(outcome));
  return outcome.failure;
};

describe('audience rules', () => {
  it('see request, user and app', async () => {
    const rules = [
      `user.department === 'Sales' && user.groups.direct.includes('group-2')`,
      `user.onPremisesExtensionAttributes.extensionAttribute1.startsWith('A')`,
      `user.extension_costCenter === '4711'`,
      `request.team.name === 'R&D <Berlin>' && request.template.name === 'Deal room'`,
      `request.request.requester.email.endsWith('@example.org')`,
      `app.id === 'a1' && app.name === 'Charter'`,
    ];
    const verdicts = await engine.evaluateAudience(TENANT, rules, sampleScope());
    assert.deepEqual(
      verdicts,
      rules.map(() => ({ allowed: true })),
    );
  });

  it('allow only the exact value true', async () => {
    for (const rule of ['1', `'true'`, '[]', '({})', 'user', 'new Boolean(true)', 'undefined', 'null']) {
      assert.equal(await allowedBy(rule), false, rule);
    }
    assert.equal(await allowedBy('!!1'), true);
  });

  it('fail with the reason when a path is missing', async () => {
    const failure = await failureOf(`user.manager.mail === 'x'`);
    assert.equal(failure.kind, 'error');
    assert.match(failure.message, /^TypeError: .*mail/);
    assert.equal(failure.repeated, false);
  });

  it('report the thrown value, of any type', async () => {
    assert.match((await failureOf(`(() => { throw 'plain' })()`)).message, /plain/);
    assert.match((await failureOf(`(() => { throw Symbol('s') })()`)).message, /Symbol\(s\)/);
    assert.match((await failureOf(`(() => { throw undefined })()`)).message, /undefined/);
    const nasty = `(() => { throw { get message() { throw 1 } } })()`;
    assert.equal((await failureOf(nasty)).kind, 'error');
    const long = await failureOf(`(() => { throw new Error('x'.repeat(1e5)) })()`);
    assert.ok(long.message.length <= 400);
  });

  it('fail to compile unless they are expressions', async () => {
    for (const rule of [
      '',
      '  \n',
      'user.',
      'if (true) {}',
      'return true',
      'true; true',
      'let a = 1',
      '}',
      ')',
    ]) {
      assert.equal((await failureOf(rule)).kind, 'syntax', rule);
    }
    assert.equal((await failureOf('true ||'.repeat(5_000))).kind, 'syntax');
  });

  it('are evaluated for many people one after another', async () => {
    const scopes = ['Lyon', 'Oslo', null].map((city) => sampleScope({ city }));
    const verdicts = await engine.evaluateAudienceFor(TENANT, "user.city.startsWith('L')", scopes);
    assert.deepEqual(
      verdicts.map(({ allowed, failure }) => [allowed, failure?.kind]),
      [
        [true, undefined],
        [false, undefined],
        [false, 'error'],
      ],
    );
    assert.deepEqual(await engine.evaluateAudienceFor(TENANT, 'true', []), []);
  });

  it('fail for the remaining people when the call exceeds its time limit', async () => {
    const hurried = createRuleEngine({ limits: { audienceMilliseconds: 0 } });
    const [verdict] = await hurried.evaluateAudienceFor(TENANT, 'true', [sampleScope()]);
    await hurried.close();
    assert.deepEqual([verdict?.allowed, verdict?.failure?.kind], [false, 'timeout']);
  });

  it('may span lines and contain comments', async () => {
    assert.equal(await allowedBy(`user.country === 'DE' // only Germany`), true);
    assert.equal(await allowedBy(`/* all */\n[\n'DE',\n'FR'\n].includes(user.country)\n`), true);
  });

  it('return verdicts in the order of the rules, even with thousands and duplicates', async () => {
    const rules = Array.from({ length: 3_000 }, (_, index) => `${index % 1_500} % 3 === 0`);
    const verdicts = await engine.evaluateAudience(TENANT, rules, sampleScope());
    assert.deepEqual(
      verdicts.map((verdict) => verdict.allowed),
      rules.map((_, index) => (index % 1_500) % 3 === 0),
    );
  });

  it('return no verdicts for no rules', async () => {
    assert.deepEqual(await engine.evaluateAudience(TENANT, [], sampleScope()), []);
  });

  it('return verdicts when they exceed the cache of compiled rules', async () => {
    const rules = Array.from({ length: 5_000 }, (_, index) => `'${'x'.repeat(200)}${index}'.endsWith('7')`);
    for (const _round of [1, 2]) {
      const verdicts = await engine.evaluateAudience(TENANT, rules, sampleScope());
      assert.equal(verdicts.filter((verdict) => verdict.allowed).length, 500);
      assert.equal(
        verdicts.find((verdict) => verdict.failure),
        undefined,
      );
    }
  });

  it('keep their verdicts after another call evicts them from the cache', async () => {
    const known = Array.from({ length: 2_000 }, (_, index) => `${index} % 7 === 0`);
    const fresh = Array.from({ length: 4_000 }, (_, index) => `${index} % 7 === 1`);
    await engine.evaluateAudience(TENANT, known, sampleScope());
    const [knownVerdicts, freshVerdicts] = await Promise.all([
      engine.evaluateAudience(TENANT, known, sampleScope()),
      engine.evaluateAudience(TENANT, fresh, sampleScope()),
    ]);
    const allowed = (rest: number) => (_: unknown, index: number) => ({ allowed: index % 7 === rest });
    assert.deepEqual(knownVerdicts, known.map(allowed(0)));
    assert.deepEqual(freshVerdicts, fresh.map(allowed(1)));
  });

  it('fail when they read unknown groups in any way, and succeed when they read none', async () => {
    const unknown = { groups: null };
    const rules = [
      `user.groups.direct.includes('Contractors')`,
      `!user.groups.direct.includes('Contractors')`,
      `!user.groups?.direct?.includes('Contractors')`,
      `user.groups === null`,
    ];
    for (const { allowed, failure } of await engine.evaluateAudience(TENANT, rules, sampleScope(unknown))) {
      assert.equal(allowed, false);
      assert.match(failure?.message ?? '', /groups of this person are unknown/);
    }
    assert.equal(await allowedBy(`user.department === 'Sales'`, { ...unknown, department: 'Sales' }), true);
    const { it: text } = await engine.renderConventions(
      TENANT,
      { it: '<%= user.groups.direct.length %>' },
      sampleScope(unknown),
    );
    assert.ok(text && 'failure' in text);
  });

  it('accept a user in thousands of groups, and fail beyond the memory limit', async () => {
    const inGroups = (count: number, name: string) => ({
      groups: { direct: Array.from({ length: count }, (_, index) => `${name}-${index}`) },
    });
    assert.equal(
      await allowedBy(`user.groups.direct.includes('group-11999')`, inGroups(12_000, 'group')),
      true,
    );
    assert.equal(
      await allowedBy(
        `user.groups.direct.at(-1) === '日本語日本語日本語-20999'`,
        inGroups(21_000, '日本語日本語日本語'),
      ),
      true,
    );
    const [verdict] = await engine.evaluateAudience(TENANT, ['true'], sampleScope(inGroups(60_000, 'group')));
    assert.equal(verdict?.allowed, false);
    assert.equal(verdict.failure?.kind, 'memory');
    assert.equal(await allowedBy('true'), true);
  });
});

describe('conventions', () => {
  it('render plain text, never HTML', async () => {
    assert.equal(
      await rendered('<%= request.team.name %>|<%- request.team.description %>'),
      'R&D <Berlin>|Research & "development"',
    );
  });

  it('support the syntax of EJS', async () => {
    assert.equal(
      await rendered(
        `<% for (const group of user.groups.direct) { -%><%# each %>[<%= group.toUpperCase() %>]<% } %> <%% -`,
      ),
      '[GROUP-1][GROUP-2] <% -',
    );
    assert.equal(await rendered('PRJ-<%= user.country.toLowerCase() %>-<%= app.name %>'), 'PRJ-de-Charter');
    assert.equal(await rendered(''), '');
    assert.equal(await rendered('<%= undefined %><%= null %><%= 0 %>'), '0');
  });

  it('preserve every character', async () => {
    assert.equal(
      await rendered(`<%= 'a\\u0000b' %>\u2028日本語 🚀 \\ " '`),
      `a\u0000b\u2028日本語 🚀 \\ " '`,
    );
  });

  it('have separate outcomes in one call', async () => {
    const outcomes = await engine.renderConventions(
      TENANT,
      { name: '<%= request.team.name %>', email: '<%= nowhere %>', description: '<% if ( %>' },
      sampleScope(),
    );
    assert.deepEqual(outcomes.name, { text: 'R&D <Berlin>' });
    assert.ok(outcomes.email && 'failure' in outcomes.email);
    assert.equal(outcomes.email.failure.kind, 'error');
    assert.match(outcomes.email.failure.message, /nowhere/);
    assert.ok(outcomes.description && 'failure' in outcomes.description);
    assert.equal(outcomes.description.failure.kind, 'syntax');
  });

  it('see only the documented names', async () => {
    for (const name of ['process', 'require', 'module', 'console', 'fetch', 'setTimeout', 'ejs', 'name']) {
      assert.equal(await rendered(`<%= typeof ${name} %>`), 'undefined', name);
    }
    assert.match((await renderFailure(`<%- include('other') %>`)).message, /include\(\) is not available/);
  });

  it('fail when the text is longer than 16,384 characters', async () => {
    assert.equal((await rendered(`<%= 'é'.repeat(16384) %>`)).length, 16_384);
    assert.match((await renderFailure(`<%= 'é'.repeat(16385) %>`)).message, /longer than 16384/);
    assert.equal((await renderFailure('x'.repeat(16_385))).kind, 'syntax');
  });

  it('fail when the result is not a string', async () => {
    assert.match((await renderFailure('<% return { length: 1 } %>')).message, /not a text/);
  });
});

describe('a call of the rule engine', () => {
  it('gives its sources the time of the injected clock', async () => {
    const convention =
      '<%= new Date().toISOString() %> <%= Date.now() === +new Date() %> <%= typeof Date() %>';
    assert.equal(await rendered(convention), '2024-02-29T12:34:56.789Z true string');
    assert.equal(await allowedBy('new Date().getUTCFullYear() === 2024 && new Date() instanceof Date'), true);
    assert.equal(await allowedBy('new Date(0).getTime() === 0 && Date.UTC(1970, 0, 2) === 864e5'), true);
  });

  it('gives its sources the same random numbers, which differ from those of another call', async () => {
    const dice = '<%= Math.random() %>,<%= Math.random() %>';
    const roll = async () => {
      const { first, second } = await engine.renderConventions(
        TENANT,
        { first: dice, second: `${dice}` },
        sampleScope(),
      );
      assert.ok(first && second && 'text' in first);
      assert.deepEqual(first, second);
      return first.text;
    };
    const [once, twice] = [await roll(), await roll()];
    assert.notEqual(once, twice);
    const [left, right] = once.split(',').map(Number);
    assert.ok(left !== undefined && right !== undefined && left !== right);
    assert.ok([left, right].every((number) => number >= 0 && number < 1));
  });
});

describe('the check of sources', () => {
  it('reports sources that do not compile, without running any', async () => {
    const { rules, conventions } = await engine.check(TENANT, {
      rules: ['user.a.b.c', 'user.', '(() => { for (;;); })()', ''],
      conventions: { name: '<%= user.a.b.c %>', email: '<%= x', description: '<% for (;;); %>' },
    });
    assert.deepEqual([...rules.keys()].toSorted(), [1, 3]);
    assert.deepEqual([...conventions.keys()], ['email']);
    assert.equal(rules.get(1)?.kind, 'syntax');
    assert.match(conventions.get('email')?.message ?? '', /close tag/);
  });

  it('accepts a call without sources', async () => {
    const { rules, conventions } = await engine.check(TENANT, {});
    assert.equal(rules.size + conventions.size, 0);
  });
});

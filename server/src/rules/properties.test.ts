import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { sampleScope, TENANT } from '../../test/sample-scope.ts';
import { createRuleEngine } from './engine.ts';

const engine = createRuleEngine();
after(() => engine.close());

const user = fc.record({
  department: fc.constantFrom('Sales', 'Legal', '', 'sales'),
  country: fc.constantFrom('DE', 'FR', null),
  level: fc.integer({ min: -3, max: 12 }),
  extension_café: fc.string({ unit: 'grapheme', maxLength: 6 }),
  nested: fc.oneof(
    fc.constant(null),
    fc.record({ list: fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 4 }) }),
  ),
  groups: fc.record({ direct: fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 6 }) }),
});

const leaf = fc.oneof(
  fc.constantFrom(
    ...[
      'user.department',
      'user.country',
      'user.level',
      'user.extension_café',
      'user.nothing',
      'user.nested',
    ],
    ...['user.groups.direct', 'user.groups.direct.length', 'user.nested.list', 'request.team.name', 'app.id'],
    ...['true', 'false', 'null', 'undefined', 'NaN'],
  ),
  fc.integer({ min: -5, max: 50 }).map((number) => `(${number})`),
  fc.string({ maxLength: 5 }).map((text) => JSON.stringify(text)),
  fc.constantFrom('a', 'b', 'DE', 'Sales').map((text) => `'${text}'`),
);

/** Valid and invalid expressions, as template authors write them. */
const expression = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc
      .tuple(
        tie('any'),
        fc.constantFrom('===', '!==', '==', '<', '>=', '+', '%', '&&', '||', '??', ','),
        tie('any'),
      )
      .map(([left, operator, right]) => `((${left}) ${operator} (${right}))`),
    tie('any').map((inner) => `!(${inner})`),
    tie('any').map((inner) => `typeof (${inner})`),
    fc.tuple(tie('any'), tie('any'), tie('any')).map(([test, yes, no]) => `((${test}) ? (${yes}) : (${no}))`),
    tie('any').map((inner) => `(${inner}).length`),
    tie('any').map((inner) => `(${inner})?.at?.(-1)`),
    fc.tuple(tie('any'), tie('any')).map(([list, item]) => `(${list}).includes(${item})`),
    fc.tuple(tie('any'), tie('any')).map(([list, value]) => `(${list}).some((item) => item === (${value}))`),
    fc.tuple(tie('any'), tie('any')).map(([text, start]) => `String(${text}).startsWith(String(${start}))`),
    tie('any').map((inner) => `[${inner}].flat().map(String).toSorted().join('-') !== ''`),
    tie('any').map((inner) => `/^[a-d]+$/i.test(${inner})`),
    tie('any').map((inner) => `({ key: ${inner} }).key === Object.values({ key: ${inner} })[0]`),
  ),
})).any;

/** Evaluates the rule in strict mode by this process' own engine. */
const nativeVerdict = (rule: string, scope: object): boolean => {
  const { request, user: someone, app } = JSON.parse(JSON.stringify(scope));
  try {
    const native = new Function('request', 'user', 'app', `'use strict'; return (\n${rule}\n)`);
    return native(request, someone, app) === true;
  } catch {
    return false;
  }
};

describe('any rule', () => {
  it('has the same verdict as in JavaScript', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(expression, { minLength: 10, maxLength: 60 }),
        user,
        async (rules, someone) => {
          const scope = sampleScope(someone);
          const verdicts = await engine.evaluateAudience(TENANT, rules, scope);
          assert.deepEqual(
            verdicts.map((verdict) => verdict.allowed),
            rules.map((rule) => nativeVerdict(rule, scope)),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it('returns a verdict or a failure, and never fails the call', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...'(){}[];,`\'"/\\*<>!-=$#@\n\r\u2028'.split(''),
        '//',
        '/*',
        '*/',
        '<!--',
        '-->',
        '=>',
      ),
      fc.constantFrom(
        'return',
        'yield',
        'await 1',
        'this',
        'function',
        'class',
        'new.target',
        'super',
        'user',
        '1',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    );
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 40 }), async (rules) => {
        const verdicts = await engine.evaluateAudience(TENANT, [...rules, 'true'], sampleScope());
        assert.equal(verdicts.length, rules.length + 1);
        assert.deepEqual(verdicts.at(-1), { allowed: true });
        assert.ok(verdicts.every((verdict) => verdict.failure === undefined || !verdict.allowed));
      }),
      { numRuns: 60 },
    );
  });
});

describe('any value', () => {
  it('is rendered unchanged by a convention', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (name) => {
        const scope = sampleScope({ displayName: name });
        const { it: outcome } = await engine.renderConventions(
          TENANT,
          { it: '[<%= user.displayName %>]' },
          scope,
        );
        assert.deepEqual(outcome, { text: `[${name}]` });
      }),
      { numRuns: 100 },
    );
  });

  it('is unchanged in the plain part of a convention', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 100 }), async (text) => {
        const plain = text.replaceAll('%', '');
        const { it: outcome } = await engine.renderConventions(TENANT, { it: plain }, sampleScope());
        assert.deepEqual(outcome, { text: plain });
      }),
      { numRuns: 100 },
    );
  });
});

/** Tests how audience rules are read and written as conditions. The written rules are evaluated as JavaScript. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import {
  type AudienceRule,
  formatAudienceRule,
  parseAudienceRule,
  RULE_FIELDS,
} from '../src/features/templates/audience-rule.ts';

const is = (field: string, ...values: string[]) => ({
  field,
  isNot: false,
  values: values.map((value) => ({ value })),
});

describe('an audience rule', () => {
  const READABLE: Record<string, [match: 'all' | 'any', ...conditions: object[]]> = {
    "user.userType === 'Member' && user.department === 'Sales'": [
      'all',
      is('userType', 'Member'),
      is('department', 'Sales'),
    ],
    "user.groups.direct.includes('Account teams') || user.department === 'Customer Success'": [
      'any',
      is('group', 'Account teams'),
      is('department', 'Customer Success'),
    ],
    '[\'Product\', "Marketing"].includes(user.department)': ['all', is('department', 'Product', 'Marketing')],
    "user.city !== 'Lyon'": ['all', { ...is('city', 'Lyon'), isNot: true }],
    "!(user.groups.direct.includes('A') || user.groups.direct.includes('B'))": [
      'all',
      { ...is('group', 'A', 'B'), isNot: true },
    ],
    "(user.country === 'France' || user.country === 'Spain') && !user.groups.direct.includes('x')": [
      'all',
      is('country', 'France', 'Spain'),
      { ...is('group', 'x'), isNot: true },
    ],
    "user.groups.direct.includes('0199' /* Board office */)": [
      'all',
      { field: 'group', isNot: false, values: [{ value: '0199', name: 'Board office' }] },
    ],
    ' \n': ['all'],
  };
  for (const [text, [match, ...conditions]] of Object.entries(READABLE)) {
    it(`is read into conditions: ${text.trim() || 'an empty text'}`, () =>
      assert.deepEqual(parseAudienceRule(text), { match, conditions }));
  }

  const TEXTS = [
    "user.department == 'Sales'",
    'user.department === user.city',
    "user.extension_siteCode === 'LYS'",
    "user.groups.direct.includes('A') || user.city === 'Lyon' && user.country === 'France'",
    "user.department.startsWith('Sales')",
    "user.department === 'Sales' // sellers",
    "user.department === 'Sales' /* sellers */",
    "/* sellers */ user.department === 'Sales'",
    "user.department === 'Sales';",
    "user.department === 'Sales' && ",
    "user.department === '\\x41'",
    "(user.city === 'Lyon'",
    'true',
    '[].includes(user.city)',
  ];
  for (const text of TEXTS) {
    it(`is not read into conditions: ${text}`, () => assert.equal(parseAudienceRule(text), undefined));
  }

  const word = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.constantFrom("O'Brien", '"A"', '\\', 'a\nb', '*/'),
  );
  const values = fc.array(
    word.map((value) => ({ value })),
    { minLength: 1, maxLength: 3 },
  );
  const groups = fc.array(fc.record({ value: word, name: fc.constantFrom('Board', 'A */ B', 'x') }), {
    minLength: 1,
    maxLength: 3,
  });
  const condition = fc.oneof(
    fc.record({ field: fc.constantFrom(...RULE_FIELDS), isNot: fc.boolean(), values }),
    fc.record({ field: fc.constant('group' as const), isNot: fc.boolean(), values: groups }),
  );
  const rule = fc.record({
    match: fc.constantFrom('all' as const, 'any' as const),
    conditions: fc.array(condition, { minLength: 2, maxLength: 4 }),
  });

  it('keeps its meaning when it is written and read', () => {
    const person = fc.record({
      department: fc.oneof(word, fc.constant(null)),
      country: word,
      userType: word,
      jobTitle: word,
      city: word,
      companyName: word,
      usageLocation: word,
      groups: fc.record({ direct: fc.array(word, { maxLength: 3 }) }),
    });
    const holds = (each: AudienceRule, user: unknown): boolean => {
      const judge = ({ field, isNot, values: wanted }: AudienceRule['conditions'][number]): boolean => {
        const own = user as Record<string, string> & { groups: { direct: string[] } };
        const found = field === 'group' ? own.groups.direct : [own[field]];
        return wanted.some(({ value }) => found.includes(value)) !== isNot;
      };
      return each.match === 'all' ? each.conditions.every(judge) : each.conditions.some(judge);
    };
    fc.assert(
      fc.property(rule, person, (each, user) => {
        const text = formatAudienceRule(each);
        assert.equal(runInNewContext(text, { user }), holds(each, user));
        const read = parseAudienceRule(text);
        assert.ok(read !== undefined, text);
        assert.equal(holds(read, user), holds(each, user));
        // Conditions for the same field become one, so the text may change once, but not again.
        const rewritten = formatAudienceRule(read);
        assert.equal(formatAudienceRule(parseAudienceRule(rewritten) as AudienceRule), rewritten);
      }),
      { numRuns: 300 },
    );
  });

  it('leaves out conditions without values', () => {
    const conditions = [is('department'), is('city', 'Lyon')] as AudienceRule['conditions'];
    assert.equal(formatAudienceRule({ match: 'all', conditions }), "user.city === 'Lyon'");
    assert.equal(formatAudienceRule({ match: 'all', conditions: [] }), '');
  });
});

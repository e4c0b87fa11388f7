import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { USER_FIELDS, type UserFilterClause } from '../../domain/directory/model.ts';
import { CharterError } from '../../kernel/errors.ts';
import { FILTER_MAX_LENGTH } from '../filter.ts';
import { parseUserFilter } from './routes.ts';

/** Returns the message of the error, which must be at $filter. */
function rejectionOf(filter: string): string {
  try {
    parseUserFilter(filter);
  } catch (error) {
    assert.ok(error instanceof CharterError, `${filter} threw ${error}`);
    assert.equal(error.code, 'InvalidRequest');
    assert.equal(error.details[0]?.target, '$filter');
    return error.details[0]?.message ?? '';
  }
  return assert.fail(`${filter} was taken`);
}

describe('the $filter of getUsers', () => {
  const taken: [filter: string, clauses: UserFilterClause[]][] = [
    ["displayName eq 'Ann'", [{ field: 'displayName', operator: 'eq', value: 'Ann' }]],
    ["startswith(mail,'ann@')", [{ field: 'mail', operator: 'startswith', value: 'ann@' }]],
    ["startswith ( surname , 'O''Neil' )", [{ field: 'surname', operator: 'startswith', value: "O'Neil" }]],
    ["jobTitle eq ''", [{ field: 'jobTitle', operator: 'eq', value: '' }]],
    ["city eq ''''", [{ field: 'city', operator: 'eq', value: "'" }]],
    ["city eq ') and (or'", [{ field: 'city', operator: 'eq', value: ') and (or' }]],
    ['department eq null', [{ field: 'department', operator: 'eq', value: null }]],
    ['accountEnabled eq false', [{ field: 'accountEnabled', operator: 'eq', value: false }]],
    [
      "  userType EQ 'Guest' AND startswith(displayName,'Å')  and\taccountEnabled eq true",
      [
        { field: 'userType', operator: 'eq', value: 'Guest' },
        { field: 'displayName', operator: 'startswith', value: 'Å' },
        { field: 'accountEnabled', operator: 'eq', value: true },
      ],
    ],
  ];
  for (const [filter, clauses] of taken) {
    it(`is parsed: ${filter}`, () => assert.deepEqual(parseUserFilter(filter), clauses));
  }

  const rejected: [filter: string, says: RegExp][] = [
    ['', /ends where a field or startswith should follow/],
    ['   ', /ends where a field or startswith/],
    ['displayName', /ends where eq/],
    ['displayName eq', /ends where a string/],
    ["displayName eq 'a' and", /ends where a field or startswith/],
    ["displayName eq 'a' or city eq 'b'", /operator or at position 20 is not supported/],
    ["displayName ne 'a'", /operator ne at position 13 is not supported/],
    ["not startswith(mail,'a')", /operator not at position 1 is not supported/],
    ["(displayName eq 'a')", /group in parentheses at position 1 is not supported/],
    ["contains(displayName,'a')", /function contains at position 1 is not supported/],
    ["endswith(mail,'a')", /function endswith at position 1/],
    ["startswith(displayName,'a') eq true", /At position 29 stands eq instead of and/],
    ['startswith(accountEnabled,true)', /startswith on accountEnabled.* at position 12 is not supported/],
    ["startswith(displayName 'a')", /instead of ,/],
    ["startswith(displayName,'a'", /ends where \) should follow/],
    ['startswith(displayName,null)', /stands null instead of a string/],
    ["displayname eq 'a'", /Did you mean displayName/],
    ["shoeSize eq 'a'", /no field shoeSize.*The fields are id, displayName/],
    ["manager/id eq 'a'", /no field manager\/id/],
    ["__proto__ eq 'a'", /no field __proto__/],
    ["displayName eq 'a", /string at position 16 has no closing quote/],
    ['displayName eq "a"', /character " at position 16/],
    ['displayName eq a', /stands a instead of a string/],
    ['displayName eq 5', /stands 5 instead of a string/],
    ["accountEnabled eq 'true'", /stands a string instead of true or false/],
    ["displayName eq 'a' city eq 'b'", /stands city instead of and/],
    ["displayName eq 'a'; drop table users", /character ; at position 19/],
    ["displayName eq '😀' 😀", /character 😀 at position 21/],
    [Array(21).fill("city eq 'a'").join(' and '), /At most 20/],
    [`city eq '${'a'.repeat(FILTER_MAX_LENGTH)}'`, /at most 2048 characters\. .*eq and startswith/],
  ];
  for (const [filter, says] of rejected) {
    it(`is rejected: ${filter.trim().slice(0, 60) || `${filter.length} spaces`}`, () =>
      assert.match(rejectionOf(filter), says));
  }

  const space = fc.stringMatching(/^[ \t]{1,2}$/);
  const plain = { noNullPrototype: true };
  const clause: fc.Arbitrary<UserFilterClause> = fc.oneof(
    fc.record(
      {
        field: fc.constantFrom(...USER_FIELDS.filter((field) => field !== 'accountEnabled')),
        operator: fc.constantFrom('eq' as const, 'startswith' as const),
        value: fc.string({ unit: 'grapheme', maxLength: 20 }),
      },
      plain,
    ),
    fc.record(
      {
        field: fc.constant('accountEnabled' as const),
        operator: fc.constant('eq' as const),
        value: fc.boolean(),
      },
      plain,
    ),
    fc.record(
      {
        field: fc.constantFrom(...USER_FIELDS),
        operator: fc.constant('eq' as const),
        value: fc.constant(null),
      },
      plain,
    ),
  );

  function write({ field, operator, value }: UserFilterClause, gap: string): string {
    const literal = typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
    return operator === 'eq'
      ? `${field}${gap}eq${gap}${literal}`
      : `startswith(${gap}${field}${gap},${gap}${literal})`;
  }

  it('is parsed into its clauses when it follows the grammar', () => {
    fc.assert(
      fc.property(fc.array(clause, { minLength: 1, maxLength: 10 }), space, (clauses, gap) => {
        const filter = clauses.map((each) => write(each, gap)).join(`${gap}and${gap}`);
        assert.deepEqual(parseUserFilter(filter), clauses);
      }),
      { numRuns: 500 },
    );
  });

  it('is accepted or rejected with a CharterError when it is random text', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'and',
        'or',
        'eq',
        'startswith',
        '(',
        ')',
        ',',
        "'",
        "''",
        ' ',
        'null',
        'true',
        'city',
        '$',
        '\\',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    );
    const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'binary', maxLength: 200 })), (filter) => {
        try {
          const clauses = parseUserFilter(filter);
          assert.ok(clauses.length >= 1);
          assert.deepEqual(parseUserFilter(clauses.map((each) => write(each, ' ')).join(' and ')), clauses);
        } catch (error) {
          assert.ok(error instanceof CharterError, String(error));
        }
      }),
      { numRuns: 3000 },
    );
  });
});

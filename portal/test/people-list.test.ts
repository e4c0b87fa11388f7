/** Tests how lists of people are read from pasted texts and files. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isPeopleList, readPeopleList } from '../src/features/users/people-list.ts';

const CASES: Record<string, readonly [text: string, people: string[]]> = {
  'addresses separated by commas': [
    'ann@x.example, bob@x.example,cy@x.example',
    ['ann@x.example', 'bob@x.example', 'cy@x.example'],
  ],
  'addresses separated by semicolons, line breaks, tabs and spaces': [
    'ann@x.example;bob@x.example\r\ncy@x.example\tdan@x.example\neve@x.example fay@x.example',
    ['ann@x.example', 'bob@x.example', 'cy@x.example', 'dan@x.example', 'eve@x.example', 'fay@x.example'],
  ],
  'names with addresses': [
    'Ann Lee <ann@x.example>, Bob Ray <bob@x.example>',
    ['ann@x.example', 'bob@x.example'],
  ],
  'names with commas before addresses, as mail programs write them': [
    'Lee, Ann <ann@x.example>; Ray, Bob <bob@x.example>',
    ['ann@x.example', 'bob@x.example'],
  ],
  'quoted names': [
    '"Lee, Ann" <ann@x.example>, "Ray; Bob" <bob@x.example>',
    ['ann@x.example', 'bob@x.example'],
  ],
  'names, addresses, and addresses in brackets': [
    'Bob Ray, Ann Lee <ann@x.example>, cy@x.example, Dan Poe',
    ['Bob Ray', 'ann@x.example', 'cy@x.example', 'Dan Poe'],
  ],
  'names separated by commas': ['Ann Lee, Bob Ray, Cy Orr', ['Ann Lee', 'Bob Ray', 'Cy Orr']],
  'last names before first names': ['Lee, Ann\nvan der Berg, Dora', ['Lee, Ann', 'van der Berg, Dora']],
  'a table with a header': [
    'Name,Mail,Department\n"Lee, Ann",ann@x.example,Sales\nBob Ray,bob@x.example,Legal',
    ['ann@x.example', 'bob@x.example'],
  ],
  'a table without a header': [
    'Ann Lee;ann@x.example\nBob Ray;bob@x.example',
    ['ann@x.example', 'bob@x.example'],
  ],
  'a table with two columns of addresses': [
    'Login\tMail\nann@y.example\tann@x.example\nbob@y.example\tbob@x.example',
    ['ann@y.example', 'bob@y.example'],
  ],
  'a row of a table': ['Ann Lee\tann@x.example\tSales', ['ann@x.example']],
  'a row without an address': ['Name;Mail\nAnn Lee;ann@x.example\nBob Ray;', ['ann@x.example', 'Bob Ray']],
  'rows of addresses': [
    'ann@x.example, bob@x.example\ncy@x.example, dan@x.example',
    ['ann@x.example', 'bob@x.example', 'cy@x.example', 'dan@x.example'],
  ],
  'an address that occurs twice': ['ann@x.example; Ann <ANN@X.example>', ['ann@x.example']],
  'a mailto link and an address before a full stop': [
    '<mailto:ann@x.example>, bob@x.example.',
    ['ann@x.example', 'bob@x.example'],
  ],
  'a quote that is not closed': [
    '"Ann Lee <ann@x.example>\nbob@x.example',
    ['ann@x.example', 'bob@x.example'],
  ],
  'unusual addresses': [
    "zoë+team@x.example, 'o'brien@x.example'",
    ['zoë+team@x.example', "o'brien@x.example"],
  ],
  'text without people': [' \n;,\t', []],
};

describe('a list of people', () => {
  for (const [what, [text, people]] of Object.entries(CASES)) {
    it(`is read from ${what}`, () => assert.deepEqual(readPeopleList(text), people));
  }

  it('is distinguished from search words', () => {
    const lists = ['ann@x.example', 'Ann Lee; Bob Ray', 'Ann Lee\nBob Ray', 'Ann Lee, Bob Ray, Cy Orr'];
    assert.deepEqual(lists.map(isPeopleList), [true, true, true, true]);
    assert.deepEqual(['ann', 'Ann Lee', 'lee, ann', ''].map(isPeopleList), [false, false, false, false]);
  });

  it('keeps all addresses, whatever separates and surrounds them', () => {
    const address = fc
      .tuple(fc.stringMatching(/^[a-z]{1,6}$/), fc.stringMatching(/^[a-z]{1,6}$/))
      .map(([local, domain]) => `${local}@${domain}.example`);
    const person = fc.tuple(
      address,
      fc.constantFrom('', 'Ann Lee', 'Lee, Ann', '"Lee, Ann"', 'Ann "Nan" Lee'),
    );
    const separator = fc.constantFrom(';', '; ', '\n', '\r\n', '\t');
    fc.assert(
      fc.property(fc.array(person, { minLength: 1, maxLength: 20 }), separator, (people, between) => {
        const text = people.map(([mail, name]) => (name === '' ? mail : `${name} <${mail}>`)).join(between);
        const read = readPeopleList(text);
        assert.deepEqual(read, [...new Set(people.map(([mail]) => mail))]);
      }),
    );
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertRejected } from '../../../test/team-rejections.ts';
import { type JsonResponse, startTeamService, type TeamService } from '../../../test/team-service.ts';

const NAMES = ['Ada', 'Gus', 'Ida', 'Ivan', 'Mia', 'Olga', 'Sam'];

describe('GET /users', () => {
  let service: TeamService;
  before(async () => {
    service = await startTeamService();
  });
  after(() => service.close());

  const get = (query = '', as: Parameters<TeamService['call']>[0] = 'sam') =>
    service.call(as, 'GET', `/users${query}`);
  const namesIn = ({ body }: JsonResponse): string[] =>
    body.value.map(({ displayName }: { displayName: string }) => displayName);
  const filter = (text: string) => get(`?$filter=${encodeURIComponent(text)}`);

  it('requires credentials', async () => {
    assertRejected(await get('', 'nobody'), 401, 'Unauthenticated');
  });

  it('lists the directory to everybody of the tenant, with all fields of a user', async () => {
    for (const caller of ['sam', 'gus', 'app'] as const) {
      const answer = await get('', caller);
      assert.equal(answer.status, 200);
      assert.deepEqual(namesIn(answer), NAMES);
      assert.equal(answer.body['@odata.context'], `${service.url}/$metadata#users`);
      assert.equal(answer.body['@odata.count'], NAMES.length);
      assert.equal('@odata.nextLink' in answer.body, false);
    }
    const [ada] = (await get()).body.value;
    assert.deepEqual(ada, {
      id: 'ada-id',
      displayName: 'Ada',
      givenName: 'ada',
      mail: 'ada@mail.fabrikam.example',
      userPrincipalName: 'ada@fabrikam.example',
      userType: 'Member',
      accountEnabled: true,
    });
  });

  it('does not list people of another tenant', async () => {
    const { body } = await get('', 'foreign app');
    const upns = body.value.map((user: { userPrincipalName: string }) => user.userPrincipalName);
    assert.equal(upns.length, NAMES.length);
    for (const upn of upns) assert.match(upn, /@tailspin\.example$/);
  });

  it('links pages, and preserves all options in the links', async () => {
    const seen: string[] = [];
    const query = `?$top=2&$count=true&$filter=${encodeURIComponent("userType eq 'Member'")}`;
    let next: string | undefined = `${service.url}/users${query}`;
    let pages = 0;
    while (next !== undefined) {
      const answer = await service.call('sam', 'GET', next.slice(service.url.length));
      assert.equal(answer.status, 200);
      assert.equal(answer.body['@odata.count'], 6);
      seen.push(...namesIn(answer));
      next = answer.body['@odata.nextLink'];
      pages += 1;
      if (next === undefined) break;
      const options = new URL(next).searchParams;
      assert.deepEqual([...options.keys()].sort(), ['$count', '$filter', '$skiptoken', '$top']);
      assert.equal(options.get('$filter'), "userType eq 'Member'");
    }
    assert.equal(pages, 3);
    assert.deepEqual(
      seen,
      NAMES.filter((name) => name !== 'Gus'),
    );
  });

  it('counts the page, or all matches on request', async () => {
    assert.equal((await get('?$top=3')).body['@odata.count'], 3);
    assert.equal((await get('?$top=3&$count=false')).body['@odata.count'], 3);
    assert.equal((await get('?$top=3&$count=true')).body['@odata.count'], 7);
  });

  it('searches names, mail and user principal names by prefixes of words', async () => {
    for (const [search, names] of [
      ['i', ['Ida', 'Ivan']],
      ['"ol"', ['Olga']],
      ['MIA@fabrikam', ['Mia']],
      ['nobody', []],
      ["'; drop table users; --", []],
    ] as const) {
      assert.deepEqual(namesIn(await get(`?$search=${encodeURIComponent(search)}`)).sort(), names, search);
    }
  });

  it('filters by the fields of a user', async () => {
    for (const [text, names] of [
      ["startswith(displayName,'I')", ['Ida', 'Ivan']],
      ["userType eq 'Guest'", ['Gus']],
      ["mail eq 'sam@mail.fabrikam.example' and accountEnabled eq true", ['Sam']],
      ['accountEnabled eq false', []],
      ["givenName eq 'ada' and surname eq null", ['Ada']],
      ["displayName eq 'O''Neil'", []],
      ["displayName eq '%' and city eq null", []],
    ] as const) {
      assert.deepEqual(namesIn(await filter(text)), names, text);
    }
  });

  const bad: [query: string, target: string, says: RegExp][] = [
    ['?$top=0', '$top', /at least 1/],
    ['?$top=1000', '$top', /at most 999/],
    ['?$top=ten', '$top', /integer/],
    ['?$top=1&$top=2', '$top', /integer/],
    ['?$count=yes', '$count', /boolean/],
    ['?$skiptoken=abc', '$skiptoken', /not one this service gave out/],
    ['?$skiptoken=WyJhXHUwMDAwIiwiYiJd', '$skiptoken', /not one this service gave out/],
    ['?$search=', '$search', /at least one word/],
    ['?$search=%22displayName:a%22', '$search', /one property \(displayName:\) is not supported/],
    ['?$search=a%00b', '$search', /cannot be stored/],
    ['?$filter=', '$filter', /ends where/],
    ["?$filter=displayName%20ne%20'a'", '$filter', /operator ne at position 13 is not supported/],
    ["?$filter=displayName%20eq%20'a'%20or%20city%20eq%20'b'", '$filter', /operator or .* not supported/],
    ["?$filter=contains(displayName,'a')", '$filter', /function contains .* not supported/],
    ['?$select=id', '$select', /not supported/],
    ['?$orderby=displayName', '$orderby', /not supported/],
    ['?$expand=manager', '$expand', /not supported/],
    ['?$skip=10', '$skip', /not supported/],
    ['?top=10', 'top', /not supported/],
  ];
  for (const [query, target, says] of bad) {
    it(`rejects ${query} and names the option`, async () => {
      const answer = await get(query);
      assertRejected(answer, 400, 'InvalidRequest', [target]);
      assert.match(answer.body.error.details[0].message, says);
    });
  }
});

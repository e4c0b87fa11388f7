/** Refusals over HTTP: what they look like, and those that every operation on a team has. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Answered, Caller, TeamService } from './team-service.ts';

/** The error has this status and code, and its details name these places, in any order. */
export function assertRefused(answer: Answered, status: number, code: string, targets: string[] = []): void {
  assert.equal(answer.status, status, JSON.stringify(answer.body));
  assert.equal(answer.body.error.code, code);
  const details: { target: string; message: string }[] = answer.body.error.details ?? [];
  assert.deepEqual(details.map(({ target }) => target).sort(), targets.toSorted());
  for (const { message } of details) assert.match(message, /\w/);
}

export interface OthersCase {
  method: string;
  /** A fresh thing to act on, as a path. */
  path(): Promise<string>;
  /** The same for a thing that is not there. */
  missing: string;
  body?: unknown;
  /** May see the thing, but not do this. */
  denied: Caller[];
  /** May not know that it is there. */
  hidden: Caller[];
}

/** 401, 403, another tenant's 404: three tests of one operation. */
export function itRefusesTheOthers(service: () => TeamService, of: OthersCase): void {
  const send = (as: Caller, path: string) => service().call(as, of.method, path, of.body);

  it('should require credentials', async () => {
    const answer = await send('nobody', await of.path());
    assertRefused(answer, 401, 'Unauthenticated');
    assert.match(answer.headers.get('www-authenticate') ?? '', /Bearer/);
  });

  if (of.denied.length > 0) {
    it(`should be denied to ${of.denied.join(', ')}`, async () => {
      const path = await of.path();
      for (const caller of of.denied) assertRefused(await send(caller, path), 403, 'Forbidden');
    });
  }

  it(`should not be found by ${of.hidden.join(', ')}, in the words of what is not there`, async () => {
    const path = await of.path();
    const missing = await send('app', of.missing);
    assertRefused(missing, 404, 'NotFound');
    const wordsOf = (answer: Answered, at: string): string =>
      at
        .split('/')
        .map(decodeURIComponent)
        .reduce((text, part) => text.replace(`'${part}'`, ''), answer.body.error.message);
    for (const caller of of.hidden) {
      const answer = await send(caller, path);
      assertRefused(answer, 404, 'NotFound');
      assert.equal(wordsOf(answer, path), wordsOf(missing, of.missing));
    }
  });
}

/** Assertions about rejected calls over HTTP, and the cases that every operation on a team has. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Caller, JsonResponse, TeamService } from './team-service.ts';

/** Asserts status, code and the targets of the details, in any order. */
export function assertRejected(
  answer: JsonResponse,
  status: number,
  code: string,
  targets: string[] = [],
): void {
  assert.equal(answer.status, status, JSON.stringify(answer.body));
  assert.equal(answer.body.error.code, code);
  const details: { target: string; message: string }[] = answer.body.error.details ?? [];
  assert.deepEqual(details.map(({ target }) => target).sort(), targets.toSorted());
  for (const { message } of details) assert.match(message, /\w/);
}

export interface RejectionCase {
  method: string;
  /** Creates an object to act on and returns its path. */
  path(): Promise<string>;
  /** The path of a missing object. */
  missing: string;
  body?: unknown;
  /** Callers who may read the object but not perform the operation. */
  denied: Caller[];
  /** Callers who may not know that the object exists. */
  hidden: Caller[];
}

/** Registers tests of one operation: 401, 403 for `denied` callers if any, and 404 for `hidden` ones. */
export function testRejections(service: () => TeamService, of: RejectionCase): void {
  const send = (as: Caller, path: string) => service().call(as, of.method, path, of.body);

  it('requires credentials', async () => {
    const answer = await send('nobody', await of.path());
    assertRejected(answer, 401, 'Unauthenticated');
    assert.match(answer.headers.get('www-authenticate') ?? '', /Bearer/);
  });

  if (of.denied.length > 0) {
    it(`returns 403 to callers who may not perform the operation: ${of.denied.join(', ')}`, async () => {
      const path = await of.path();
      for (const caller of of.denied) assertRejected(await send(caller, path), 403, 'Forbidden');
    });
  }

  it(`returns the same 404 as for a missing object to callers who may not see the object: ${of.hidden.join(', ')}`, async () => {
    const path = await of.path();
    const missing = await send('app', of.missing);
    assertRejected(missing, 404, 'NotFound');
    const wordsOf = (answer: JsonResponse, at: string): string =>
      at
        .split('/')
        .map(decodeURIComponent)
        .reduce((text, part) => text.replace(`'${part}'`, ''), answer.body.error.message);
    for (const caller of of.hidden) {
      const answer = await send(caller, path);
      assertRejected(answer, 404, 'NotFound');
      assert.equal(wordsOf(answer, path), wordsOf(missing, of.missing));
    }
  });
}

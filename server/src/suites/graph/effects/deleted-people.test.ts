/** Tests how the Graph suite reports people who were deleted from the directory after a request named them. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { aTeam, createTeam, member, owner } from '../../../../test/conformance/world.ts';
import { FAULTLESS } from '../../../../test/graph/behaviour.ts';
import type { StoredUser } from '../../../../test/graph/tenant.ts';
import { useGraphWorld } from '../../../../test/graph/world.ts';
import { type CharterError, type ErrorCode, isCharterError } from '../../../kernel/errors.ts';

describe('people who were deleted from the directory', () => {
  const world = useGraphWorld();
  let leaver: StoredUser;
  let number = 0;
  beforeEach(async () => {
    number += 1;
    world.clock.advance(600);
    const name = {
      displayName: `Lee Leaver ${number}`,
      userPrincipalName: `lee${number}@conformance.example`,
    };
    leaver = world.tenant.addUser(name, world.clock.now());
    await world.suite.refreshDirectory(world.tenantId);
    world.clock.advance(60);
  });

  function remove(isPurged: boolean): void {
    leaver.deletedAt = world.clock.now().getTime();
    leaver.isPurged = isPurged;
    world.tenant.changed('users', 'deleted', leaver.id, world.clock.now());
  }

  /** Returns calls that name the person: for a new team, alone, and together with somebody else. */
  async function namingCalls(): Promise<(() => Promise<unknown>)[]> {
    const { bare, tenantId, people } = world;
    const { id: teamId } = (await createTeam(world)).team;
    const team = aTeam(world, { members: [owner(people.ada), member(leaver.id)] });
    return [
      () => bare.teams.create(tenantId, team),
      () => bare.teams.addMembers(tenantId, teamId, [member(leaver.id)]),
      () => bare.teams.addMembers(tenantId, teamId, [member(leaver.id), member(people.chloe)]),
    ];
  }

  async function rejectsEach(
    calls: readonly (() => Promise<unknown>)[],
    code: ErrorCode,
    message: RegExp,
  ): Promise<void> {
    for (const call of calls) {
      world.clock.advance(60);
      const error: unknown = await call().then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      assert.ok(isCharterError(error), String(error));
      assert.deepEqual([error.code, message.test(error.message)], [code, true], error.message);
      if (code === 'NotFound') assert.deepEqual(unknownIn(error), [leaver.id]);
    }
  }

  const unknownIn = ({ details }: CharterError): string[] =>
    details.filter(({ code }) => code === 'UnknownUser').map(({ target }) => target);

  it('are named in the error at once when Graph lists them among the deleted items', async () => {
    const calls = await namingCalls();
    remove(false);
    await rejectsEach(calls, 'NotFound', /Deleted from the directory: Lee Leaver/);
  });

  it('make the call fail with ServiceUnavailable when Graph throttles the check for deleted people', async () => {
    const calls = await namingCalls();
    remove(false);
    const throttled = { kind: 'throttled', seconds: 30 } as const;
    const faultOf = ({ route }: { route: string }) =>
      route.startsWith('GET /directory/deletedItems') ? throttled : undefined;
    world.standIn.behave({ ...FAULTLESS, faultOf });
    await rejectsEach(calls, 'ServiceUnavailable', /limits the calls/);
  });

  it('are named in the error after a permanent deletion, when the copied directory no longer has them', async () => {
    const calls = await namingCalls();
    remove(true);
    await rejectsEach(calls, 'ServiceUnavailable', /does not show .*Lee Leaver/);
    await world.suite.refreshDirectory(world.tenantId);
    await rejectsEach(calls, 'NotFound', /not in the directory/);
  });

  it('are distinguished from new people whom Graph does not show everywhere', async () => {
    const calls = await namingCalls();
    leaver.visibleAt = world.clock.now().getTime() + 3_600_000;
    await rejectsEach(calls, 'ServiceUnavailable', /does not show .*Lee Leaver/);
    world.clock.advance(3_600);
    const { suite, tenantId, people } = world;
    const team = aTeam(world, { members: [owner(people.ada), member(leaver.id)] });
    const { team: made } = await suite.teams.create(tenantId, team);
    assert.ok(world.tenant.groups.get(made.id)?.members.has(leaver.id));
  });
});

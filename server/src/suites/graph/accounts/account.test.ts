/** Tests the calls that Charter makes as the connected account: setting labels and posting messages. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { FAULTLESS, type Fault, type Occasion, withFault } from '../../../../test/graph/behaviour.ts';
import { connectAccount } from '../../../../test/graph/connect-account.ts';
import type { Registration } from '../../../../test/graph/route.ts';
import { useGraphWorld } from '../../../../test/graph/world.ts';
import { waitAndRetry } from '../../../../test/retrying-suite.ts';
import { isCharterError } from '../../../kernel/errors.ts';

/** Seconds after which a node reads the account again. */
const ACCOUNT_SECONDS = 31;

describe('the connected account', () => {
  const world = useGraphWorld();
  let registration: Registration;
  before(async () => {
    registration = world.standIn.registrations[0] as Registration;
  });

  const newTeam = async (): Promise<string> => {
    const { team } = await world.suite.teams.create(world.tenantId, {
      marker: crypto.randomUUID(),
      displayName: 'Labelled',
      description: null,
      visibility: 'private',
      mailNickname: crypto.randomUUID(),
      members: [{ userId: world.people.ada, role: 'owner' }],
    });
    return team.id;
  };

  /** Injects the fault into the next call of the route. Returns a function that returns whether that call was made. */
  function once(route: string, fault: Fault): () => boolean {
    let isDone = false;
    world.standIn.behave({
      ...FAULTLESS,
      faultOf: (occasion: Occasion) => {
        if (isDone || occasion.route !== route) return undefined;
        isDone = true;
        return fault;
      },
    });
    return () => isDone;
  }

  const failureOf = async (call: Promise<unknown>) => {
    const error = await call.then(
      () => assert.fail('The call did not fail.'),
      (reason: unknown) => reason,
    );
    assert.ok(isCharterError(error), String(error));
    return error;
  };

  const post = (teamId: string, marker = 'welcome', text = 'Welcome\n& <b>all</b>') =>
    world.suite.channels.postMessage(world.tenantId, teamId, null, { marker, text });

  const messagesOf = async (teamId: string): Promise<string[]> => {
    const { id } = await world.suite.channels.primary(world.tenantId, teamId);
    return world.messagesIn(teamId, id);
  };

  const POST_MESSAGE = 'POST /teams/{team}/channels/{channel}/messages';
  const LEAVE = 'DELETE /teams/{team}/members/{membership}';

  it('is a member of the team only during a post', async () => {
    const teamId = await newTeam();
    const { dora } = world.people;
    await post(teamId);
    assert.deepEqual(await messagesOf(teamId), ['Welcome\n& <b>all</b>']);
    const isMember = async () =>
      (await world.suite.teams.listMembers(world.tenantId, teamId)).some(({ userId }) => userId === dora);
    assert.equal(await isMember(), false);
    await world.suite.teams.addMembers(world.tenantId, teamId, [{ userId: dora, role: 'member' }]);
    await post(teamId, 'second', 'Again');
    assert.equal(await isMember(), true);
  });

  it('posts once when a response is lost, or when Teams rejects the new member at first', async () => {
    for (const [route, fault] of [
      [POST_MESSAGE, { kind: 'lost', hasEffect: true }],
      [POST_MESSAGE, { kind: 'lost', hasEffect: false }],
      [POST_MESSAGE, { kind: 'error', status: 502, hasEffect: true }],
      [POST_MESSAGE, { kind: 'revoked' }],
      ['POST /teams/{team}/members', { kind: 'lost', hasEffect: true }],
      [LEAVE, { kind: 'lost', hasEffect: true }],
      [LEAVE, { kind: 'not found but done' }],
    ] as const) {
      const teamId = await newTeam();
      const wasMet = once(route, fault);
      await post(teamId);
      assert.ok(wasMet(), route);
      await post(teamId);
      assert.deepEqual(await messagesOf(teamId), ['Welcome\n& <b>all</b>'], JSON.stringify(fault));
      assert.equal((await world.suite.teams.listMembers(world.tenantId, teamId)).length, 1);
    }
  });

  it("quotes Graph's reason for a rejected post, and leaves the team when the rejection is final", async () => {
    const { standIn, bare, suite, tenantId } = world;
    const teamId = await newTeam();
    const reason = 'The messaging policy forbids chats.';
    const rejected = { kind: 'rejected', status: 403, code: 'Forbidden', message: reason } as const;
    standIn.behave(withFault(rejected, POST_MESSAGE, 10));
    const message = { marker: 'welcome', text: 'Welcome' };
    const rejection = () => failureOf(bare.channels.postMessage(tenantId, teamId, null, message));
    const early = await rejection();
    assert.deepEqual([early.code, early.message.includes(reason)], ['ServiceUnavailable', true]);
    world.clock.advance(16 * 60);
    const late = await rejection();
    assert.deepEqual([late.code, late.message.includes(reason)], ['InvalidRequest', true]);
    standIn.behave(FAULTLESS);
    assert.equal((await suite.teams.listMembers(tenantId, teamId)).length, 1);
  });

  it('finds a message whose response was lost on a later page, and reads no further pages', async () => {
    const { standIn, bare, suite, tenantId, people } = world;
    const teamId = await newTeam();
    const { id: channelId } = await suite.channels.primary(tenantId, teamId);
    const { messages } = standIn.tenants[0]!.groups.get(teamId)!.team!.channels.get(channelId)!;
    const addOthers = (): void => {
      for (let count = 0; count < 60; count += 1) {
        const body = { contentType: 'text', content: 'Hello' } as const;
        messages.push({
          id: `other-${messages.length}`,
          from: { user: { id: people.ada } },
          body,
          visibleAt: 0,
        });
      }
    };
    addOthers();
    once(POST_MESSAGE, { kind: 'lost', hasEffect: true });
    await failureOf(
      bare.channels.postMessage(tenantId, teamId, null, { marker: 'welcome', text: 'Welcome' }),
    );
    addOthers();
    let pages = 0;
    standIn.behave({
      ...FAULTLESS,
      faultOf: ({ route }: Occasion) => {
        if (route === 'GET /teams/{team}/channels/{channel}/messages') pages += 1;
        return undefined;
      },
    });
    await post(teamId, 'welcome', 'Welcome');
    assert.equal((await messagesOf(teamId)).filter((text) => text === 'Welcome').length, 1);
    assert.equal(pages, 2);
  });

  it('delays jobs and reports the reason while Entra rejects its sign-in, until it is connected again', async () => {
    const { bare, tenantId, labels, standIn, accounts, clock } = world;
    const teamId = await newTeam();
    standIn.authority.signOut();
    const label = () => bare.teams.setSensitivityLabel(tenantId, teamId, labels.Public);
    await waitAndRetry(clock, () => bare.organisation(tenantId));
    for (const failure of [await failureOf(label()), await failureOf(label())]) {
      assert.deepEqual([failure.code, failure.retryAfterSeconds], ['ServiceUnavailable', 300]);
      assert.match(failure.message, /service@.*administrator.*charter graph-account connect/);
    }
    assert.match(accounts.get(tenantId)?.lostReason ?? '', /^AADSTS50173: /);
    const lost = await bare.capabilities(tenantId);
    assert.deepEqual([lost.sensitivityLabels, lost.messages], [false, false]);
    clock.advance(1);
    accounts.set(tenantId, await connectAccount(standIn, registration, clock.now()));
    clock.advance(ACCOUNT_SECONDS);
    assert.equal((await bare.capabilities(tenantId)).sensitivityLabels, true);
    await waitAndRetry(clock, label);
    assert.equal((await world.suite.teams.find(tenantId, teamId))?.sensitivityLabelId, labels.Public);
  });

  it('renews unused tokens, and detects that they were revoked', async () => {
    const { anotherNode, tenantId, standIn, accounts, clock } = world;
    /** Removes the cached access tokens, so that the next sign-in uses the refresh token. */
    const withoutAccessTokens = (): void => {
      const account = accounts.get(tenantId)!;
      const tokens = JSON.stringify({ ...JSON.parse(account.tokens), AccessToken: {} });
      accounts.set(tenantId, { ...account, tokens });
      clock.advance(ACCOUNT_SECONDS);
    };
    withoutAccessTokens();
    const before = accounts.get(tenantId)?.tokens;
    await anotherNode().keepAccountAlive(tenantId);
    assert.notEqual(accounts.get(tenantId)?.tokens, before);
    withoutAccessTokens();
    standIn.authority.signOut();
    await failureOf(anotherNode().keepAccountAlive(tenantId));
    assert.match(accounts.get(tenantId)?.lostReason ?? '', /^AADSTS50173: /);
    await anotherNode().keepAccountAlive(tenantId);
  });

  it('is used only for purposes that its permissions cover', async () => {
    const { bare, tenantId, labels, standIn, accounts, clock } = world;
    const teamId = await newTeam();
    registration.person!.scopes = ['Group.ManageProtection.All'];
    clock.advance(1);
    accounts.set(tenantId, await connectAccount(standIn, registration, clock.now()));
    clock.advance(ACCOUNT_SECONDS);
    const some = await bare.capabilities(tenantId);
    assert.deepEqual([some.sensitivityLabels, some.messages], [true, false]);
    assert.equal((await failureOf(post(teamId))).details[0]?.code, 'NotSupported');
    accounts.delete(tenantId);
    clock.advance(ACCOUNT_SECONDS);
    assert.equal((await bare.capabilities(tenantId)).sensitivityLabels, false);
    const failure = await failureOf(bare.teams.setSensitivityLabel(tenantId, teamId, labels.Public));
    assert.equal(failure.details[0]?.code, 'NotSupported');
  });
});

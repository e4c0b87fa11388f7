/** Tests people who were deleted from Entra ID: their calls, and templates and requests that still name them. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type GraphService, PLAIN_TEMPLATE, startGraphService } from './service.ts';

describe('the service after people were deleted from Entra ID', () => {
  let world: GraphService;
  before(async () => {
    world = await startGraphService();
  });
  after(() => world?.close());

  function addPerson(displayName: string): string {
    const address = `${displayName.toLowerCase()}@contoso.example`;
    const user = { displayName, userPrincipalName: address, mail: address };
    return world.contoso.tenant.addUser(user, world.clock.now()).id;
  }
  function leave(id: string): void {
    const user = world.contoso.tenant.users.get(id);
    assert.ok(user);
    user.deletedAt = world.clock.now().getTime();
    world.contoso.tenant.changed('users', 'deleted', id, world.clock.now());
  }
  /**
   * Deletes the person, and makes a call as them. Its rejection removes them from Charter's copy before the next
   * refresh.
   */
  async function leaveNoticed(id: string): Promise<void> {
    leave(id);
    assert.equal((await call(id, 'POST', '/hooks', {})).status, 403);
  }
  const callerFor = (person: string) => ({ ...world.contoso, person });
  const call = (person: string, method: string, path: string, body?: unknown) =>
    world.call(callerFor(person), method, path, body);
  const ada = () => world.contoso.ada;

  async function apply(id: string, more: object): Promise<void> {
    const manifest = {
      ...PLAIN_TEMPLATE,
      templateConfiguration: { ...PLAIN_TEMPLATE.templateConfiguration, id, name: id, ...more },
    };
    const { status, body } = await call(ada(), 'POST', '/catalog/templates', { manifest });
    assert.ok([200, 201].includes(status), JSON.stringify(body));
  }
  const ask = (person: string, template: string, name: string, members: string[] = [], query = '') =>
    call(person, 'POST', `/teams/provisioning${query}`, {
      template: { id: template },
      team: { name, membership: { members: members.map((id) => ({ id })) } },
    });
  const noticesAbout = async (name: string) =>
    (await call(ada(), 'GET', '/notifications')).body.value.filter(
      ({ kind, text }: { kind: string; text: string }) =>
        kind === 'template_people_departed' && text.includes(name),
    ).length;
  const featuresOf = (omissions: { feature: string }[] = []) => omissions.map(({ feature }) => feature);

  it('builds an approved team without a deleted member whom the copied directory still has', async () => {
    const jana = addPerson('Jana');
    const karl = addPerson('Karl');
    await apply('decided', {
      approval: { requireApproval: true, approvalTeam: [{ id: karl, name: 'Karl' }] },
    });
    const { body: job } = await ask(ada(), 'decided', 'Gemini', [jana]);
    leave(jana);
    const approved = await call(karl, 'POST', `/approvals/${job.data.approval.id}/approve`);
    assert.equal(approved.status, 200, JSON.stringify(approved.body));
    const ended = await world.settle(world.contoso, job.id, 'completed', 'failed');
    assert.equal(ended.status, 'completed', JSON.stringify(ended.log));
    assert.match(ended.log.join(' '), /Left out people who are no longer in the directory: Jana\./);
  });

  it('rejects a decision by a deleted approver at once', async () => {
    const bob = addPerson('Bob');
    const carol = addPerson('Carol');
    await apply('approved', {
      approval: { requireApproval: true, approvalTeam: [bob, carol].map((id) => ({ id, name: id })) },
    });
    const { body: job } = await ask(ada(), 'approved', 'Apollo');
    const approval = `/approvals/${job.data.approval.id}`;
    // A change just before the deletion shows that no cached result about Bob is used.
    assert.equal((await call(bob, 'POST', '/hooks', {})).status, 400);
    leave(bob);
    const decided = await call(bob, 'POST', `${approval}/approve`);
    assert.deepEqual([decided.status, decided.body.error.code], [403, 'Forbidden']);
    // The authenticator caches a person's presence for a minute.
    world.skip(61);
    assert.equal((await call(bob, 'GET', '/me')).status, 403);
    assert.equal((await call(carol, 'POST', `${approval}/approve`)).status, 200);
  });

  it('rejects a change by a permanently deleted person whom the copied directory still has', async () => {
    const eve = addPerson('Eve');
    assert.equal((await call(eve, 'GET', '/me')).status, 200);
    assert.equal((await call(eve, 'POST', '/hooks', {})).status, 400);
    leave(eve);
    world.contoso.tenant.users.get(eve)!.isPurged = true;
    assert.equal((await call(eve, 'POST', '/hooks', {})).status, 403);
  });

  it('rejects a request by a person whose account is disabled, and accepts people whom Entra ID never had', async () => {
    const dan = addPerson('Dan');
    assert.equal((await call(dan, 'GET', '/me')).status, 200);
    world.contoso.tenant.users.get(dan)!.user.accountEnabled = false;
    assert.equal((await ask(dan, 'approved', 'Borealis')).status, 403);
    const { status } = await call(crypto.randomUUID(), 'GET', '/me');
    assert.equal(status, 200);
  });

  it('omits and reports a permanent member and an approver who were deleted, and notifies administrators once', async () => {
    const erin = addPerson('Erin');
    const frank = addPerson('Frank');
    await apply('staffed', {
      permanentMembership: { members: [{ id: erin, name: 'Erin' }], owners: [] },
      approval: {
        requireApproval: true,
        approvalTeam: [
          { id: frank, name: 'Frank' },
          { id: addPerson('Gus'), name: 'Gus' },
        ],
      },
    });
    const before = await ask(ada(), 'staffed', 'Cygnus', [], '?dryRun=true');
    assert.deepEqual(featuresOf(before.body.omissions), []);
    await leaveNoticed(erin);
    await leaveNoticed(frank);
    const planned = await ask(ada(), 'staffed', 'Cygnus', [], '?dryRun=true');
    assert.equal(planned.status, 200, JSON.stringify(planned.body));
    assert.deepEqual(featuresOf(planned.body.omissions), ['departedPeople', 'departedApprovers']);
    assert.equal(await noticesAbout('Erin'), 0, 'a dry run notifies nobody');
    for (const name of ['Cygnus', 'Draco']) {
      const { status, body } = await ask(ada(), 'staffed', name);
      assert.equal(status, 201, JSON.stringify(body));
    }
    assert.deepEqual([await noticesAbout('Erin'), await noticesAbout('Frank')], [1, 1]);
    assert.equal((await ask(ada(), 'staffed', 'Eridanus', ['nobody@contoso.example'])).status, 400);
  });

  it('approves a request without a member who was deleted while it was pending', async () => {
    const hana = addPerson('Hana');
    const ines = addPerson('Ines');
    await apply('reviewed', {
      approval: { requireApproval: true, approvalTeam: [{ id: ines, name: 'Ines' }] },
    });
    const { body: job } = await ask(ada(), 'reviewed', 'Fornax', [hana]);
    await leaveNoticed(hana);
    const approved = await call(ines, 'POST', `/approvals/${job.data.approval.id}/approve`);
    assert.equal(approved.status, 200, JSON.stringify(approved.body));
    const ended = await world.settle(world.contoso, job.id, 'completed', 'failed');
    assert.equal(ended.status, 'completed', JSON.stringify(ended.log));
    assert.deepEqual(featuresOf(ended.data.plan.omissions), ['departedPeople']);
  });
});

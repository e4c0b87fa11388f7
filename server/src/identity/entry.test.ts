import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bearerWorld, TENANT } from '../../test/bearer-world.ts';
import { CAUSE } from '../../test/cause.ts';
import type { EntryRules } from '../domain/identity/ports.ts';
import { hasCode } from '../kernel/errors.ts';

const NONE: EntryRules = { all: false, known: false, domains: [], groups: [] };

describe('the rules of entry', () => {
  const world = bearerWorld();
  const behind = (entry: Partial<EntryRules>, change: object = {}) =>
    world.create({
      trustedIssuers: [
        { issuer: world.issuer.issuer, audiences: ['charter'], entry: { ...NONE, ...entry }, ...change },
      ],
    });
  const enters = async (claims: object, at: ReturnType<typeof behind>) =>
    (await world.presentClaims({ aud: 'charter', ...claims }, at)).id;
  const rejected = (claims: object, at: ReturnType<typeof behind>, sentence: RegExp) =>
    assert.rejects(world.presentClaims({ aud: 'charter', ...claims }, at), (error: Error) => {
      assert.ok(hasCode(error, 'Forbidden'), String(error));
      assert.match(error.message, sentence);
      return true;
    });

  it('admit only people of the directory with the rule `known`', async () => {
    const at = behind({ known: true });
    assert.equal(await enters({}, at), 'ada');
    await rejected({ oid: 'stranger' }, at, /not in the directory.*CHARTER_OIDC_ENTRY/);
  });

  it('add no rejected person to the directory', async () => {
    const admitted: string[] = [];
    const at = world.create({
      trustedIssuers: [
        { issuer: world.issuer.issuer, audiences: ['charter'], entry: { ...NONE, known: true } },
      ],
      signIn: async (_, id) => {
        admitted.push(id);
        return undefined;
      },
    });
    await rejected({ oid: 'stranger' }, at, /directory/);
    assert.deepEqual(admitted, []);
  });

  it('admit people of a domain whose address is verified', async () => {
    const at = behind({ domains: ['contoso.example'] });
    const keycloak = { ver: undefined, oid: 'kim', preferred_username: 'kim' };
    const mail = { ...keycloak, email: 'Kim@Contoso.example' };
    assert.equal(await enters({ ...mail, email_verified: true }, at), 'kim');
    for (const change of [
      { ...mail, oid: 'k1', email_verified: false },
      { ...mail, oid: 'k2', email: 'kim@contoso.example.evil.example', email_verified: true },
      { ...keycloak, oid: 'k3', preferred_username: 'kim@contoso.example' },
      { ...keycloak, oid: 'k4' },
    ]) {
      await rejected(change, at, /of no domain.*CHARTER_OIDC_ENTRY/);
    }
  });

  it('read the domain only from the configured claim', async () => {
    const at = behind({ domains: ['contoso.example'] }, { domainClaim: 'hd' });
    assert.equal(await enters({ oid: 'g1', hd: 'contoso.example' }, at), 'g1');
    const consumer = { oid: 'g2', email: 'kim@contoso.example', email_verified: true };
    await rejected(consumer, at, /of no domain/);
  });

  it('admit members of a group of the provider or of the directory', async () => {
    const at = behind({ groups: ['All Staff'] });
    assert.equal(await enters({ oid: 'p1', groups: ['All Staff'] }, at), 'p1');
    assert.equal(await enters({ oid: 'p2', groups: 'All Staff' }, at), 'p2');
    await rejected({ oid: 'p3', groups: ['Staff', 'All'] }, at, /none of the groups/);
    world.directory.groups = { ada: ['All Staff'] };
    assert.equal(await enters({}, at), 'ada');
    world.directory.groups = {};
  });

  it('treat groups as unknown when the token refers to an endpoint for them', async () => {
    const at = behind({ groups: ['All Staff'] });
    const overage = { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'x' } } };
    await rejected({ oid: 'o1', ...overage }, at, /does not list your groups, so it is unknown/);
    await rejected({ oid: 'o2', hasgroups: true }, at, /unknown/);
    world.directory.groups = { ada: ['All Staff'] };
    assert.equal(await enters(overage, at), 'ada');
    world.directory.groups = {};
  });

  it('admit people with a role of the service, and every app', async () => {
    const at = behind({ known: true });
    await world.stores.roleAssignments.assign(TENANT, 'root', 'GLOBAL_ADMIN', CAUSE);
    assert.equal(await enters({ oid: 'root' }, at), 'root');
    assert.equal(await enters({ idtyp: 'app', azp: 'robot' }, at), 'robot');
  });

  it('reject with 503 when only the unavailable directory can decide, and admit people by their token', async () => {
    world.directory.failure = new Error('the directory is away');
    const at = behind({ known: true, groups: ['All Staff'] });
    await assert.rejects(world.presentClaims({ aud: 'charter' }, at), (error) =>
      hasCode(error, 'ServiceUnavailable'),
    );
    assert.equal(await enters({ oid: 'p1', groups: ['All Staff'] }, at), 'p1');
  });

  it('apply together with roles that are mapped from groups', async () => {
    const at = behind({ all: true }, { roleMap: [{ name: 'Admins', role: 'GLOBAL_ADMIN' }] });
    const roles = async (claims: object) =>
      (await world.presentClaims({ aud: 'charter', ...claims }, at)).roles;
    assert.ok((await roles({ groups: ['Admins'] })).has('GLOBAL_ADMIN'));
    assert.ok(!(await roles({ groups: ['admins'], hasgroups: true })).has('GLOBAL_ADMIN'));
  });
});

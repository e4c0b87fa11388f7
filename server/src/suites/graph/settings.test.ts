import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError, readConfig } from '../../config.ts';
import type { GraphConfig } from './settings.ts';

const ownOf = (environment: NodeJS.ProcessEnv) => readConfig(environment).suite.own as GraphConfig;

function problemsOf(environment: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.problems;
  }
  return [];
}

describe('the settings of the Graph suite', () => {
  it('name a registration in Microsoft Entra for one tenant, or for the tenants in the database', () => {
    const tenant = '84841066-274d-4ec0-a5c1-276be684bdd3';
    const graph = (more: NodeJS.ProcessEnv) => ({ CHARTER_SUITE: 'graph', ...more });
    const one = graph({ CHARTER_GRAPH_TENANT: tenant.toUpperCase(), CHARTER_GRAPH_CLIENT_ID: 'charter' });
    assert.deepEqual(
      ownOf(one).registrations.map((registration) => registration.tenant),
      [tenant],
    );
    const alone = graph({ CHARTER_GRAPH_CLIENT_ID: 'charter' });
    const shared = ownOf(alone);
    assert.deepEqual([shared.registration?.clientId, shared.registrations], ['charter', []]);
    assert.match(readConfig(alone).warnings.join(), /CHARTER_GRAPH_TENANT is unset.*graph-tenant set/);
    assert.match(problemsOf(graph({ CHARTER_GRAPH_TENANT: tenant })).join(), /CHARTER_GRAPH_CLIENT_ID must/);
    assert.match(problemsOf({ ...one, CHARTER_GRAPH_TENANT: 'contoso' }).join(), /id \(GUID\)/);
  });

  it('need no list of tenants for a shared issuer', () => {
    const issuer = 'https://login.example/{tenantid}/v2.0';
    const graph = { CHARTER_SUITE: 'graph', CHARTER_GRAPH_CLIENT_ID: '00001111-aaaa-2222-bbbb-3333cccc4444' };
    const withGraph = { ...graph, CHARTER_OIDC_ISSUER: issuer, CHARTER_OIDC_AUDIENCE: 'charter' };
    assert.equal(readConfig(withGraph).issuers.length, 1, 'the registered tenants');
  });

  it('may contain tenant ids in upper case, which are read in lower case as in tokens', () => {
    const issuer = { CHARTER_OIDC_ISSUER: 'https://id.example', CHARTER_OIDC_AUDIENCE: 'charter' };
    const firstOf = (value: string, more: NodeJS.ProcessEnv) =>
      readConfig({ ...issuer, CHARTER_FIRST_ADMINISTRATOR: value, ...more }).firstAdministrator;
    const entra = '84841066-274d-4ec0-a5c1-276be684bdd3';
    const graph = { CHARTER_SUITE: 'graph', CHARTER_GRAPH_TENANT: entra, CHARTER_GRAPH_CLIENT_ID: entra };
    assert.equal(firstOf('ada', graph)?.tenantId, entra);
    // Entra ID spells ids of tenants in lower case, whatever an administrator pastes.
    const pasted = {
      ...graph,
      CHARTER_GRAPH_TENANT: entra.toUpperCase(),
      CHARTER_TENANTS: entra.toUpperCase(),
    };
    assert.equal(firstOf('ada', pasted)?.tenantId, entra);
    assert.equal(firstOf(`${entra.toUpperCase()}/ada`, pasted)?.tenantId, entra);
    assert.deepEqual(readConfig({ ...issuer, ...pasted }).tenants, [entra]);
  });
});

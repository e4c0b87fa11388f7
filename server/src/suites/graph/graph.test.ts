/** Runs the conformance tests on the Graph suite, against a stand-in for Microsoft Graph. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { suiteConformance } from '../../../test/conformance/conformance.ts';
import { createGraphWorld } from '../../../test/graph/world.ts';
import { ACCOUNT_PERMISSIONS, permissionsFor } from './accounts/permissions.ts';

const made = new Set<string>();

/** Returns the notation of an endpoint in the table of permissions: `GET /teams/{id}`, `GET /groups(uniqueName)`. */
const formOf = (route: string): string =>
  route
    .replace('/:path/{path}/', ':/{path}:/')
    .replace('/:path/{path}', ':/{path}')
    .replace(/\)\/\{\w+\}/, ')')
    .replace(/\{(?!path)\w+\}/g, '{id}');

suiteConformance('the Graph suite', async () => {
  const world = await createGraphWorld();
  return {
    ...world,
    async release() {
      for (const { route = '' } of world.standIn.calls.all) {
        // Pre-authenticated addresses need no permission.
        if (!route.includes('{secret}')) made.add(formOf(route));
      }
      await world.release();
    },
  };
});

/** Calls that the conformance tests do not make: they follow lost responses, or are for notifications. */
const OTHERS = [
  'GET /groups',
  'GET /groups(uniqueName)',
  'GET /groups/{id}/members',
  'GET /teams/{id}/channels/{id}/messages',
  'GET /subscriptions',
  'POST /subscriptions',
  'PATCH /subscriptions/{id}',
  'DELETE /subscriptions/{id}',
  'DELETE /drives/{id}/items/{id}',
  'GET /sites/{id}/lists',
  'GET /sites/{id}/pages/microsoft.graph.sitePage',
];

describe('the table of permissions', () => {
  it('lists exactly the calls of the Graph suite', () => {
    const rows = [...permissionsFor(['activityFeed']), ...ACCOUNT_PERMISSIONS].flatMap(({ calls }) => calls);
    const listed = new Set(rows.map((call) => call.replace(/ (?:with|to|of) .*/, '')));
    // A batch needs the permissions of its items, which are calls of their own.
    made.delete('POST /$batch');
    const called = new Set([...made, ...OTHERS]);
    assert.deepEqual([...listed].toSorted(), [...called].toSorted());
  });
});

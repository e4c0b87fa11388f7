/** The commands of the Graph suite for the operator's command line. */
import type { SuiteNoun } from '../../definition.ts';
import type { GraphConfig } from '../settings.ts';

export const GRAPH_NOUNS: Readonly<Record<string, SuiteNoun<GraphConfig>>> = {
  graph: {
    summary: 'The connection to Microsoft 365',
    verbs: {
      permissions: {
        summary: 'List the permissions that Charter needs in Microsoft Graph',
        load: () => import('./graph/permissions.ts'),
      },
      register: {
        summary: 'Print the commands that register Charter in a tenant',
        load: () => import('./graph/register.ts'),
      },
      check: {
        summary: 'Test the app registration against the tenant',
        load: () => import('./graph/check.ts'),
      },
    },
  },
  'graph-tenant': {
    summary: 'Tenants of Microsoft 365 with their app registrations',
    verbs: {
      list: {
        summary: 'List the tenants that Charter governs',
        load: () => import('./graph-tenant/list.ts'),
      },
      set: {
        summary: 'Add a tenant, or replace its credential',
        load: () => import('./graph-tenant/set.ts'),
      },
      remove: {
        summary: 'Remove the registration of a tenant',
        load: () => import('./graph-tenant/remove.ts'),
      },
    },
  },
  'graph-account': {
    summary: 'The account that sets labels and posts messages in Microsoft 365',
    verbs: {
      connect: {
        summary: 'Connect an account with a code that you enter in a browser',
        load: () => import('./graph-account/connect.ts'),
      },
      show: { summary: 'Show the connected account', load: () => import('./graph-account/show.ts') },
      disconnect: {
        summary: 'Disconnect the account and delete its tokens',
        load: () => import('./graph-account/disconnect.ts'),
      },
    },
  },
};

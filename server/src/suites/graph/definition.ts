import {
  credentialContext,
  subscriptionContext,
  tokensContext,
  transferContext,
} from '../../domain/registrations/model.ts';
import { defineSuite } from '../definition.ts';
import { GRAPH_NOUNS } from './command-line/nouns.ts';
import { configureGraph, GRAPH_SETTINGS, toEntraId } from './settings.ts';

export const graphSuite = defineSuite({
  summary: 'the Microsoft Teams of a Microsoft Entra tenant',
  settings: GRAPH_SETTINGS,
  keepsDirectory: false,
  registersTenants: true,
  toTenantId: toEntraId,
  configure: configureGraph,
  open: async (own, context) => (await import('./node.ts')).openGraph(own, context),
  nouns: GRAPH_NOUNS,
  sealed: [
    {
      name: 'credentials of Microsoft 365 tenants',
      table: 'charter.graph_registrations',
      key: ['tenant_id'],
      needs: ['client_id'],
      column: 'sealed_credential',
      context: (tenantId, { client_id = '' }) => credentialContext(tenantId, client_id),
    },
    {
      name: 'tokens of connected accounts',
      table: 'charter.graph_accounts',
      key: ['tenant_id'],
      needs: ['user_id'],
      column: 'sealed_tokens',
      context: (tenantId, { user_id = '' }) => tokensContext(tenantId, user_id),
    },
    {
      name: 'secrets of notifications of Microsoft Graph',
      table: 'graph_suite.subscriptions',
      key: ['resource'],
      column: 'client_state',
      context: (tenantId, { resource = '' }) => subscriptionContext(tenantId, resource),
    },
    {
      name: 'addresses of uploads and copies',
      table: 'graph_suite.effects',
      key: ['kind', 'scope', 'marker'],
      column: 'sealed_address',
      context: (tenantId, { kind = '', scope = '', marker = '' }) =>
        transferContext(tenantId, kind, scope, marker),
    },
  ],
});

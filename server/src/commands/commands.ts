/**
 * Lists the commands of the service, which need its code or its database. Each module is imported only when its
 * command is called.
 */
import type { Commands } from '@charter/cli/commands';

export const SERVICE_COMMANDS: Commands = {
  alone: {
    serve: { summary: 'Run the service', load: () => import('./serve.ts') },
    setup: { summary: 'Create the organisation and its first person', load: () => import('./setup.ts') },
    token: { summary: 'Print an access token of the embedded issuer', load: () => import('./token.ts') },
  },
  nouns: {
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
    oidc: {
      summary: 'Sign-in at your OpenID provider',
      verbs: {
        check: {
          summary: 'Say what Charter makes of a token of your provider',
          load: () => import('./oidc/check.ts'),
        },
      },
    },
    scim: {
      summary: 'The connectors that write people and groups by SCIM',
      verbs: {
        token: {
          summary: 'Create, list and revoke the tokens of connectors',
          load: () => import('./scim/token.ts'),
        },
      },
    },
    secrets: {
      summary: 'The keys that encrypt secrets in the database',
      verbs: {
        check: {
          summary: 'List which key the encrypted secrets need',
          load: () => import('./secrets/check.ts'),
        },
        rotate: {
          summary: 'Encrypt all secrets with the present key',
          load: () => import('./secrets/rotate.ts'),
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
  },
};

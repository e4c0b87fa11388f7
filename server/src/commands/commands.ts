/**
 * Lists the commands of the service, which need its code or its database. Each module is imported only when its
 * command is called.
 */
import type { Commands, Noun } from '@charter/cli/commands';
import type { Command } from 'commander';
import type { AnySuite, SuiteNoun } from '../suites/definition.ts';
import { SUITES } from '../suites/registry.ts';

/** Gives the commands of a suite access to the installation that the environment configures. */
function withInstallation(suite: string, { summary, verbs }: SuiteNoun<unknown>): Noun {
  const installation = async () => (await import('../composition/installation.ts')).installationOf(suite);
  const installed = Object.entries(verbs).map(([name, verb]) => {
    const load = async () => {
      const file = await verb.load();
      return { define: (command: Command) => file.define(command, installation) };
    };
    return [name, { summary: verb.summary, load }] as const;
  });
  return { summary, verbs: Object.fromEntries(installed) };
}

const SUITE_NOUNS: Readonly<Record<string, Noun>> = Object.fromEntries(
  Object.entries<AnySuite>(SUITES).flatMap(([suite, { nouns = {} }]) =>
    Object.entries(nouns).map(([name, noun]) => [name, withInstallation(suite, noun)]),
  ),
);

export const SERVICE_COMMANDS: Commands = {
  alone: {
    serve: { summary: 'Run the service', load: () => import('./serve.ts') },
    migrate: { summary: 'Migrate the database to this version', load: () => import('./migrate.ts') },
    setup: { summary: 'Create the organisation and its first person', load: () => import('./setup.ts') },
    token: { summary: 'Print an access token of the embedded issuer', load: () => import('./token.ts') },
  },
  nouns: {
    admin: {
      summary: 'Administrators of an organisation',
      verbs: {
        recover: {
          summary: 'Give GLOBAL_ADMIN to a person when nobody has it any more',
          load: () => import('./admin/recover.ts'),
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
          summary: 'Encrypt all secrets with the current key',
          load: () => import('./secrets/rotate.ts'),
        },
      },
    },
    ...SUITE_NOUNS,
  },
};

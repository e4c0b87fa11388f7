/** Events of registered apps and their secrets (docs/apps.md). They contain no part of a secret except its hint. */
import Type from 'typebox';
import { securityTrail } from '../../engine/audit/rejected-calls.ts';
import { defineEvent, type PayloadOf } from '../../engine/events/define-event.ts';
import type { NewEvent } from '../../engine/events/model.ts';
import { Maybe } from '../../engine/events/model.ts';
import { SCOPES } from '../../engine/principal.ts';
import { DateTime, OneOf, Open } from '../../kernel/schema.ts';
import type { AppSecret, ExpiringSecret, RegisteredApp } from './ports.ts';

const app = {
  app: Open({
    id: Type.String(),
    displayName: Type.String(),
    enabled: Type.Boolean(),
    scopes: Maybe(Type.Array(OneOf(SCOPES), { description: 'Absent for an app without scopes' })),
  }),
};
type OfApp = PayloadOf<typeof app>;

const ofApp = {
  category: 'Security',
  recipients: 'audience',
  trail: securityTrail,
  payload: app,
  record: {
    appId: ({ app: { id } }: OfApp) => id,
    appName: ({ app: { displayName } }: OfApp) => displayName,
    enabled: ({ app: { enabled } }: OfApp) => enabled,
    scopes: ({ app: { scopes } }: OfApp) => scopes,
  },
  unpublished: ['roles'],
} as const;

export const appRegistered = defineEvent({
  ...ofApp,
  code: 'app_registered',
  description: 'An app was registered.',
});
export const appChanged = defineEvent({
  ...ofApp,
  unpublished: ['roles', 'changes'],
  code: 'app_changed',
  description: 'The name or the scopes of an app were changed, or it was enabled or disabled.',
});
export const appDeleted = defineEvent({
  ...ofApp,
  code: 'app_deleted',
  description: 'An app was deleted with its secrets and its webhooks.',
});

const secret = {
  app: Open({ id: Type.String(), displayName: Type.String() }),
  secret: Open({
    id: Type.String(),
    displayName: Maybe(Type.String()),
    hint: Maybe(Type.String({ description: 'The first characters of a generated secret' })),
    expiresDateTime: Maybe(DateTime),
  }),
};
type OfSecret = PayloadOf<typeof secret>;

const ofSecret = {
  category: 'Security',
  recipients: 'audience',
  trail: securityTrail,
  payload: secret,
  record: {
    appId: ({ app: { id } }: OfSecret) => id,
    appName: ({ app: { displayName } }: OfSecret) => displayName,
    secretId: ({ secret: { id } }: OfSecret) => id,
    secretName: ({ secret: { displayName } }: OfSecret) => displayName,
    hint: ({ secret: { hint } }: OfSecret) => hint,
    expiresDateTime: ({ secret: { expiresDateTime } }: OfSecret) => expiresDateTime,
  },
} as const;

export const appSecretAdded = defineEvent({
  ...ofSecret,
  code: 'app_secret_added',
  description: 'A secret was added to an app.',
});
export const appSecretRemoved = defineEvent({
  ...ofSecret,
  code: 'app_secret_removed',
  description: 'A secret was removed from an app.',
});
export const appSecretExpiring = defineEvent({
  ...ofSecret,
  code: 'app_secret_expiring',
  description: 'A secret of an app expires within 14 days.',
});
export const appSecretExpired = defineEvent({
  ...ofSecret,
  code: 'app_secret_expired',
  description: 'A secret of an app has expired.',
});

/** Returns the parts of an event about the app. Apps have no owners who could receive it. */
export const aboutApp = ({ appId, displayName, enabled, scopes, roles }: RegisteredApp) => ({
  target: { type: 'app', id: appId, displayName },
  payload: { app: { id: appId, displayName, enabled, scopes: scopes && [...scopes] } },
  unpublished: { roles },
  audience: [],
});

/** Returns the parts of an event about a secret. */
export const aboutSecret = ({ appId, appName, secretId, secretName, hint, expiresAt }: SecretFacts) => ({
  target: { type: 'app', id: appId, displayName: appName },
  payload: {
    app: { id: appId, displayName: appName },
    secret: {
      id: secretId,
      displayName: secretName,
      hint,
      expiresDateTime: expiresAt?.toISOString() ?? null,
    },
  },
  audience: [],
});

type SecretFacts = Omit<ExpiringSecret, 'expiresAt'> & Pick<AppSecret, 'expiresAt'>;

const secretFacts = (app: RegisteredApp, { id, displayName, hint, expiresAt }: AppSecret): SecretFacts => ({
  appId: app.appId,
  appName: app.displayName,
  secretId: id,
  secretName: displayName,
  hint,
  expiresAt,
});

const without = (secrets: readonly AppSecret[], others: readonly AppSecret[]): AppSecret[] =>
  secrets.filter(({ id }) => !others.some((other) => other.id === id));

/** Returns the events of the secrets that were added or removed between two states of the app. */
export const secretEvents = (before: RegisteredApp, after: RegisteredApp): NewEvent[] => [
  ...without(after.secrets, before.secrets).map((added) =>
    appSecretAdded.happened(aboutSecret(secretFacts(after, added))),
  ),
  ...without(before.secrets, after.secrets).map((removed) =>
    appSecretRemoved.happened(aboutSecret(secretFacts(after, removed))),
  ),
];

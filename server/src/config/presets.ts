/** The settings of each CHARTER_OIDC_PRESET. They apply to variables that are unset. */
import type { Format } from './formats.ts';

export const PRESET_VARIABLE = 'CHARTER_OIDC_PRESET';

/** Environment variables by provider. Sources: docs/your-own-organisation.md. */
export const PRESETS = {
  entra: {
    CHARTER_OIDC_SUBJECT_CLAIM: 'oid',
    CHARTER_OIDC_MAIL_CLAIM: 'verified_primary_email,email',
    CHARTER_OIDC_GROUP_CLAIM: 'groups',
    CHARTER_OIDC_GUEST_CLAIM: 'acct=1',
  },
  okta: {
    // Access tokens name the person in `uid`, and ID tokens in `sub`.
    CHARTER_OIDC_SUBJECT_CLAIM: 'uid,sub',
    CHARTER_OIDC_GROUP_CLAIM: 'groups',
  },
  auth0: {
    CHARTER_OIDC_SUBJECT_CLAIM: 'sub',
    CHARTER_OIDC_NAME_CLAIM: 'name,{audience}/name',
    CHARTER_OIDC_APP_CLAIM: 'gty=client-credentials',
    CHARTER_OIDC_ROLE_CLAIM: '{audience}/roles,permissions',
    CHARTER_OIDC_GROUP_CLAIM: '{audience}/groups',
    CHARTER_OIDC_PARAMETERS: 'audience={audience}',
  },
  keycloak: {
    CHARTER_OIDC_SUBJECT_CLAIM: 'sub',
    CHARTER_OIDC_ROLE_CLAIM: 'realm_access.roles',
    CHARTER_OIDC_GROUP_CLAIM: 'groups',
  },
  google: {
    CHARTER_OIDC_ISSUER: 'https://accounts.google.com',
    CHARTER_OIDC_SUBJECT_CLAIM: 'sub',
    CHARTER_OIDC_DOMAIN_CLAIM: 'hd',
    CHARTER_OIDC_TOKEN: 'id_token',
    // Google has no end-session endpoint, so its session outlives the sign-out. The account chooser lets another person
    // sign in.
    CHARTER_OIDC_PARAMETERS: 'prompt=select_account',
  },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

export type Preset = keyof typeof PRESETS;
export const PRESET_NAMES = Object.keys(PRESETS) as Preset[];

export const presetName: Format<Preset | undefined> = {
  defaultText: '',
  read(text) {
    if (text === undefined) return undefined;
    const found = PRESET_NAMES.find((name) => name === text);
    if (found === undefined) throw new Error(`must be one of ${PRESET_NAMES.join(', ')}`);
    return found;
  },
};

const isSet = (text: string | undefined): boolean => (text ?? '').trim() !== '';

/** Returns the environment with the settings of its preset. Explicit settings take precedence. */
export function withPreset(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const name = environment[PRESET_VARIABLE]?.trim() ?? '';
  if (!Object.hasOwn(PRESETS, name)) return environment;
  const explicit = Object.entries(environment).filter(([, text]) => isSet(text));
  return { ...PRESETS[name as Preset], ...Object.fromEntries(explicit) };
}

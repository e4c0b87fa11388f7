/** Lists and re-encrypts the secrets of an installation, for `charter secrets`. */
import { readConfig } from '../config.ts';
import { queryContext, secretContext } from '../domain/webhooks/hook-url.ts';
import { OPERATOR } from '../engine/principal.ts';
import { newId } from '../kernel/ids.ts';
import { findServiceAccess } from '../persistence/database.ts';
import { personKeyContext } from '../persistence/person-keys.ts';
import { marksContext } from '../persistence/privacy.ts';
import { responseContext } from '../persistence/sealed-responses.ts';
import { countSealedTexts, rotateSealedTexts, type SealedPlace } from '../persistence/sealed-texts.ts';
import { createSigningKeyStore, signingKeyContext } from '../persistence/signing-keys.ts';
import { SUITES } from '../suites/registry.ts';
import { withDatabase } from './installation.ts';
import { openSecretBox } from './node.ts';

const PLACES: readonly SealedPlace[] = [
  {
    name: 'secrets of webhooks',
    table: 'charter.hooks',
    key: ['hook_id'],
    column: 'secrets',
    form: 'list',
    context: (tenantId, { hook_id = '' }) => secretContext(tenantId, hook_id),
  },
  {
    name: 'queries of the URLs of webhooks',
    table: 'charter.hooks',
    key: ['hook_id'],
    column: 'sealed_query',
    context: (tenantId, { hook_id = '' }) => queryContext(tenantId, hook_id),
  },
  ...Object.values(SUITES).flatMap(({ sealed }) => sealed),
  {
    name: 'answers for idempotency keys',
    table: 'charter.idempotency_keys',
    key: ['principal_id', 'key'],
    column: 'body',
    context: (tenantId, { principal_id = '', key = '' }) => responseContext(tenantId, principal_id, key),
  },
  {
    name: 'keys of people',
    table: 'charter.person_keys',
    key: ['person_id'],
    column: 'sealed_key',
    context: (tenantId, { person_id = '' }) => personKeyContext(tenantId, person_id),
  },
  {
    name: 'marks of people being erased',
    table: 'charter.erasures',
    key: ['person_id'],
    column: 'sealed_marks',
    context: (tenantId, { person_id = '' }) => marksContext(tenantId, person_id),
  },
  {
    name: 'keys of the embedded issuer',
    table: 'charter.signing_keys',
    key: ['key_id'],
    column: 'private_jwk',
    form: 'object',
    isShared: true,
    context: (_, { key_id = '' }) => signingKeyContext(key_id),
  },
];

/** Number of secrets of one kind that need a key. */
export interface SecretUse {
  what: string;
  /** Id of the key. It does not reveal the key. */
  key: string;
  count: number;
  /**
   * `current`: the key that encrypts. `kept`: an older key that this machine has. `missing`: this machine lacks it.
   */
  state: 'current' | 'kept' | 'missing';
}

async function withSecrets<Result>(
  environment: NodeJS.ProcessEnv,
  work: (
    opened: Parameters<Parameters<typeof withDatabase<Result>>[1]>[0],
    box: ReturnType<typeof openSecretBox>,
  ) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(environment);
  const { secretKey } = await findServiceAccess(config);
  return withDatabase(config, (opened) => work(opened, openSecretBox(config, secretKey)));
}

/**
 * Lists the keys that each kind of secret needs, and whether the settings of this machine have them.
 * @throws CharterError (ServiceUnavailable) when no service has run on the database
 */
export const checkSecrets = (environment: NodeJS.ProcessEnv = process.env): Promise<SecretUse[]> =>
  withSecrets(environment, async ({ infrastructure: { tenancy, tenants } }, box) => {
    // Encrypts keys that an earlier version stored in plain text.
    await createSigningKeyStore(tenancy, box).sealAll();
    const ids = (await tenants.list()).map(({ id }) => id);
    const stateOf = (key: string): SecretUse['state'] => {
      if (key === box.currentKey) return 'current';
      return box.keys.includes(key) ? 'kept' : 'missing';
    };
    return (await countSealedTexts(tenancy, PLACES, ids)).map(({ place, key = '', rows }) => ({
      what: place,
      key,
      count: rows,
      state: stateOf(key),
    }));
  });

/** The re-encrypted secrets of one kind. */
export interface RotatedSecrets {
  what: string;
  /** Rows that were encrypted again. */
  rotated: number;
  /** Rows whose key is missing. */
  left: number;
}

/**
 * Encrypts all secrets with the current key. A repeated call continues where an earlier one stopped.
 * @throws CharterError (ServiceUnavailable) when no service has run on the database
 */
export const rotateSecrets = (
  report: (line: RotatedSecrets) => void,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<void> =>
  withSecrets(environment, async ({ infrastructure: { tenancy, tenants }, clock }, box) => {
    await createSigningKeyStore(tenancy, box).sealAll();
    const cause = { actor: OPERATOR, requestId: newId(), at: clock.now() };
    const ids = (await tenants.list()).map(({ id }) => id);
    await rotateSealedTexts(tenancy, PLACES, ids, box, cause, (what, { done, left }) =>
      report({ what, rotated: done, left }),
    );
  });

/** Keys of the embedded issuer, encrypted. They belong to the installation, not to a tenant. */
import type { SigningKeyStore } from '../domain/identity/ports.ts';
import type { SecretBox } from '../domain/webhooks/ports.ts';
import { columns, json, text } from '../kernel/columns.ts';
import { type Database, inserted, statements } from '../kernel/sql.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import { NO_TENANT } from './tenants.ts';

/** Binds an encrypted key to its row. */
export const signingKeyContext = (keyId: string): string => JSON.stringify(['signing key', keyId]);

/** The stored form of a key. Earlier versions stored the key itself. */
interface SealedKey {
  sealed: string;
}

type Jwk = Record<string, unknown>;

const isSealed = (stored: Jwk | SealedKey): stored is SealedKey => 'sealed' in stored;

interface Row {
  keyId: string;
  stored: Jwk | SealedKey;
}

const KEY = columns<Row>({ keyId: text(), stored: json('private_jwk') });

const listRows = (database: Database): Promise<Row[]> =>
  statements(database, NO_TENANT).all(KEY)`
    select ${KEY} from charter.signing_keys order by created_at desc, key_id`;

export function createSigningKeyStore(
  databases: TenantDatabases,
  secrets: SecretBox,
): SigningKeyStore & { sealAll(): Promise<void> } {
  const database = () => databases.for(NO_TENANT);
  const seal = (keyId: string, jwk: Jwk): string =>
    JSON.stringify({ sealed: secrets.seal(JSON.stringify(jwk), signingKeyContext(keyId)) });

  /** Encrypts the keys that an earlier version stored in plain text. */
  async function sealAll(): Promise<void> {
    for (const { keyId, stored } of await listRows(database())) {
      if (isSealed(stored)) continue;
      await statements(database(), NO_TENANT).write`
        update charter.signing_keys set private_jwk = ${seal(keyId, stored)}
         where key_id = ${keyId} and not private_jwk ? 'sealed'`;
    }
  }

  /** @throws Error when this node lacks the key that encrypted one of them */
  const openAll = (rows: readonly Row[]): Jwk[] =>
    rows.map(({ keyId, stored }) =>
      isSealed(stored) ? (JSON.parse(secrets.open(stored.sealed, signingKeyContext(keyId))) as Jwk) : stored,
    );

  return {
    sealAll,

    async list() {
      await sealAll();
      return openAll(await listRows(database()));
    },

    async addFirst(jwk) {
      const { kid } = jwk;
      if (typeof kid !== 'string' || kid === '') throw new Error('A signing key needs a kid.');
      return database()
        .transaction()
        .execute(async (transaction) => {
          // Nodes that start together must agree on one key.
          const { write } = statements(transaction, NO_TENANT);
          await write`select pg_advisory_xact_lock(hashtextextended('charter.signing_keys', 0))`;
          const existing = await listRows(transaction);
          if (existing.length > 0) return openAll(existing);
          await write`
            insert into charter.signing_keys ${inserted({ key_id: kid, private_jwk: seal(kid, jwk) })}`;
          return openAll(await listRows(transaction));
        });
    },
  };
}

/**
 * The installation's signing key. It is created once, stored in the database, and shared by all nodes and the
 * command line. RS256 signatures verify about twice as fast as those of ES256 and EdDSA.
 */
import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  errors,
  exportJWK,
  generateKeyPair,
  type JWK,
} from 'jose';
import type { SigningKeyStore } from '../../domain/identity/ports.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { KeyResolver } from '../issuer-keys.ts';

export const SIGNING_ALGORITHM = 'RS256';
/** Time before an unknown key id causes another read. Another node may have added a key. */
const REREAD_COOLDOWN_MILLISECONDS = 1_000;

/** A private JWK with its key id. */
export interface SigningKey extends JWK {
  kid: string;
}

async function generateKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: SIGNING_ALGORITHM, use: 'sig' };
}

const publicPart = ({ kty, n, e, kid, alg, use }: JWK): JWK => ({ kty, n, e, kid, alg, use }) as JWK;

interface ReadKeys {
  /** The keys, newest first. The list is never empty. */
  keys: SigningKey[];
  verification: ReturnType<typeof createLocalJWKSet>;
  readAt: number;
}

export class SigningKeys {
  readonly #store: SigningKeyStore;
  readonly #clock: Clock;
  #read: Promise<ReadKeys> | undefined;

  constructor(store: SigningKeyStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Returns the keys, newest first. The first one signs. */
  async all(): Promise<SigningKey[]> {
    return (await this.#keys()).keys;
  }

  /**
   * Resolves the key that verifies a token of this installation.
   * @throws errors.JWKSNoMatchingKey
   */
  readonly resolve: KeyResolver = async (header, token) => {
    const read = await this.#keys();
    try {
      return await read.verification(header, token);
    } catch (error) {
      const age = this.#clock.now().getTime() - read.readAt;
      if (!(error instanceof errors.JWKSNoMatchingKey) || age < REREAD_COOLDOWN_MILLISECONDS) throw error;
      this.#read = undefined;
      return (await this.#keys()).verification(header, token);
    }
  };

  #keys(): Promise<ReadKeys> {
    this.#read ??= this.#readOrMake().catch((error: unknown) => {
      this.#read = undefined;
      throw error;
    });
    return this.#read;
  }

  async #readOrMake(): Promise<ReadKeys> {
    const stored = await this.#store.list();
    const keys = (stored.length
      ? stored
      : await this.#store.addFirst({ ...(await generateKey()) })) as unknown as SigningKey[];
    return {
      keys,
      verification: createLocalJWKSet({ keys: keys.map(publicPart) }),
      readAt: this.#clock.now().getTime(),
    };
  }
}

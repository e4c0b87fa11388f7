/** Encrypts secrets that the service must read again, with AES-256-GCM. */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import type { SecretBox } from '../domain/webhooks/ports.ts';

const ALGORITHM = 'aes-256-gcm';
const FORMAT = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Returns a KeyObject: importing raw bytes for each message would cost more than the encryption. */
const toKey = (material: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', material, 'charter', 'secrets at rest', 32)));

/** Returns a short name of the key that does not reveal it. */
const keyIdOf = (key: KeyObject): string =>
  createHash('sha256').update('charter key id').update(key.export()).digest('base64url').slice(0, 8);

/** A secret box that says which keys it has. */
export interface KeyedSecretBox extends SecretBox {
  /** Id of the key that encrypts. */
  currentKey: string;
  /** Ids of all keys. */
  keys: readonly string[];
}

/** Returns the id of the key that encrypted the text. */
export const sealedKeyOf = (sealed: string): string => sealed.split('.')[1] ?? '';

/** @param materials secrets that the keys derive from: the first encrypts, all decrypt (key rotation) */
export function createSecretBox(materials: readonly [string, ...string[]]): KeyedSecretBox {
  const keys = new Map(materials.map(toKey).map((key) => [keyIdOf(key), key]));
  const [[currentId, current]] = [...keys] as [[string, KeyObject]];
  return {
    currentKey: currentId,
    keys: [...keys.keys()],
    seal(secret, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, current, nonce).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return [FORMAT, currentId, nonce.toString('base64url'), sealed.toString('base64url')].join('.');
    },

    open(sealed, context) {
      const [format, keyId = '', nonce = '', text = ''] = sealed.split('.');
      const key = keys.get(keyId);
      if (format !== FORMAT || key === undefined) {
        throw new Error(
          `A secret is encrypted with the key ${keyId}, which this node does not have (CHARTER_SECRET_KEY). 'charter secrets check' lists what needs it.`,
        );
      }
      const bytes = Buffer.from(text, 'base64url');
      const decipher = createDecipheriv(ALGORITHM, key, Buffer.from(nonce, 'base64url'), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString(
        'utf8',
      );
    },
  };
}

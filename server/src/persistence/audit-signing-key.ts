/**
 * The key that signs checkpoints. It is a file, because an attacker who rewrites the database must not be able to sign
 * the result.
 */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  sign,
} from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { CheckpointSigner } from '../engine/audit/checkpoint-lines.ts';
import { makeFolders } from './make-folders.ts';
import { startFailure } from './unavailable.ts';

export interface SigningKey extends CheckpointSigner {
  /** Public key as a JWK (RFC 8037). */
  publicJwk: { kty: string; crv: string; x: string; kid: string; use: 'sig'; alg: 'EdDSA' };
}

const unusable = (path: string, reason: string, cause?: unknown): Error =>
  startFailure(
    `The key that signs audit checkpoints, ${path}, ${reason}. It must be an Ed25519 private key in PEM (openssl genpkey -algorithm ed25519); CHARTER_AUDIT_SIGNING_KEY says where it is.`,
    cause,
  );

/** Creates a key file and returns its content. If another process creates it first, returns that file's content. */
async function makeKey(path: string): Promise<string> {
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  await makeFolders(dirname(path));
  try {
    await writeFile(path, pem, { flag: 'wx', mode: 0o600, flush: true });
    return pem;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return readFile(path, 'utf8');
    throw error;
  }
}

async function readOrMake(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return makeKey(path);
  }
}

function describe(privateKey: KeyObject): SigningKey['publicJwk'] {
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const kid = hash('sha256', JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }), 'base64url');
  return { kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig', alg: 'EdDSA' };
}

/**
 * Reads the key from the file. Creates the file when it is missing.
 * @throws ServiceUnavailable when the file is unreadable, can't be created, or holds no Ed25519 key
 */
export async function openSigningKey(path: string): Promise<SigningKey> {
  let pem: string;
  try {
    pem = await readOrMake(path);
  } catch (error) {
    throw unusable(path, `can't be read or made: ${(error as Error).message}`, error);
  }
  let privateKey: KeyObject;
  try {
    privateKey = createPrivateKey(pem);
  } catch (error) {
    throw unusable(path, 'holds no private key', error);
  }
  if (privateKey.asymmetricKeyType !== 'ed25519') throw unusable(path, 'is of another kind');
  const publicJwk = describe(privateKey);
  return {
    keyId: publicJwk.kid,
    publicJwk,
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
  };
}

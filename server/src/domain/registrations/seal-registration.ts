import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Clock } from '../../kernel/clock.ts';
import { invalidField } from '../../kernel/errors.ts';
import type { SecretBox } from '../webhooks/ports.ts';
import { credentialContext, type TenantRegistration } from './model.ts';

export interface RegistrationInput {
  /** Id of the Entra tenant. */
  tenantId: string;
  /** Undefined for the registration of the settings. */
  clientId: string | undefined;
  /** At most one of secret and certificate. With neither, the client has a workload identity or managed identity. */
  secret?: string | undefined;
  /** PEM text with a certificate and its private key. */
  certificate?: string | undefined;
}

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Returns the expiry of the certificate.
 * @throws InvalidRequest unless the text contains the certificate with its private key, and when it has expired
 */
function endOfCertificate(pem: string, now: Date): Date {
  const invalid = (message: string) => invalidField('certificate', message);
  let certificate: X509Certificate;
  let isPair: boolean;
  try {
    certificate = new X509Certificate(pem);
    isPair = certificate.checkPrivateKey(createPrivateKey(pem));
  } catch {
    throw invalid('The file must hold a certificate and its private key without a passphrase, as PEM.');
  }
  if (!isPair) throw invalid('The private key in the file is not that of the certificate.');
  const end = certificate.validToDate;
  if (end <= now) throw invalid(`The certificate ended on ${end.toISOString().slice(0, 10)}.`);
  return end;
}

/** Returns the registration with its credential encrypted. @throws InvalidRequest */
export function sealRegistration(
  { secrets, clock }: { secrets: SecretBox; clock: Clock },
  { tenantId, clientId, secret, certificate }: RegistrationInput,
): TenantRegistration {
  const now = clock.now();
  if (!GUID.test(tenantId)) throw invalidField('tenantId', 'The tenant must be named by its id, a GUID.');
  const base = { tenantId, clientId, sealedCredential: undefined, expiresAt: undefined, changedAt: now };
  if (clientId === undefined) return { ...base, credential: 'settings' };
  const seal = (text: string): string => secrets.seal(text, credentialContext(tenantId, clientId));
  if (secret !== undefined) {
    if (secret === '') throw invalidField('secret', 'The secret is empty.');
    return { ...base, credential: 'secret', sealedCredential: seal(secret) };
  }
  if (certificate === undefined) return { ...base, credential: 'workloadIdentity' };
  const expiresAt = endOfCertificate(certificate, now);
  return { ...base, credential: 'certificate', sealedCredential: seal(certificate), expiresAt };
}

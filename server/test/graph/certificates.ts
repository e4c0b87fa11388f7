/**
 * Certificates for one run of the stand-in: an authority, the server's certificate for the loopback, and a client's
 * certificate for assertions. Writes X.509 (RFC 5280) in DER, because Node can only read certificates.
 */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export interface Certificate {
  /** PEM. */
  certificate: string;
  /** PEM (PKCS #8). */
  privateKey: string;
}

export interface CertificateAuthority extends Certificate {
  /** Issues a certificate for localhost, 127.0.0.1 and ::1. */
  issueServer(): Certificate;
}

const OIDS = {
  commonName: '2.5.4.3',
  sha256WithRsa: '1.2.840.113549.1.1.11',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  keyUsage: '2.5.29.15',
};

const VALID_DAYS = 7;

function element(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const length =
    content.length < 128
      ? Buffer.from([content.length])
      : content.length < 256
        ? Buffer.from([0x81, content.length])
        : Buffer.from([0x82, content.length >> 8, content.length & 255]);
  return Buffer.concat([Buffer.from([tag]), length, content]);
}

const sequence = (...contents: Buffer[]): Buffer => element(0x30, ...contents);
const octets = (content: Buffer): Buffer => element(0x04, content);
const bits = (content: Buffer, unused = 0): Buffer => element(0x03, Buffer.from([unused]), content);
const TRUE = element(0x01, Buffer.from([255]));
const NULL = element(0x05);

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second];
  for (const arc of rest) {
    const groups = [arc & 127];
    for (let left = arc >> 7; left > 0; left >>= 7) groups.unshift((left & 127) | 128);
    bytes.push(...groups);
  }
  return element(0x06, Buffer.from(bytes));
}

const time = (at: Date): Buffer =>
  element(0x17, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));

const name = (common: string): Buffer =>
  sequence(element(0x31, sequence(oid(OIDS.commonName), element(0x0c, Buffer.from(common)))));

const extension = (id: string, critical: boolean, value: Buffer): Buffer =>
  sequence(oid(id), ...(critical ? [TRUE] : []), octets(value));

const pem = (label: string, der: Buffer): string =>
  `-----BEGIN ${label}-----\n${der.toString('base64').replace(/.{64}/g, '$&\n').trimEnd()}\n-----END ${label}-----\n`;

interface Request {
  subject: string;
  issuer: string;
  signer: KeyObject | undefined;
  extensions: Buffer[];
}

function issue({ subject, issuer, signer, extensions }: Request): Certificate & { key: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const algorithm = sequence(oid(OIDS.sha256WithRsa), NULL);
  const day = 86_400_000;
  const serial = randomBytes(8);
  serial[0] = 1;
  const content = sequence(
    element(0xa0, element(0x02, Buffer.from([2]))),
    element(0x02, serial),
    algorithm,
    name(issuer),
    sequence(time(new Date(Date.now() - day)), time(new Date(Date.now() + VALID_DAYS * day))),
    name(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa3, sequence(...extensions)),
  );
  const signature = sign('sha256', content, signer ?? privateKey);
  return {
    key: privateKey,
    certificate: pem('CERTIFICATE', sequence(content, algorithm, bits(signature))),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}

export function createAuthority(): CertificateAuthority {
  // OpenSSL finds an authority by its name, so two authorities that one process trusts need different names.
  const authorityName = `Graph stand-in ${randomBytes(8).toString('hex')}`;
  const authority = issue({
    subject: authorityName,
    issuer: authorityName,
    signer: undefined,
    extensions: [
      extension(OIDS.basicConstraints, true, sequence(TRUE)),
      // keyCertSign, cRLSign
      extension(OIDS.keyUsage, true, bits(Buffer.from([0x06]), 1)),
    ],
  });
  const names = sequence(
    element(0x82, Buffer.from('localhost')),
    element(0x87, Buffer.from([127, 0, 0, 1])),
    element(0x87, Buffer.from([...Array(15).fill(0), 1])),
  );
  return {
    certificate: authority.certificate,
    privateKey: authority.privateKey,
    issueServer: () =>
      issue({
        subject: 'localhost',
        issuer: authorityName,
        signer: authority.key,
        extensions: [extension(OIDS.subjectAltName, false, names)],
      }),
  };
}

/** Creates a self-signed certificate, as an administrator uploads to an app registration. */
export const createClientCertificate = (): Certificate =>
  issue({ subject: 'Charter', issuer: 'Charter', signer: undefined, extensions: [] });

/** Tests the sign-in at the stand-in with Microsoft's own client, over TLS. */
import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  ClientCertificateCredential,
  ClientSecretCredential,
  type TokenCredential,
  WorkloadIdentityCredential,
} from '@azure/identity';
import { systemClock } from '../../src/kernel/clock.ts';
import { createClientCertificate } from './certificates.ts';
import { type GraphStandIn, startGraphStandIn } from './stand-in.ts';

const TENANT = '84841066-274d-4ec0-a5c1-276be684bdd3';
const CLIENT = 'de8bc8b5-d9f9-48b1-a8ad-b748da725064';
const ISSUER = 'https://cluster.example';
const SUBJECT = 'system:serviceaccount:charter:charter';

describe('the sign-in of the Graph stand-in', () => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-authority-'));
  const own = createClientCertificate();
  const cluster = generateKeyPairSync('rsa', { modulusLength: 2048 });
  let standIn: GraphStandIn;
  let options: { authorityHost: string; disableInstanceDiscovery: boolean };

  before(async () => {
    const tenants = [{ id: TENANT, displayName: 'Contoso', defaultDomain: 'contoso.com' }];
    standIn = await startGraphStandIn({ clock: systemClock, tenants });
    standIn.trust();
    standIn.registrations.push({
      clientId: CLIENT,
      tenantId: TENANT,
      roles: ['Organization.Read.All'],
      secret: 'a secret',
      certificate: own.certificate,
      federation: {
        issuer: ISSUER,
        subject: SUBJECT,
        publicKey: cluster.publicKey.export({ type: 'spki', format: 'pem' }) as string,
      },
    });
    options = { authorityHost: standIn.authorityUrl, disableInstanceDiscovery: true };
  });
  after(async () => {
    await standIn.stop();
    rmSync(folder, { recursive: true });
  });

  async function tokenOf(credential: TokenCredential): Promise<string> {
    return (await credential.getToken(`${standIn.authorityUrl}/.default`))?.token ?? '';
  }

  async function isAccepted(credential: TokenCredential): Promise<boolean> {
    const headers = { authorization: `Bearer ${await tokenOf(credential)}` };
    return (await fetch(`${standIn.url}/organization`, { headers })).status === 200;
  }

  /** Returns a credential that reads a token of the cluster's issuer from a file. */
  function federated(name: string, claims: object): TokenCredential {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const exp = Math.floor(Date.now() / 1000) + 600;
    const content = `${part({ alg: 'RS256' })}.${part({ iss: ISSUER, exp, ...claims })}`;
    const signature = sign('sha256', Buffer.from(content), cluster.privateKey).toString('base64url');
    const tokenFilePath = join(folder, name);
    writeFileSync(tokenFilePath, `${content}.${signature}`);
    return new WorkloadIdentityCredential({ tenantId: TENANT, clientId: CLIENT, tokenFilePath, ...options });
  }

  test('accepts a secret, and puts the permissions into the roles claim', async () => {
    const credential = new ClientSecretCredential(TENANT, CLIENT, 'a secret', options);
    const [, payload = ''] = (await tokenOf(credential)).split('.');
    assert.deepEqual(JSON.parse(Buffer.from(payload, 'base64url').toString()).roles, [
      'Organization.Read.All',
    ]);
    assert.ok(await isAccepted(credential));
  });

  test('rejects a wrong secret with the error of Entra ID', async () => {
    await assert.rejects(
      tokenOf(new ClientSecretCredential(TENANT, CLIENT, 'wrong', options)),
      /AADSTS7000215/,
    );
  });

  test('accepts only assertions of the registered certificate', async () => {
    const pem = ({ certificate, privateKey }: typeof own) => ({ certificate: certificate + privateKey });
    assert.ok(await isAccepted(new ClientCertificateCredential(TENANT, CLIENT, pem(own), options)));
    const other = new ClientCertificateCredential(TENANT, CLIENT, pem(createClientCertificate()), options);
    await assert.rejects(tokenOf(other), /AADSTS700027/);
  });

  test('accepts the token of a federated issuer, only for its subject', async () => {
    const aud = 'api://AzureADTokenExchange';
    assert.ok(await isAccepted(federated('right', { sub: SUBJECT, aud })));
    await assert.rejects(
      tokenOf(federated('wrong', { sub: 'system:serviceaccount:default:other', aud })),
      /AADSTS700213/,
    );
  });
});

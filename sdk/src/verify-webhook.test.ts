import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { type VerifyWebhookOptions, verifyWebhook } from './verify-webhook.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OLD = 'an older one, in plain words';
const NOW = new Date('2026-11-21T08:00:00Z');
const BODY = '{"team":{"id":"1","displayName":"Ærø"},"tenant":{"id":"t"}}';
const ID = '0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10';

const plain = (secret: string, body = BODY) => createHmac('sha256', secret).update(body).digest('hex');
const standard = (secret: string, at = NOW, body = BODY) =>
  new Webhook(secret, secret.startsWith('whsec_') ? undefined : { format: 'raw' }).sign(ID, at, body);

const message = (
  change: Partial<VerifyWebhookOptions> & { set?: Record<string, string> } = {},
): VerifyWebhookOptions => {
  const { set = {}, ...more } = change;
  return {
    secret: SECRET,
    body: BODY,
    now: () => NOW,
    headers: {
      'x-charter-webhook': 'hook',
      'x-charter-event': 'team_deleted',
      'x-charter-signature': plain(SECRET),
      'webhook-id': ID,
      'webhook-timestamp': String(NOW.getTime() / 1000),
      'webhook-signature': standard(SECRET),
      ...set,
    },
    ...more,
  };
};

describe('verifyWebhook', () => {
  it('returns the message for each type of headers and body', async () => {
    const expected = {
      deliveryId: ID,
      hookId: 'hook',
      event: 'team_deleted',
      sentAt: NOW,
      payload: JSON.parse(BODY),
    };
    assert.deepEqual(await verifyWebhook(message()), expected);
    const headers = new Headers(message().headers as Record<string, string>);
    assert.deepEqual(await verifyWebhook(message({ headers, body: Buffer.from(BODY) })), expected);
    const listed = Object.entries(message().headers).map(([name, value]) => [
      name.toUpperCase(),
      [value as string],
    ]);
    assert.deepEqual(await verifyWebhook(message({ headers: Object.fromEntries(listed) })), expected);
  });

  it('accepts the old and the new secret during a rotation', async () => {
    const both = `${standard(SECRET)} ${standard(OLD)} v1a,of-another-kind`;
    const set = { 'webhook-signature': both };
    await verifyWebhook(message({ set }));
    await verifyWebhook(message({ set, secret: [OLD, SECRET] }));
    await verifyWebhook(message({ secret: OLD, set: { ...set, 'x-charter-signature': plain(OLD) } }));
    // The plain signature is made with the new secret, which this receiver lacks.
    await assert.rejects(verifyWebhook(message({ secret: OLD, set })), /After a rotation/);
  });

  it('reads headers with the prefix of the operator', async () => {
    const { headers } = message();
    const renamed = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.replace('x-charter', 'x-teams'), value]),
    );
    await assert.rejects(verifyWebhook(message({ headers: renamed })), /X-Charter-Signature is missing/);
    assert.equal(
      (await verifyWebhook(message({ headers: renamed, headerPrefix: 'X-Teams' }))).hookId,
      'hook',
    );
  });

  it('enforces the time tolerance', async () => {
    const sent = (seconds: number) => {
      const at = new Date(NOW.getTime() + seconds * 1000);
      const set = {
        'webhook-timestamp': String(at.getTime() / 1000),
        'webhook-signature': standard(SECRET, at),
      };
      return message({ set });
    };
    for (const seconds of [-300, 0, 300]) await verifyWebhook(sent(seconds));
    for (const seconds of [-301, 301])
      await assert.rejects(verifyWebhook(sent(seconds)), /outside of the tolerance/);
    await verifyWebhook({ ...sent(-301), toleranceSeconds: 400 });
  });

  for (const [what, change, reason] of [
    ['another body', { body: BODY.replace('1', '2') }, /No signature/],
    ['another secret', { secret: OLD }, /No signature/],
    ['no secret', { secret: [] }, /No signature/],
    ['another id', { set: { 'webhook-id': 'other' } }, /No signature/],
    ['a timestamp that is not a number', { set: { 'webhook-timestamp': 'now' } }, /outside of the tolerance/],
    [
      'a changed timestamp',
      { set: { 'webhook-timestamp': String(NOW.getTime() / 1000 + 1) } },
      /No signature/,
    ],
    ['no signature', { set: { 'webhook-signature': '' } }, /webhook-signature is missing/],
    [
      'signatures of an unknown version',
      { set: { 'webhook-signature': `v2,${standard(SECRET).slice(3)}` } },
      /No signature/,
    ],
    ['a signature that is not Base64', { set: { 'webhook-signature': 'v1,????' } }, /No signature/],
    [
      'a wrong plain signature',
      { set: { 'x-charter-signature': plain(OLD) } },
      /X-Charter-Signature does not match/,
    ],
    [
      'a malformed plain signature',
      { set: { 'x-charter-signature': 'zz' } },
      /X-Charter-Signature does not match/,
    ],
    ['no event', { set: { 'x-charter-event': '' } }, /X-Charter-Event is missing/],
  ] as const) {
    it(`rejects a message with ${what}`, async () => {
      await assert.rejects(verifyWebhook(message(change)), {
        name: 'WebhookVerificationError',
        message: reason,
      });
    });
  }

  it('rejects a signed body that is not JSON', async () => {
    const body = 'plain words';
    const set = {
      'x-charter-signature': plain(SECRET, body),
      'webhook-signature': standard(SECRET, NOW, body),
    };
    await assert.rejects(verifyWebhook(message({ body, set })), /not JSON/);
  });
});

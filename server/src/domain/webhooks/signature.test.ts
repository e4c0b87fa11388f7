/** Verifies signatures with the Standard Webhooks package and by hand. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import {
  generateHookSignature,
  generateSecret,
  hexSignature,
  secretProblem,
  standardKeysOf,
  standardSignature,
  timestampOf,
} from './signature.ts';

const BODY = '{"team":{"id":"é \\u2028 \u{1f600}"}}';
const PAYLOAD = JSON.parse(BODY);
const ID = '01a1fc2c-7606-732d-a2a9-fcd3708bd855';

const signedAt = (at: Date, ...secrets: string[]) => ({
  'webhook-id': ID,
  'webhook-timestamp': timestampOf(at),
  'webhook-signature': standardSignature(secrets.flatMap(standardKeysOf), ID, at, BODY),
});
const signed = (...secrets: string[]) => signedAt(new Date(), ...secrets);

const verifies = (webhook: Webhook, ...secrets: string[]): boolean => {
  try {
    return JSON.stringify(webhook.verify(BODY, signed(...secrets))) === JSON.stringify(PAYLOAD);
  } catch {
    return false;
  }
};

/** Returns the package's verifier; undefined when the package rejects the secret. */
function webhookOf(...parameters: ConstructorParameters<typeof Webhook>): Webhook | undefined {
  try {
    return new Webhook(...parameters);
  } catch {
    return undefined;
  }
}

describe('the signature of a webhook', () => {
  it('is accepted by the Standard Webhooks package for generated secrets', () => {
    for (let turn = 0; turn < 50; turn += 1) {
      const secret = generateSecret();
      assert.equal(secretProblem(secret), undefined);
      assert.ok(verifies(new Webhook(secret), secret), secret);
      assert.ok(!verifies(new Webhook(generateSecret()), secret));
    }
  });

  const chosen: [string, string][] = [
    ['in the form of the specification', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    ['in the form of the specification, without padding', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwAA'],
    ['that is also valid base64', 'correcthorsebattery1'],
    ['with a length that is invalid for base64', 'abcdefghi'],
    ['that ends with a character outside of base64', 'abcdefgh!'],
    ['that is base64 with padding', 'c2VjcmV0IG9mIG91cnM='],
    ['with spaces', 'correct horse battery staple'],
    ['of punctuation', '!"§$%&/()=?`´*+~'],
    ['of hexadecimal digits', '00112233445566778899aabbccddeeff'],
    ['that is a UUID', '6f9619ff-8b86-d011-b42d-00cf4fc964ff'],
    ['in base64url', 'YWJj-_YWJj-_YWJj'],
    ['in German', 'Größenwahn über alles'],
    ['in Japanese', '合言葉は合言葉である'],
    ['with an emoji', 'secret \u{1f511} secret'],
  ];
  for (const [name, secret] of chosen) {
    it(`is accepted by the Standard Webhooks package for a secret ${name}`, () => {
      assert.equal(secretProblem(secret), undefined);
      const usual = webhookOf(secret);
      if (usual !== undefined) assert.ok(verifies(usual, secret), 'as base64');
      if (secret.startsWith('whsec_')) return;
      assert.ok(verifies(new Webhook(secret, { format: 'raw' }), secret), 'as it is');
      const bytes = new TextEncoder().encode(secret);
      assert.ok(verifies(new Webhook(bytes, { format: 'raw' }), secret), 'as UTF-8');
    });
  }

  it('is accepted by the Standard Webhooks package for random secrets that the package accepts', () => {
    const base64 = fc.stringMatching(/^[A-Za-z0-9+/]{8,40}={0,2}$/);
    const secrets = fc.oneof(
      base64,
      fc.string({ minLength: 8 }),
      fc.string({ unit: 'grapheme', minLength: 8 }),
    );
    fc.assert(
      fc.property(secrets, (secret) => {
        fc.pre(secretProblem(secret) === undefined && secret.isWellFormed());
        const usual = webhookOf(secret);
        assert.ok(usual === undefined || verifies(usual, secret));
        if (!secret.startsWith('whsec_')) {
          assert.ok(verifies(new Webhook(secret, { format: 'raw' }), secret));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('cannot use an invalid secret with the prefix whsec_', () => {
    const bad = [
      'whsec_',
      'whsec_short',
      'whsec_!!!!',
      `whsec_${'A'.repeat(200)}`,
      'whsec_YWJj-_YWJj-_YWJj-_YWJj-_YWJj-_YWJj-_',
    ];
    for (const secret of bad)
      assert.match(secretProblem(secret)?.message ?? '', /base64 of 24 to 64 bytes/, secret);
  });

  it('covers id, time and body', () => {
    const secret = generateSecret();
    const webhook = new Webhook(secret);
    const headers = signed(secret);
    assert.throws(() => webhook.verify(`${BODY} `, headers));
    assert.throws(() => webhook.verify(BODY, { ...headers, 'webhook-id': `${ID}x` }));
    const later = String(Number(headers['webhook-timestamp']) + 1);
    assert.throws(() => webhook.verify(BODY, { ...headers, 'webhook-timestamp': later }));
    const old = signedAt(new Date(Date.now() - 600_000), secret);
    assert.throws(() => webhook.verify(BODY, old), /too old/);
  });

  it('is valid for each secret of a rotation', () => {
    const [fresh, old] = [generateSecret(), 'a secret that was chosen'];
    for (const secret of [fresh, old]) {
      const webhook = webhookOf(secret) ?? new Webhook(secret, { format: 'raw' });
      assert.ok(verifies(webhook, fresh, old));
    }
    assert.ok(!verifies(new Webhook(old, { format: 'raw' }), fresh));
  });

  it('in hexadecimal equals generateHookSignature and a plain HMAC', () => {
    for (const [, secret] of chosen) {
      const text = JSON.stringify(PAYLOAD);
      const expected = createHmac('sha256', Buffer.from(secret)).update(text).digest('hex');
      assert.equal(hexSignature(secret, text), expected);
      assert.equal(generateHookSignature({ secret, payload: PAYLOAD }), expected);
    }
  });
});

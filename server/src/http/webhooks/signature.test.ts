import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { assertRejected } from '../../../test/team-rejections.ts';
import { type Caller, startTeamService, type TeamService } from '../../../test/team-service.ts';

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');

describe('POST /hooks/signature', () => {
  let service: TeamService;
  before(async () => {
    service = await startTeamService();
  });
  after(() => service.close());

  /** @param payload JSON text */
  const signed = async (secret: string, payload: string): Promise<string> => {
    const body = `{"secret":${JSON.stringify(secret)},"payload":${payload}}`;
    const answer = await service.call('sam', 'POST', '/hooks/signature', body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    return answer.body.signature;
  };

  for (const [what, payload] of [
    ['an empty object', '{}'],
    ['keys that are not sorted', '{"z":1,"a":2,"m":{"y":0,"b":0}}'],
    ['numeric keys', '{"b":1,"2":2,"1":3}'],
    ['text beyond ASCII', '{"name":"Ærøskøbing 🏴‍☠️ \\u2028","é":"e\\u0301"}'],
    ['numbers in different notations', '{"a":1.0,"b":1e21,"c":1E-7,"d":-0,"e":0.1,"f":12345678901234567890}'],
    ['white space', ' { "a" :\n [ 1 , 2 ] , "b" : null } '],
    ['a duplicate key', '{"a":1,"b":2,"a":3}'],
    ['escapes', '{"a":"\\u0041\\/\\n\\t\\"\\\\"}'],
    [
      'keys that are properties of every object',
      '{"toString":1,"hasOwnProperty":2,"constructor":3,"toJSON":4}',
    ],
  ] as const) {
    it(`signs JSON.stringify(payload) for ${what}`, async () => {
      const expected = hmac('shared secret', JSON.stringify(JSON.parse(payload)));
      assert.equal(await signed('shared secret', payload), expected);
    });
  }

  it('signs random objects with random secrets', async () => {
    // Every operation rejects text that can't be stored: U+0000 and unpaired surrogates.
    const text = fc
      .string({ unit: 'grapheme', maxLength: 20 })
      .filter((one) => !/[\0\ud800-\udfff]/u.test(one));
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: 'small' },
        text,
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('any'), { maxLength: 4 }),
        fc.dictionary(text, tie('any'), { maxKeys: 4, noNullPrototype: true }),
      ),
    })).any;
    const payloads = fc
      .dictionary(text, value, { maxKeys: 6, noNullPrototype: true })
      .filter((one) => !/"(__proto__|constructor)":/.test(JSON.stringify(one)));
    await fc.assert(
      fc.asyncProperty(payloads, fc.string({ minLength: 1, maxLength: 40 }), async (payload, secret) => {
        fc.pre(!/[\0]/.test(secret));
        assert.equal(await signed(secret, JSON.stringify(payload)), hmac(secret, JSON.stringify(payload)));
      }),
      { numRuns: 60 },
    );
  });

  it('signs a payload up to the size limit of a request', async () => {
    const payload = (characters: number) => JSON.stringify({ text: 'x'.repeat(characters) });
    const large = payload(1_000_000);
    assert.equal(await signed('shared secret', large), hmac('shared secret', large));
    const body = `{"secret":"s","payload":${payload(1_100_000)}}`;
    assertRejected(await service.call('sam', 'POST', '/hooks/signature', body), 413, 'PayloadTooLarge');
  });

  it('rejects payloads that would not be signed exactly as sent', async () => {
    for (const payload of [
      '{"__proto__":{"a":1}}',
      '{"a":{"constructor":{"prototype":{}}}}',
      '{"a":"\\ud800"}',
    ]) {
      const body = `{"secret":"s","payload":${payload}}`;
      const { status, body: rejection } = await service.call('sam', 'POST', '/hooks/signature', body);
      assert.deepEqual([status, rejection.error.code], [400, 'InvalidRequest']);
    }
  });

  describe('does not repeat the secret', () => {
    const secret = 'swordfish-7f3a91';
    const send = async (body: unknown, as: Caller = 'sam') => {
      const answer = await service.call(as, 'POST', '/hooks/signature', body);
      const all = JSON.stringify([answer.body, [...answer.headers]]);
      assert.ok(!all.includes('swordfish'), all);
      return answer;
    };

    it('with the signature', async () => {
      const { status, body } = await send({ secret, payload: {} });
      assert.equal(status, 200);
      assert.deepEqual(Object.keys(body).sort(), ['@odata.context', 'signature']);
    });

    for (const [what, body, targets] of [
      ['a missing payload', { secret }, ['payload']],
      ['an array as payload', { secret, payload: [] }, ['payload']],
      ['a string as payload', { secret, payload: '{}' }, ['payload']],
      ['an unknown field', { secret, payload: {}, algorithm: 'md5' }, ['algorithm']],
      ['an array as secret', { secret: [secret], payload: {} }, ['secret']],
      ['an object as secret', { secret: { text: secret }, payload: {} }, ['secret']],
      ['a secret that is too long', { secret: secret.repeat(1_000), payload: {} }, ['secret']],
      ['a truncated body', `{"payload":{},"secret":"${secret}`, []],
      ['text after the body', `{"payload":{},"secret":"${secret}"} x`, []],
    ] as const) {
      it(`when it returns 400 for ${what}`, async () => {
        assertRejected(await send(body), 400, 'InvalidRequest', [...targets]);
      });
    }

    it('when it returns 400 for a secret that cannot be stored', async () => {
      const { status, body } = await send(`{"secret":"${secret}\\ud800","payload":{}}`);
      assert.deepEqual([status, body.error.code], [400, 'InvalidRequest']);
    });

    it('when it returns 401 to an unknown caller', async () => {
      assertRejected(await send({ secret, payload: {} }, 'nobody'), 401, 'Unauthenticated');
    });
  });

  for (const [what, body] of [
    ['a missing secret', { payload: {} }],
    ['an empty secret', { secret: '', payload: {} }],
  ] as const) {
    it(`returns 400 for ${what}`, async () => {
      const answer = await service.call('sam', 'POST', '/hooks/signature', body);
      assertRejected(answer, 400, 'InvalidRequest', ['secret']);
    });
  }

  it('requires authentication, as the list of events does', async () => {
    const body = { secret: 's', payload: {} };
    assertRejected(await service.call('nobody', 'POST', '/hooks/signature', body), 401, 'Unauthenticated');
    assertRejected(await service.call('nobody', 'GET', '/hooks/events'), 401, 'Unauthenticated');
  });
});

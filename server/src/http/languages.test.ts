import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { naming, type PolicyService, startPolicyService } from '../../test/policy-service.ts';

let service: PolicyService;
before(async () => {
  service = await startPolicyService();
});
after(() => service.close());

const call = (accepted: string | undefined, method: string, path: string, body?: unknown, headers = {}) =>
  service.call('ada', method, path, body, {
    ...headers,
    ...(accepted !== undefined && { 'accept-language': accepted }),
  });

describe('Accept-Language', () => {
  const UNKNOWN = '/policies/00000000-0000-7000-8000-000000000000';

  it('chooses the language of an error, by weight and without the region', async () => {
    const cases: [accepted: string | undefined, language: string, text: RegExp][] = [
      [undefined, 'en', /^No policy with the id '.+' exists, or you may not see it\.$/],
      ['en', 'en', /^No policy with the id/],
      ['de-AT', 'de', /^Es gibt keine Richtlinie mit der ID „.+“, oder/],
      ['fr;q=0.4, de;q=0.9', 'de', /^Es gibt keine/],
      ['nl, fr-CA;q=0.5, en;q=0.1', 'fr', /^Aucune stratégie n’existe/],
      ['de;q=0, fr', 'fr', /^Aucune/],
      ['*, de;q=0.5', 'en', /^No policy/],
      ['nl', 'en', /^No policy/],
      [';;q=x,,=', 'en', /^No policy/],
    ];
    for (const [accepted, language, text] of cases) {
      const { status, body, headers } = await call(accepted, 'GET', UNKNOWN);
      assert.equal(status, 404);
      assert.match(body.error.message, text, accepted);
      assert.deepEqual([headers.get('content-language'), headers.get('vary')], [language, 'Accept-Language']);
      assert.equal(body.error.code, 'NotFound');
    }
  });

  it('does not translate the codes and targets of details', async () => {
    const wrong = { ...naming({ minLength: 'x', maxLength: 0 }), colour: 'red', name: '' };
    const english = (await call('en', 'POST', '/policies', wrong)).body.error;
    const german = (await call('de', 'POST', '/policies', wrong)).body.error;
    const plain = ({ target, code }: { target: string; code: string }) => ({ target, code });
    assert.deepEqual(german.details.map(plain), english.details.map(plain));
    const said = Object.fromEntries(
      german.details.map(({ target, message }: { target: string; message: string }) => [target, message]),
    );
    assert.equal(
      said.colour,
      'Dieses Feld ist unbekannt. Entfernen Sie es oder prüfen Sie die Schreibweise.',
    );
    assert.equal(said['settings.minLength'], 'Der Wert muss eine ganze Zahl sein.');
    assert.equal(said.name, 'Der Wert muss mindestens 1 Zeichen haben.');
  });

  it('chooses the language of verdicts, but not of their codes', async () => {
    const draft = { ...naming({ blockedWords: ['geheim'] }), scope: { type: 'tenant' } };
    const { body: policy } = await call('de', 'POST', '/policies', draft);
    const check = async (accepted: string) => {
      const { body, headers } = await call(accepted, 'POST', '/policies/check', { name: 'Geheim 7' });
      assert.equal(headers.get('content-language'), accepted);
      return body.verdicts[0];
    };
    const german = await check('de');
    assert.equal(
      german.message,
      `Der Name enthält "geheim", was gesperrt ist (Richtlinie „${policy.name}“). Wählen Sie einen anderen Namen.`,
    );
    const french = await check('fr');
    assert.match(french.message, /^Le nom contient "geheim", ce qui est bloqué/);
    assert.deepEqual([german.messageCode, french.messageCode], Array(2).fill('policies.nameRejected'));
    await call('de', 'DELETE', `/policies/${policy.id}`);
  });

  it('chooses the language of the reason for an invalid token', async () => {
    const { status, body, headers } = await call('de', 'GET', '/me', undefined, {
      authorization: 'Bearer x',
    });
    assert.equal(status, 401);
    assert.equal(
      body.error.message,
      'Das Token ist kein JWT. Holen Sie ein neues Zugriffstoken und versuchen Sie es noch einmal.',
    );
    assert.match(headers.get('www-authenticate') ?? '', /error_description="The token is not a JWT"/);
  });

  it('chooses the language of the reason for an unusable webhook URL', async () => {
    const hook = { events: ['team_created'], config: { url: 'http://example.com/' } };
    const { status, body } = await call('fr', 'POST', '/hooks', hook);
    assert.equal(status, 400);
    assert.equal(body.error.details[0].message, 'L’URL doit commencer par https://.');
  });

  it('has no effect on the response that an idempotency key replays', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const wrong = { ...naming(), name: '   ' };
    const first = await call('fr', 'POST', '/policies', wrong, headers);
    const again = await call('de', 'POST', '/policies', wrong, headers);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    assert.deepEqual(again.body, first.body);
    assert.equal(again.headers.get('content-language'), 'fr');
  });
});

/** Runs the verification examples of docs/webhooks.md. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Webhook } from 'standardwebhooks';

type Verify = (secret: string, headers: Record<string, string>, body: string) => unknown;

const ID = '0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10';
const BODY = JSON.stringify({ team: { id: '1', displayName: 'Ærø' }, tenant: { id: 't' } });

/** Returns the signature headers of a message, as the service sends them. */
function signed(secret: string): Record<string, string> {
  const at = new Date();
  const standard = new Webhook(secret, secret.startsWith('whsec_') ? undefined : { format: 'raw' });
  return {
    'webhook-id': ID,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': standard.sign(ID, at, BODY),
    'x-charter-signature': createHmac('sha256', secret).update(BODY).digest('hex'),
  };
}

describe('the examples in docs/webhooks.md', () => {
  let folder = '';
  const ways: Verify[] = [];
  before(async () => {
    const guide = await readFile(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');
    const blocks = [...guide.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code]) => code as string);
    assert.equal(blocks.length, 2);
    // The folder is in the project, so that imports of its packages resolve.
    folder = await mkdtemp(join(import.meta.dirname, '.guide-'));
    for (const [index, code] of blocks.entries()) {
      assert.ok(code.trim().split('\n').length <= 11, 'each example has at most 11 lines');
      const file = join(folder, `way-${index}.mjs`);
      await writeFile(file, code);
      ways.push(((await import(pathToFileURL(file).href)) as { verify: Verify }).verify);
    }
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const secret of ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'some words between us']) {
    it(`accept only messages signed with the secret ${secret.slice(0, 6)}…`, () => {
      const headers = signed(secret);
      for (const verify of ways) {
        assert.deepEqual(verify(secret, headers, BODY), JSON.parse(BODY));
        assert.throws(() => verify(secret, headers, BODY.replace('1', '2')));
        assert.throws(() => verify('another secret', headers, BODY));
        assert.throws(() => verify(secret, {}, BODY));
      }
    });
  }
});

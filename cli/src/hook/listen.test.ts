import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { charter, spawnCharter } from '../run-charter.ts';

const SECRET = 'between us';
/** An environment without credentials, and with the address of an unreachable service. */
const ALONE = { CHARTER_URL: 'http://127.0.0.1:1' };

function messageOf(secret: string, payload: object) {
  const body = JSON.stringify(payload);
  const [id, time] = [randomUUID(), String(Math.floor(Date.now() / 1000))];
  const signature = createHmac('sha256', secret).update(`${id}.${time}.${body}`).digest('base64');
  return {
    method: 'POST',
    body,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': time,
      'webhook-signature': `v1,${signature}`,
      'x-charter-signature': createHmac('sha256', secret).update(body).digest('hex'),
      'x-charter-event': 'team_created',
      'x-charter-webhook': randomUUID(),
      'x-charter-delivery': id,
    },
  };
}

describe('charter hook listen', () => {
  it('prints signed messages with --secret, without a token or a service', async (t) => {
    const listening = spawnCharter(
      ['hook', 'listen', '--port', '0', '--secret', SECRET, '--count', '1', '--json'],
      ALONE,
    );
    t.after(() => listening.kill());
    const output = { stdout: '', stderr: '' };
    listening.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output.stdout += text;
    });
    const ended = new Promise<number | null>((resolve) => listening.once('close', resolve));
    const url = await new Promise<string>((resolve, reject) => {
      listening.stderr?.setEncoding('utf8').on('data', (text: string) => {
        output.stderr += text;
        const [, address] = /Listening at (\S+)\. Stop with Ctrl-C\./.exec(output.stderr) ?? [];
        if (address !== undefined) resolve(address);
      });
      listening.once('close', (code) => reject(new Error(`It ended with ${code}. ${output.stderr}`)));
    });
    assert.equal((await fetch(url, messageOf('of somebody else', { team: { id: 'forged' } }))).status, 401);
    assert.equal((await fetch(url, messageOf(SECRET, { team: { id: 'north' } }))).status, 204);
    assert.equal(await ended, 0, output.stderr);
    const shown = JSON.parse(output.stdout);
    assert.deepEqual([shown.event, shown.payload], ['team_created', { team: { id: 'north' } }]);
  });

  it('requires credentials to create a webhook', async () => {
    const { code, stderr } = await charter(['hook', 'listen'], { ...ALONE, CHARTER_TOKEN: '' });
    assert.equal(code, 3);
    assert.match(stderr, /You are not signed in\./);
  });
});

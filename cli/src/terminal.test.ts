import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { startTestService } from '../../sdk/src/test-service.ts';
import { charter, spawnCharter } from './run-charter.ts';

const channel = (displayName: string) => ({
  id: 'c',
  displayName,
  description: null,
  membershipType: 'standard',
  createdDateTime: '2026-01-01T00:00:00Z',
});

describe('what is printed', () => {
  it('should not let a name steer the terminal, and keep it whole in JSON', async () => {
    const name = 'evil \u001b[2J\u009b31m\u0007 name\nsecond line';
    await using service = await startTestService({ status: 200, body: [channel(name)] });
    const text = await charter(['channel', 'list', 't', '--url', service.baseUrl]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    assert.doesNotMatch(text.stdout, /[\u001b\u0007\u0080-\u009f]/);
    assert.equal(text.stdout.trimEnd().split('\n').length, 2);
    const json = await charter(['channel', 'list', 't', '--url', service.baseUrl, '--json']);
    assert.equal(JSON.parse(json.stdout)[0].displayName, name);
  });

  it('should have no colours where they do not show, or are not wanted', async () => {
    await using service = await startTestService({ status: 200, body: [channel('General')] });
    for (const environment of [{}, { NO_COLOR: '1' }]) {
      const { stdout } = await charter(['channel', 'list', 't', '--url', service.baseUrl], environment);
      assert.ok(!stdout.includes('\u001b'));
      assert.match(stdout, /^ID\s+NAME\s+TYPE\s+DESCRIPTION\nc {3}General {2}standard$/m);
    }
  });

  it('should end quietly when nobody reads on', async () => {
    const many = Array.from({ length: 20_000 }, (_, number) => channel(`Channel ${number}`));
    await using service = await startTestService({ status: 200, body: many });
    const child = spawnCharter(['channel', 'list', 't', '--url', service.baseUrl], {
      CHARTER_TOKEN: 'secret',
    });
    let stderr = '';
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk;
    });
    child.stdout?.once('data', () => child.stdout?.destroy());
    const [code] = (await once(child, 'close')) as [number | null];
    assert.equal(code, 0);
    assert.equal(stderr, '');
  });
});

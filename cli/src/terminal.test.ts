import assert from 'node:assert/strict';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

describe('terminal output', () => {
  it('replaces control characters of a name in text, and keeps the name in JSON', async () => {
    const name = 'evil \u001b[2J\u009b31m\u0007 name\nsecond line';
    await using service = await startTestService({ status: 200, body: [channel(name)] });
    const text = await charter(['channel', 'list', 't', '--url', service.baseUrl]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
    assert.doesNotMatch(text.stdout, /[\u001b\u0007\u0080-\u009f]/);
    assert.equal(text.stdout.trimEnd().split('\n').length, 2);
    const json = await charter(['channel', 'list', 't', '--url', service.baseUrl, '--json']);
    assert.equal(JSON.parse(json.stdout)[0].displayName, name);
  });

  /** Contains ESC, C1 controls, bidirectional formatting, and line separators. */
  const HOSTILE = '\u001b[2J \u009b31m \u0007 \u202e \u2066 \u200f \u061c \u2028 \r end';
  const CONTROL =
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

  it('contains no control or bidirectional character, in results and in errors', async () => {
    const failure = {
      error: {
        code: 'Forbidden',
        message: HOSTILE,
        innerError: { date: HOSTILE, 'request-id': 'r' },
        details: [{ target: HOSTILE, code: 'x', message: HOSTILE }],
      },
    };
    const team = {
      id: 't',
      displayName: HOSTILE,
      description: HOSTILE,
      visibility: HOSTILE,
      isArchived: false,
    };
    const record = {
      id: HOSTILE,
      time: HOSTILE,
      type: HOSTILE,
      actor: { id: 'a', kind: 'user', displayName: HOSTILE },
      target: { type: HOSTILE, id: 't', displayName: HOSTILE },
      outcome: HOSTILE,
      sequence: 1,
    };
    const cases: [string[], number, unknown][] = [
      [['channel', 'list', 't'], 200, [channel(HOSTILE)]],
      [['team', 'get', 't'], 200, team],
      [['audit', 'list', 'teams'], 200, { value: [record] }],
      [['audit', 'keys'], 200, { keys: [{ kid: HOSTILE }] }],
      [['channel', 'list', 't'], 403, failure],
      [['template', 'export', 't'], 403, failure],
    ];
    for (const [args, status, body] of cases) {
      for (const json of args[1] === 'keys' ? [[]] : [[], ['--json']]) {
        await using service = await startTestService({ status, body });
        const { stdout, stderr } = await charter([...args, ...json, '--url', service.baseUrl]);
        assert.match(stdout + stderr, / end/, args.join(' '));
        assert.doesNotMatch(stdout + stderr, CONTROL, [...args, ...json].join(' '));
        if (json.length > 0 && status === 200) assert.ok(JSON.stringify(JSON.parse(stdout)).includes(' end'));
      }
    }
  });

  it('is written by one module', () => {
    const places = globSync('**/*.ts', { cwd: import.meta.dirname, exclude: ['**/*.test.ts'] }).filter(
      (file) =>
        /process\.std(out|err)\.write|console\./.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
    );
    // command-line.ts prints what failure.ts has made printable.
    assert.deepEqual(places.sort(), ['command-line.ts', 'output.ts']);
  });

  it('has no colours in a pipe or with NO_COLOR', async () => {
    await using service = await startTestService({ status: 200, body: [channel('General')] });
    for (const environment of [{}, { NO_COLOR: '1' }]) {
      const { stdout } = await charter(['channel', 'list', 't', '--url', service.baseUrl], environment);
      assert.ok(!stdout.includes('\u001b'));
      assert.match(stdout, /^ID\s+NAME\s+TYPE\s+ARCHIVED\s+DESCRIPTION\nc {3}General {2}standard$/m);
    }
  });

  it('ends without an error, with exit code 0, when the reader closes the pipe', async () => {
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

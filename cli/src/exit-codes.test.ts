/** What scripts trust: exit codes, what goes to stdout, and what an error says. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startTestService, type TestAnswer } from '../../sdk/src/test-service.ts';
import { EXIT_CODE_HELP } from './exit-codes.ts';
import { charter } from './run-charter.ts';

const refusal = (status: number, code: string, message: string, headers = {}): TestAnswer => ({
  status,
  headers: { 'request-id': 'r-17', ...headers },
  body: {
    error: { code, message, innerError: {}, details: [{ target: 'a.b', code: 'X', message: 'Mend it.' }] },
  },
});

const job = (status: string, data: object = {}): TestAnswer => ({
  status: 200,
  body: {
    id: 'j',
    type: 'TeamProvisioning',
    status,
    progress: 40,
    log: ['2026-01-01T00:00:00Z Made it.'],
    data,
    steps: [],
  },
});

describe('exit codes', () => {
  const refusals: [number, string, number][] = [
    [400, 'InvalidRequest', 1],
    [401, 'Unauthenticated', 3],
    [403, 'Forbidden', 3],
    [404, 'NotFound', 4],
    [409, 'TeamArchived', 1],
    [412, 'PreconditionFailed', 1],
    [500, 'InternalError', 1],
    [429, 'TooManyRequests', 7],
    [503, 'ServiceUnavailable', 7],
  ];
  for (const [status, code, expected] of refusals) {
    it(`should be ${expected} after ${status} ${code}, with a sentence, its details and the request's id`, async () => {
      await using service = await startTestService(refusal(status, code, 'It did not work.'));
      const result = await charter(['team', 'get', 't', '--url', service.baseUrl]);
      assert.equal(result.code, expected);
      assert.equal(result.stdout, '');
      assert.match(result.stderr, /^error: It did not work\./);
      assert.match(result.stderr, /^ {2}a\.b: Mend it\.$/m);
      assert.match(result.stderr, /^ {2}request-id: r-17$/m);
    });
  }

  it('should be 5 when nobody answers', async () => {
    const service = await startTestService(job('completed'));
    await service[Symbol.asyncDispose]();
    const { code, stderr } = await charter(['team', 'get', 't'], { CHARTER_URL: service.baseUrl });
    assert.equal(code, 5);
    assert.match(stderr, /cannot be reached/);
  });

  it('should be 3 when nobody is signed in, before anything is sent', async () => {
    await using service = await startTestService(job('completed'));
    const { code, stderr } = await charter(['job', 'get', 'j', '--url', service.baseUrl], {
      CHARTER_TOKEN: '',
    });
    assert.equal(code, 3);
    assert.match(stderr, /CHARTER_TOKEN/);
    assert.equal(service.seen.length, 0);
  });

  const mistakes: [string, string[]][] = [
    ['an unknown command', ['team', 'fly', 't']],
    ['an unknown option', ['team', 'get', 't', '--fast']],
    ['a missing argument', ['team', 'get']],
    ['a missing required option', ['team', 'provision', '--template', 'x']],
    ['a value that is not a choice', ['member', 'add', 't', 'u', '--role', 'king']],
    ['metadata that is not JSON', ['team', 'provision', '--template', 't', '--name', 'n', '--metadata', '{']],
    ['a file that is not there', ['template', 'apply', 'no/such/file.yaml']],
    ['nothing to change', ['team', 'update', 't']],
    ['a group without a verb', ['team']],
    ['nothing at all', []],
    ['two ways to sign in at once', ['token', '--user', 'u', '--app', 'a']],
  ];
  for (const [what, args] of mistakes) {
    it(`should be 2 for ${what}, and say so on stderr`, async () => {
      const { code, stdout, stderr } = await charter(args, { CHARTER_URL: 'http://127.0.0.1:9' });
      assert.equal(code, 2, stderr);
      assert.equal(stdout, '');
      assert.notEqual(stderr, '');
    });
  }

  it('should be 6 when the job failed, and say at which step', async () => {
    const error = { code: 'SuiteError', message: 'The suite is away.', step: 'createTeam' };
    await using service = await startTestService(job('active'), job('failed', { error }));
    const { code, stdout, stderr } = await charter(['job', 'watch', 'j', '--url', service.baseUrl]);
    assert.equal(code, 6);
    assert.equal(stdout, '');
    assert.match(stderr, /createTeam.*The suite is away\. \(SuiteError\)/);
    const asJson = await charter(['job', 'watch', 'j', '--url', service.baseUrl, '--json']);
    assert.equal(asJson.code, 6);
    assert.equal(JSON.parse(asJson.stdout).status, 'failed');
  });

  it('should be 8 when the job outlasts the time given', async () => {
    await using service = await startTestService(job('paused'));
    const { code, stderr } = await charter(['job', 'watch', 'j', '--url', service.baseUrl, '--timeout', '1']);
    assert.equal(code, 8);
    assert.match(stderr, /charter job watch j/);
  });

  it('should all be in the help', async () => {
    const { code, stdout } = await charter(['--help']);
    assert.equal(code, 0);
    assert.ok(stdout.includes(EXIT_CODE_HELP));
  });
});

describe('--json', () => {
  it('should put one JSON document on stdout, and a failure as one line of JSON on stderr', async () => {
    await using service = await startTestService(job('active', { request: { metadata: 'ü' } }));
    const fine = await charter(['job', 'get', 'j', '--json', '--url', service.baseUrl]);
    assert.equal(fine.code, 0);
    assert.equal(JSON.parse(fine.stdout).data.request.metadata, 'ü');
    assert.equal(fine.stderr, '');
    await using refusing = await startTestService(refusal(404, 'NotFound', 'No.'));
    const failed = await charter(['job', 'get', 'j', '--json', '--url', refusing.baseUrl]);
    assert.equal(failed.stdout, '');
    const { error } = JSON.parse(failed.stderr);
    assert.deepEqual(
      { ...error, details: error.details.length },
      { exitCode: 4, status: 404, code: 'NotFound', message: 'No.', requestId: 'r-17', details: 1 },
    );
  });
});

describe('a limit that is full', () => {
  it('should be waited for as the service says, and not in silence', async () => {
    const later = refusal(429, 'TooManyRequests', 'Too many.', { 'retry-after': '1' });
    await using service = await startTestService(later, job('completed'));
    const { code, stderr } = await charter(['job', 'get', 'j', '--url', service.baseUrl]);
    assert.equal(code, 0);
    assert.equal(stderr, 'Too many calls in this minute; trying again in 1 s.\n');
    assert.equal(service.seen.length, 2);
  });
});

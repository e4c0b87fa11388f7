/** The exit codes, stdout and stderr that scripts depend on. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startTestService, type TestResponse } from '../../sdk/src/test-service.ts';
import { EXIT_CODE_HELP } from './exit-codes.ts';
import { charter } from './run-charter.ts';

const rejection = (status: number, code: string, message: string, headers = {}): TestResponse => ({
  status,
  headers: { 'request-id': 'r-17', ...headers },
  body: {
    error: { code, message, innerError: {}, details: [{ target: 'a.b', code: 'X', message: 'Mend it.' }] },
  },
});

const job = (status: string, data: object = {}): TestResponse => ({
  status: 200,
  body: {
    id: 'j',
    type: 'TeamProvisioning',
    status,
    progress: 40,
    requester: { id: 'r', kind: 'user', displayName: 'Ruth' },
    team: { displayName: 'Made' },
    log: ['2026-01-01T00:00:00Z Made it.'],
    data,
    steps: [],
  },
});

describe('the exit code', () => {
  const rejections: [number, string, number][] = [
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
  for (const [status, code, expected] of rejections) {
    it(`is ${expected} after ${status} ${code}, with the message, its details and the request id`, async () => {
      await using service = await startTestService(rejection(status, code, 'It did not work.'));
      const result = await charter(['team', 'get', 't', '--url', service.baseUrl]);
      assert.equal(result.code, expected);
      assert.equal(result.stdout, '');
      assert.match(result.stderr, /^error: It did not work\./);
      assert.match(result.stderr, /^ {2}a\.b: Mend it\.$/m);
      assert.match(result.stderr, /^ {2}request-id: r-17$/m);
    });
  }

  it('is 5 when the service is unreachable', async () => {
    const service = await startTestService(job('completed'));
    await service[Symbol.asyncDispose]();
    const { code, stderr } = await charter(['team', 'get', 't'], { CHARTER_URL: service.baseUrl });
    assert.equal(code, 5);
    assert.match(stderr, /is unreachable/);
  });

  it('is 3 without a token, and no request is sent', async () => {
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
    ['an invalid choice', ['member', 'add', 't', 'u', '--role', 'king']],
    ['metadata that is not JSON', ['team', 'provision', '--template', 't', '--name', 'n', '--metadata', '{']],
    ['a missing file', ['template', 'apply', 'no/such/file.yaml']],
    ['an update without changes', ['team', 'update', 't']],
    ['a noun without a verb', ['team']],
    ['no arguments', []],
    ['an empty id', ['team', 'get', '']],
    ['an address that is not a URL', ['team', 'get', 't', '--url', 'foo']],
    ['an address without http://', ['team', 'get', 't', '--url', 'localhost:3000']],
  ];
  for (const [what, args] of mistakes) {
    it(`is 2 for ${what}, with the reason on stderr`, async () => {
      const { code, stdout, stderr } = await charter(args, { CHARTER_URL: 'http://127.0.0.1:9' });
      assert.equal(code, 2, stderr);
      assert.equal(stdout, '');
      assert.notEqual(stderr, '');
    });
  }

  it('is 2 when CHARTER_URL is not a URL, with an error that names the setting', async () => {
    const { code, stderr } = await charter(['team', 'get', 't'], { CHARTER_URL: 'foo' });
    assert.equal(code, 2);
    assert.match(stderr, /^error: CHARTER_URL must be an address such as https:.*, not 'foo'\.$/m);
  });

  it('is 2 for an id that is a path, with an error that says what an id is', async () => {
    const { code, stderr } = await charter(['team', 'get', '..'], { CHARTER_URL: 'http://127.0.0.1:9' });
    assert.equal(code, 2);
    assert.equal(stderr, "error: The teamId '..' is not an id. Give an id that the service returned.\n");
  });

  it('is 6 when the job failed, with an error that names the step', async () => {
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

  it('is 8 when the job has not ended after --timeout', async () => {
    await using service = await startTestService(job('paused'));
    const { code, stderr } = await charter(['job', 'watch', 'j', '--url', service.baseUrl, '--timeout', '1']);
    assert.equal(code, 8);
    assert.match(stderr, /charter job watch j/);
  });

  it('is documented in the help', async () => {
    const { code, stdout } = await charter(['--help']);
    assert.equal(code, 0);
    assert.ok(stdout.includes(EXIT_CODE_HELP));
  });
});

describe('--json', () => {
  it('writes one JSON document to stdout, and a failure as one line of JSON to stderr', async () => {
    await using service = await startTestService(job('active', { request: { metadata: 'ü' } }));
    const fine = await charter(['job', 'get', 'j', '--json', '--url', service.baseUrl]);
    assert.equal(fine.code, 0);
    assert.equal(JSON.parse(fine.stdout).data.request.metadata, 'ü');
    assert.equal(fine.stderr, '');
    await using rejecting = await startTestService(rejection(404, 'NotFound', 'No.'));
    const failed = await charter(['job', 'get', 'j', '--json', '--url', rejecting.baseUrl]);
    assert.equal(failed.stdout, '');
    const { error } = JSON.parse(failed.stderr);
    assert.deepEqual(
      { ...error, details: error.details.length },
      { exitCode: 4, status: 404, code: 'NotFound', message: 'No.', requestId: 'r-17', details: 1 },
    );
  });
});

describe('a command over the rate limit', () => {
  it('waits for Retry-After and prints a note', async () => {
    const later = rejection(429, 'TooManyRequests', 'Too many.', { 'retry-after': '1' });
    await using service = await startTestService(later, job('completed'));
    const { code, stderr } = await charter(['job', 'get', 'j', '--url', service.baseUrl]);
    assert.equal(code, 0);
    assert.equal(stderr, 'The rate limit is reached; the next attempt is in 1 s.\n');
    assert.equal(service.seen.length, 2);
  });
});

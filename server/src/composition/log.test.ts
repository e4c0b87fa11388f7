import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, beforeEach, describe, it, mock } from 'node:test';
import { createLog } from './log.ts';

interface Line {
  level: number;
  msg: string;
  fingerprint?: string;
  count?: number;
  err?: { message: string; stack: string; cause?: { message: string } };
}

describe('the log of errors', () => {
  let lines: Line[] = [];
  const log = createLog(
    { logLevel: 'info', nodeName: 'node' },
    { write: (line) => void lines.push(JSON.parse(line) as Line) },
  );
  const fail = (text: string, name = 'Error'): Error => Object.assign(new Error(text), { name });

  before(() => mock.timers.enable({ apis: ['setTimeout'] }));
  after(() => mock.timers.reset());
  beforeEach(() => {
    mock.timers.tick(10_000);
    mock.timers.tick(10_000);
    lines = [];
  });

  it('writes the first of equal errors at once, and the others after ten seconds in one line with their count', () => {
    for (let time = 0; time < 50; time += 1) log.error({ err: fail(`Team ${time}`) }, 'It failed.');
    assert.deepEqual(
      lines.map(({ msg, count, err }) => [msg, count, err?.message]),
      [['It failed.', undefined, 'Team 0']],
    );
    mock.timers.tick(10_000);
    assert.deepEqual(
      lines.map(({ count, err }) => [count, err?.message]),
      [
        [undefined, 'Team 0'],
        [49, 'Team 49'],
      ],
    );
    assert.match(lines[0]?.fingerprint ?? '', /^[0-9a-f]{12}$/);
    assert.equal(lines[0]?.fingerprint, lines[1]?.fingerprint);
    mock.timers.tick(20_000);
    assert.equal(lines.length, 2);
  });

  it('writes the count of the repeated errors when the process exits', () => {
    const program = `import { createLog } from ${JSON.stringify(new URL('./log.ts', import.meta.url).href)};
      const log = createLog({ logLevel: 'info', nodeName: 'node' });
      for (let time = 0; time < 3; time += 1) log.error({ err: new Error('x') }, 'It failed.');
      process.exit(0);`;
    const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
    });
    const written = stderr
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
    // The line that is being written at the exit can come last.
    const byCount = written.toSorted((one, other) => (one.count ?? 0) - (other.count ?? 0));
    assert.deepEqual(
      byCount.map(({ msg, count }) => [msg, count]),
      [
        ['It failed.', undefined],
        ['It failed.', 2],
      ],
    );
  });

  it('writes separate lines for errors that differ in text, name or place', () => {
    log.error({ err: fail('x') }, 'One.');
    log.error({ err: fail('x') }, 'Another.');
    log.error({ err: fail('x', 'TypeError') }, 'One.');
    log.error({ err: new Error('x') }, 'One.');
    assert.equal(lines.length, 4);
    assert.equal(new Set(lines.map(({ fingerprint }) => fingerprint)).size, 4);
  });

  it('writes every warning, every error without an exception, and every line with a count', () => {
    for (let time = 0; time < 2; time += 1) {
      log.warn({ err: fail('x') }, 'A warning.');
      log.error({ queue: 'x' }, 'Without an exception.');
      log.error({ err: fail('x'), count: 7 }, 'Counted.');
    }
    assert.deepEqual(
      lines.map(({ msg, count }) => [msg, count]),
      [0, 1].flatMap(() => [
        ['A warning.', undefined],
        ['Without an exception.', undefined],
        ['Counted.', 7],
      ]),
    );
  });

  it('masks bearer tokens and passwords in URLs, wherever a message, a stack or a cause contains them', () => {
    const cause = fail('GET https://ada:hidden1@proxy.example failed');
    const text = 'connect postgres://charter:hidden2@db/charter with Authorization: Bearer hidden3.hidden3';
    log.error({ err: new Error(text, { cause }) }, 'It failed.');
    const [line] = lines;
    assert.doesNotMatch(JSON.stringify(line), /hidden/);
    assert.match(line?.err?.message ?? '', /postgres:\/\/charter:\*\*\*@db\/charter .* Bearer \*\*\*/);
    assert.match(line?.err?.cause?.message ?? '', /ada:\*\*\*@proxy/);
  });
});

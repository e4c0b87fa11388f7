import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it, mock } from 'node:test';
import { type FastifyInstance, fastify } from 'fastify';
import { systemClock } from '../kernel/clock.ts';
import { CharterError } from '../kernel/errors.ts';
import { say } from '../kernel/messages.ts';
import { handleError } from './errors.ts';

const WARN = 40;
const ERROR = 50;

interface Line {
  level: number;
  reqId: string;
  msg: string;
  count?: number;
  err?: { message: string; stack: string };
}

describe('the log of a flood of 503s', () => {
  let app: FastifyInstance;
  let lines: Line[] = [];
  const get = async (path: string, times: number): Promise<void> => {
    for (let call = 0; call < times; call += 1) {
      const { statusCode } = await app.inject({ url: path });
      assert.equal(statusCode, 503);
    }
  };
  const endInterval = (): void => mock.timers.tick(10_000);

  before(async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    app = fastify({ logger: { stream: { write: (line: string) => lines.push(JSON.parse(line) as Line) } } });
    app.setErrorHandler(handleError(systemClock));
    app.get('/full', () => {
      throw new CharterError('ServiceUnavailable', say('streams.full', 'No room.'));
    });
    app.get('/lost', () => {
      const cause = new Error('connect ECONNREFUSED');
      throw new CharterError('ServiceUnavailable', say('database.silent', 'No answer.'), { cause });
    });
    await app.ready();
  });
  after(async () => {
    mock.timers.reset();
    await app.close();
  });
  beforeEach(() => {
    endInterval();
    endInterval();
    lines = [];
  });
  /** Log lines of 503s. Fastify logs other lines too. */
  const answers = (): Line[] => lines.filter(({ count }) => count !== undefined);

  it('contains one warning at once and one for the rest of the interval, both without a stack', async () => {
    await get('/full', 50);
    assert.deepEqual(
      answers().map(({ level, count, err }) => ({ level, count, err })),
      [{ level: WARN, count: 1, err: undefined }],
    );
    endInterval();
    assert.deepEqual(
      answers().map(({ level, count, msg }) => ({ level, count, msg })),
      [
        { level: WARN, count: 1, msg: 'No room.' },
        { level: WARN, count: 49, msg: 'No room.' },
      ],
    );
    assert.ok(!lines.some(({ level }) => level >= ERROR));
  });

  it('names the first request and the last request of the interval', async () => {
    await get('/full', 3);
    endInterval();
    const requests = [...new Set(lines.map(({ reqId }) => reqId))];
    assert.deepEqual(
      [requests[0], requests[2]],
      answers().map(({ reqId }) => reqId),
    );
  });

  it('contains separate lines for each reason, and errors for a failure, the first with its stack', async () => {
    await get('/full', 2);
    await get('/lost', 20);
    endInterval();
    const [failure, others] = answers().filter(({ level }) => level === ERROR);
    assert.match(failure?.err?.stack ?? '', /ECONNREFUSED\n +at /);
    assert.equal(others?.count, 19);
    assert.deepEqual(
      answers()
        .filter(({ level }) => level === WARN)
        .map(({ count }) => count),
      [1, 1],
    );
  });

  it('starts again after an interval without a 503', async () => {
    await get('/full', 2);
    endInterval();
    endInterval();
    await get('/full', 1);
    assert.deepEqual(
      answers().map(({ count }) => count),
      [1, 1, 1],
    );
  });
});

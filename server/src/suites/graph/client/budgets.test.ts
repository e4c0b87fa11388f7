import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BUDGETS, SentCallTimes } from './budgets.ts';

describe('the recorded times of calls', () => {
  const { milliseconds, gap } = BUDGETS.makeTeams;
  const demands = (calls = 1) => new Map([['makeTeams', { rate: BUDGETS.makeTeams, calls }]]);

  it('delay a call that would exceed the limit because earlier calls left late', () => {
    const departures = new SentCallTimes();
    for (let call = 0; call < 6; call += 1) assert.equal(departures.leave(demands(), 300 + call).wait, 0);
    const { wait } = departures.leave(demands(), milliseconds);
    assert.ok(wait > 190 && wait < 300, `${wait} ms`);
    assert.equal(departures.leave(demands(), milliseconds + wait).wait, 0);
  });

  it('count a call from the time at which it leaves, although later calls left before it', () => {
    const departures = new SentCallTimes();
    const calls = Array.from({ length: 6 }, (_, call) => departures.leave(demands(), 10 * call));
    calls[0]!.correct(900);
    for (let call = 0; call < 5; call += 1) {
      assert.equal(departures.leave(demands(), milliseconds + 10 * call + 10).wait, 0);
    }
    const { wait } = departures.leave(demands(), 2 * 900);
    assert.equal(wait, 900 + milliseconds - 10 - 2 * 900);
  });

  it('do not delay a call whose budget has room', () => {
    const departures = new SentCallTimes();
    for (let call = 0; call < 50; call += 1) assert.equal(departures.leave(demands(), call * gap).wait, 0);
    assert.equal(
      departures.leave(new Map([['writeTeams', { rate: BUDGETS.writeTeams, calls: 1 }]]), 0).wait,
      0,
    );
    assert.equal(departures.leave(demands(6), 12_000).wait, 0);
    assert.ok(departures.leave(demands(), 12_010).wait > 1_000);
  });
});

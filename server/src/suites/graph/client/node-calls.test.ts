import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BUDGETS } from './budgets.ts';
import { Departures } from './node-calls.ts';

describe('the departures of calls', () => {
  const { milliseconds, gap } = BUDGETS.makeTeams;
  const demands = (calls = 1) => new Map([['makeTeams', { rate: BUDGETS.makeTeams, calls }]]);

  it('hold back a call that would exceed the limit because earlier ones left late', () => {
    const departures = new Departures();
    for (let call = 0; call < 6; call += 1) assert.equal(departures.leave(demands(), 300 + call), 0);
    const wait = departures.leave(demands(), milliseconds);
    assert.ok(wait > 190 && wait < 300, `${wait} ms`);
    assert.equal(departures.leave(demands(), milliseconds + wait), 0);
  });

  it('hold back no call whose budget has room', () => {
    const departures = new Departures();
    for (let call = 0; call < 50; call += 1) assert.equal(departures.leave(demands(), call * gap), 0);
    assert.equal(departures.leave(new Map([['writeTeams', { rate: BUDGETS.writeTeams, calls: 1 }]]), 0), 0);
    assert.equal(departures.leave(demands(6), 12_000), 0);
    assert.ok(departures.leave(demands(), 12_010) > 1_000);
  });
});

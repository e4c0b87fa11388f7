import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlatRecord } from './cloud-event.ts';
import { csvOf } from './csv.ts';

const record = (change: object = {}): FlatRecord => ({
  id: 'i',
  time: '2026-11-21T08:00:00.000Z',
  type: 'team_updated',
  actor: { id: 'ada', kind: 'user', displayName: 'Ada' },
  target: { type: 'team', id: 't', displayName: 'North' },
  requestId: 'r',
  outcome: 'success',
  sequence: 7,
  hash: 'abc',
  ...change,
});

describe('the CSV table of records', () => {
  it('has a column for each field, in a fixed order', () => {
    const { heading, line } = csvOf(['teamId', 'count']);
    assert.equal(
      heading,
      'trail,sequence,time,type,outcome,actor.id,actor.kind,actor.displayName,target.type,target.id,target.displayName,requestId,id,teamId,count,hash\r\n',
    );
    assert.equal(
      line('teams', record({ count: 3 })),
      '"teams",7,"2026-11-21T08:00:00.000Z","team_updated","success","ada","user","Ada","team","t","North","r","i",,3,"abc"\r\n',
    );
  });

  it('quotes every text, so that no separator ends its cell', () => {
    const { line } = csvOf(['a', 'b', 'c', 'd']);
    const row = line('teams', record({ a: 'x,y', b: 'say "no"', c: { z: [1, 'two\nlines'] }, d: 'x;y' }));
    assert.match(row, /,"x,y","say ""no""","\{""z"":\[1,""two\\nlines""\]\}","x;y","abc"\r\n$/);
  });

  const FORMULAS = ['=HYPERLINK("x")', '+1', '-1', '@SUM(A1)', '＝1', '＋1', '－1', '＠SUM(A1)'];

  it('escapes texts that a spreadsheet would read as a formula', () => {
    const { line } = csvOf(['name']);
    for (const name of [...FORMULAS, '\tx', '\rx', '\n=1', ' =1', '"=1"']) {
      const cell = line('teams', record({ name })).split(',"i",')[1] ?? '';
      assert.match(cell, /^"'/, name);
    }
    assert.match(line('teams', record({ name: -5 })), /,-5,"abc"/);
  });

  it('escapes formulas after every separator at which a spreadsheet may split a cell', () => {
    const { line } = csvOf(['name']);
    for (const separator of [';', '\t', '|', '\n', '\r\n', ';;', '; "']) {
      for (const formula of FORMULAS) {
        const row = line('teams', record({ name: `x${separator}${formula}` }));
        for (const part of row.split(/[;\t|\r\n]/)) assert.doesNotMatch(part, /^[\s"]*[=+\-@＝＋－＠]/, row);
      }
    }
    assert.match(line('teams', record({ name: 'a;b - c, d=e' })), /"a;b - c, d=e"/);
  });
});

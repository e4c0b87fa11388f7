/** Tests that all representations of one JSON value have the same hash, that of its canonical form (RFC 8785). */
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, it } from 'node:test';
import { canonicalJson } from '../../../sdk/src/audit/canonical-json.ts';
import { followsHash, genesisHash, readLine } from './line.ts';

const SOURCE = '/tenants/contoso/audittrails/teams';
const EVENT = {
  specversion: '1.0',
  id: '019abcde-0000-7000-8000-000000000001',
  source: SOURCE,
  type: 'charter.team_updated',
  time: '2026-11-21T08:00:00.000Z',
  subject: 'team/x',
  datacontenttype: 'application/json',
  sequence: '1',
  data: {
    count: 32,
    many: 1_000_000,
    name: 'Zoé: "Q" \\ {}',
    text: '"a":',
    list: [{ a: 1 }, { a: 1 }],
    none: {},
  },
};
const LINE = canonicalJson({
  ...EVENT,
  hash: hash('sha256', `${genesisHash(SOURCE)}\n${canonicalJson(EVENT)}`),
});

function isIntact(line: string | Buffer): boolean {
  const read = readLine(Buffer.from(line));
  return read !== undefined && followsHash(genesisHash(SOURCE), read);
}
/** Replaces a part of the line that must exist. */
function respelled(from: string, to: string): string {
  assert.ok(LINE.includes(from), from);
  return LINE.replace(from, () => to);
}

describe('a line of an export', () => {
  it('matches its hash in every JSON notation of the same record', () => {
    const { id, ...others } = JSON.parse(LINE);
    for (const line of [
      LINE,
      `${LINE}\r`,
      ` ${LINE}\t`,
      JSON.stringify({ ...others, id }, null, ' ').replaceAll('\n', '\r'),
      respelled('é', '\\u00e9'),
      respelled('Zo', '\\u005a\\u006F'),
      respelled('contoso', '\\u0063ontoso'),
      respelled('"name"', '"n\\u0061me"'),
      respelled(':32,', ':32.0,'),
      respelled(':32,', ':3.2E1 ,'),
      respelled('1000000', '1e6'),
      respelled('team/x', 'team\\/x'),
    ]) {
      assert.equal(isIntact(line), true, line);
    }
  });

  it('is rejected when it has duplicate members, in any notation and at any depth', () => {
    for (const line of [
      respelled('"count":32', '"count":32,"count":32'),
      respelled('"count":32', '"count":99,"count":32.00'),
      // This line also has additional whitespace and a number in exponent notation.
      respelled('"count":32,"list"', '"count":32 ,"list"').replace('1000000', '1,"many":1e6'),
      respelled('"count":32', '"c\\u006funt":32,"count":32'),
      respelled('"none":{}', '"none":{"x":1},"none":{}'),
      respelled('[{"a":1}', '[{"a":1,"a":1}'),
      respelled('{"data"', '{"hash":"00","data"'),
      respelled('{"data"', '{"type" : "charter.team_deleted","data"'),
      respelled('{"data"', '{"data":{},"data"'),
      respelled('"data":{', '"data":{"__proto__":null,'),
    ]) {
      assert.equal(isIntact(line), false, line);
    }
  });

  it('is rejected when a value, its type or the JSON syntax was changed', () => {
    for (const line of [
      respelled(':32,', ':33,'),
      respelled(':32,', ':"32",'),
      respelled('é', 'e\\u0301'),
      respelled('"none":{}', '"none":[]'),
      `${LINE}}`,
      LINE.slice(0, -1),
      LINE.slice(0, -30),
      LINE.replace(/(?<="hash":")[^"]*/, (digits) => digits.toUpperCase()),
    ]) {
      assert.equal(isIntact(line), false, line);
    }
    const replaced = Buffer.from(respelled('é', '\ufffd'));
    const spoiled = Buffer.from(LINE);
    spoiled[spoiled.indexOf('é')] = 0xff;
    assert.deepEqual([isIntact(replaced), isIntact(spoiled)], [false, false]);
  });
});

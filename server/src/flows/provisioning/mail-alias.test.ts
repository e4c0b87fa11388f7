import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { MAIL_NICKNAME_MAX_LENGTH, mailNicknameCandidates, toMailNickname } from './texts.ts';

const JOB_ID = '01a1fb81-e8b1-7367-a579-417a0b50c4d5';
const VALID = /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/;

describe('a mail alias', () => {
  const cases: [string, string][] = [
    ['Project Phoenix', 'ProjectPhoenix'],
    ['Équipe Été à Nîmes', 'EquipeEteaNimes'],
    ['Straße Øst Łódź', 'StrasseOstLodz'],
    ['deal-42@contoso.example', 'deal-42'],
    ['a..b...c', 'a.b.c'],
    ['.-_lead and trail_-.', 'leadandtrail'],
    ['R&D (EMEA); "x" <y>', 'RDEMEAxy'],
    ['北京', ''],
    ['x'.repeat(80), 'x'.repeat(64)],
  ];
  for (const [text, alias] of cases) {
    it(`is '${alias}' for '${text.slice(0, 30)}'`, () => assert.equal(toMailNickname(text), alias));
  }

  it('has only characters that every mail system accepts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const alias = toMailNickname(text);
        assert.ok(alias.length <= MAIL_NICKNAME_MAX_LENGTH);
        if (alias !== '') assert.match(alias, VALID);
      }),
    );
  });

  it('has numbered alternatives, and finally one that is unique to the job', () => {
    const candidates = mailNicknameCandidates('Phoenix', JOB_ID);
    assert.deepEqual(candidates.slice(0, 3), ['Phoenix', 'Phoenix2', 'Phoenix3']);
    assert.equal(candidates.at(-1), 'Phoenix-417a0b50c4d5');
    assert.deepEqual(mailNicknameCandidates('', JOB_ID), ['team-417a0b50c4d5']);
  });

  it('has only distinct alternatives within the maximum length', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 100 }), fc.uuid({ version: 7 }), (text, jobId) => {
        const candidates = mailNicknameCandidates(toMailNickname(text), jobId);
        assert.equal(new Set(candidates).size, candidates.length);
        for (const candidate of candidates) {
          assert.ok(candidate.length <= MAIL_NICKNAME_MAX_LENGTH);
          assert.match(candidate, VALID);
        }
      }),
    );
  });
});

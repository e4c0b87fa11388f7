/**
 * Changes the trails' tables as their owner can. `verify` must detect each change in the export. A seed determines
 * each change, which is undone afterwards.
 */
import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { canonicalJson } from '../../../sdk/src/audit/canonical-json.ts';
import { Dice } from '../../../server/test/dice.ts';
import { TRAILS } from '../../../server/test/sample-trails.ts';
import {
  OTHER_TENANT,
  openTrailTables,
  TENANT,
  type TrailTables,
} from '../../../server/test/trail-tables.ts';
import { byThumbprint, type Checkpoint, parseSignedLine } from './checkpoints.ts';
import { checkpointLines } from './verify-checkpoints.ts';
import { type Verification, Verifier } from './verify-files.ts';

const readCheckpoint = (line: string): Checkpoint => parseSignedLine(line) as Checkpoint;

/** `npm run test:chaos` makes 10,000 changes. */
const TAMPERINGS = Number(process.env.CHARTER_TEST_TAMPERINGS ?? 150);
const RECORDS = 12;
const CHECKPOINTS = 3;

type Way = (tables: TrailTables, dice: Dice) => Promise<void>;

/** SQL that changes each column of a record; columns of the chain follow below. */
const OF_RECORD: Record<string, string> = {
  tenant_id: `'${OTHER_TENANT}'`,
  record_id: 'gen_random_uuid()',
  trail: `case trail when 'teams' then 'catalog' else 'teams' end`,
  type: `type || '_too'`,
  occurred_at: `occurred_at + interval '1 millisecond'`,
  actor_id: `actor_id || '0'`,
  actor_kind: `case actor_kind when 'user' then 'app' else 'user' end`,
  actor_name: `actor_name || ' '`,
  target_type: `target_type || 's'`,
  target_id: `target_id || '.'`,
  target_name: `upper(target_name) || '!'`,
  request_id: `request_id || '0'`,
  outcome: `case outcome when 'success' then 'denied' else 'success' end`,
  fields: `(fields::jsonb || '{"reason": "another"}')::json`,
};

const OF_PLACE: Record<string, string> = {
  tenant_id: `'${OTHER_TENANT}'`,
  trail: `case trail when 'teams' then 'policies' else 'approvals' end`,
  sequence: 'sequence + 1000',
  record_id: 'gen_random_uuid()',
  hash: `set_byte(hash, 7, get_byte(hash, 7) # 1)`,
  // Not every record has a text of its actor.
  sealed: `case when sealed::text like '%/actor%' then replace(sealed::text, '/actor', '/target')::json
           else (coalesce(sealed::jsonb, '[]') || '[{"at": "/path", "of": "x", "text": "x"}]')::json end`,
};

const columnWays = (table: string, changes: Record<string, string>): [string, Way][] =>
  Object.entries(changes).map(([column, value]) => [
    `edit ${column} of ${table}`,
    async (tables, dice) => {
      const at = await tables.pick(dice);
      await tables.run(
        `update charter.${table} set ${column} = ${value} where tenant_id = $1 and record_id = $2`,
        [TENANT, at.recordId],
      );
    },
  ]);

/** The same change with consistent hashes: only a checkpoint reveals it. */
const rehashed =
  (way: Way): Way =>
  async (tables, dice) => {
    await way(tables, dice);
    for (const trail of TRAILS) await tables.rehash(trail);
  };

/** Columns whose changes leave the order of the chain intact, so its hashes can be recomputed. */
const IN_PLACE = ['type', 'occurred_at', 'actor_name', 'target_id', 'request_id', 'outcome', 'fields'];
const records = columnWays('audit_records', OF_RECORD);
const consistent = records.filter(([name]) => IN_PLACE.some((column) => name.includes(` ${column} `)));

const drop: Way = async (tables, dice) => tables.removeFrom(await tables.pick(dice), 1 + dice.below(3));
const insert: Way = async (tables, dice) => tables.insertBefore(await tables.pick(dice));
const swap: Way = async (tables, dice) => {
  const one = await tables.pick(dice);
  await tables.swap(one, await tables.pickOther(one, dice));
};

const WAYS: Record<string, Way> = {
  ...Object.fromEntries(records),
  ...Object.fromEntries(columnWays('audit_chain', OF_PLACE)),
  ...Object.fromEntries(consistent.map(([name, way]) => [`${name}, with hashes that fit`, rehashed(way)])),
  'drop a record, and leave its place': async (tables, dice) => {
    const { recordId } = await tables.pick(dice);
    await tables.run('delete from charter.audit_records where tenant_id = $1 and record_id = $2', [
      TENANT,
      recordId,
    ]);
  },
  'drop a place, and leave its record': async (tables, dice) => {
    const { recordId } = await tables.pick(dice);
    await tables.run('delete from charter.audit_chain where tenant_id = $1 and record_id = $2', [
      TENANT,
      recordId,
    ]);
  },
  'drop some, and close the gap': drop,
  'drop some, close the gap, with hashes that fit': rehashed(drop),
  'insert a forged one, and move the rest': insert,
  'insert a forged one, move the rest, with hashes that fit': rehashed(insert),
  'swap two of a trail': swap,
  'swap two of a trail, with hashes that fit': rehashed(swap),
  'swap one with another tenant': (tables, dice) => tables.swapWithOtherTenant(dice, false),
  'swap one with another tenant, and their hashes': (tables, dice) => tables.swapWithOtherTenant(dice, true),
  'pass off the trail of another tenant': async (tables, dice) => {
    const trail = dice.of(TRAILS);
    await tables.removeTrail(trail);
    await tables.takeOver(trail);
  },
  'pass off the trail of another tenant, with hashes that fit': async (tables, dice) => {
    const trail = dice.of(TRAILS);
    await tables.removeTrail(trail);
    await tables.takeOver(trail);
    await tables.rehash(trail);
  },
  'cut the tail of a trail': async (tables, dice) => {
    const { trail, sequence } = await tables.pick(dice);
    await tables.cutTail(trail, sequence);
  },
  'cut the tail, and write another': async (tables, dice) => {
    const { trail, sequence } = await tables.pick(dice);
    await tables.cutTail(trail, sequence);
    await tables.forgeTail(trail, sequence, RECORDS);
    await tables.rehash(trail);
  },
  'cut the tail, and all checkpoints but the last': async (tables, dice) => {
    const { trail, sequence } = await tables.pick(dice);
    await tables.cutTail(trail, sequence);
    tables.checkpoints.splice(0, tables.checkpoints.length - 1);
  },
  'cut the head of a trail': async (tables, dice) => {
    const { trail, sequence } = await tables.pick(dice);
    await tables.run(
      'delete from charter.audit_chain where tenant_id = $1 and trail = $2 and sequence <= $3',
      [TENANT, trail, Math.min(sequence, RECORDS - 1)],
    );
  },
  'delete a trail': (tables, dice) => tables.removeTrail(dice.of(TRAILS)),
  'delete every trail': async (tables) => {
    for (const trail of TRAILS) await tables.removeTrail(trail);
  },
  'write every trail again': async (tables, dice) => {
    for (const trail of TRAILS) {
      await tables.cutTail(trail, 1);
      await tables.forgeTail(trail, 1, 1 + dice.below(RECORDS + 3));
      await tables.rehash(trail);
    }
  },
  'rewrite all after a checkpoint': async (tables, dice) => {
    const trail = dice.of(TRAILS);
    const fixed = readCheckpoint(dice.of(tables.checkpoints.slice(0, -1))).heads[trail]?.sequence as number;
    await tables.run(
      `update charter.audit_records r set actor_name = actor_name || '.'
         from charter.audit_chain c
        where r.tenant_id = $1 and (c.tenant_id, c.record_id) = (r.tenant_id, r.record_id)
          and c.trail = $2 and c.sequence > $3`,
      [TENANT, trail, fixed],
    );
    await tables.rehash(trail);
  },
  'edit a checkpoint': async (tables, dice) => {
    const index = dice.below(tables.checkpoints.length);
    tables.checkpoints[index] = edited(tables.checkpoints[index] as string, dice);
  },
  'give a checkpoint the signature of another': async (tables) => {
    const [first, second] = tables.checkpoints.map(readCheckpoint);
    tables.checkpoints[1] = canonicalJson({ ...second, signature: first?.signature });
  },
  'rewrite a record, and sign the heads again with another key of that name': async (tables, dice) => {
    const { trail, recordId } = await tables.pick(dice);
    await tables.run(
      `update charter.audit_records set actor_id = 'nobody' where tenant_id = $1 and record_id = $2`,
      [TENANT, recordId],
    );
    await tables.rehash(trail);
    const { signature: _old, ...said } = readCheckpoint(tables.checkpoints.at(-1) as string);
    const signed = { ...said, heads: await tables.heads() };
    const text = Buffer.from(`charter audit checkpoint\n${canonicalJson(signed)}`);
    const signature = sign(null, text, STRANGER.privateKey).toString('base64url');
    tables.checkpoints = [canonicalJson({ ...signed, signature })];
  },
};

const STRANGER = generateKeyPairSync('ed25519');

/** Returns the checkpoint with one changed or missing field, possibly the signature. */
function edited(line: string, dice: Dice): string {
  const checkpoint = readCheckpoint(line);
  const trail = dice.of(TRAILS);
  const head = checkpoint.heads[trail] as { sequence: number; hash: string };
  const { [trail]: _left, ...others } = checkpoint.heads;
  const flipped = (text: string) => (text.startsWith('0') ? '1' : '0') + text.slice(1);
  return canonicalJson(
    dice.of([
      { ...checkpoint, tenant: OTHER_TENANT },
      { ...checkpoint, time: checkpoint.time.replace('2026', '2027') },
      { ...checkpoint, keyId: `${checkpoint.keyId}x` },
      { ...checkpoint, signature: flipped(checkpoint.signature) },
      { ...checkpoint, heads: others },
      { ...checkpoint, heads: { ...others, [trail]: { ...head, hash: flipped(head.hash) } } },
      { ...checkpoint, heads: { ...others, [trail]: { ...head, sequence: head.sequence + 1 } } },
    ]),
  );
}

describe('the verification of trails exported from tables', () => {
  let tables: TrailTables;
  before(async () => {
    tables = await openTrailTables(RECORDS, CHECKPOINTS);
  });
  after(() => tables.close());

  async function verify(withCheckpoints = true): Promise<Verification> {
    const keys = byThumbprint([createPublicKey({ key: tables.publicJwk as never, format: 'jwk' })]);
    const checkpoints = withCheckpoints ? checkpointLines(tables.checkpoints.join('\n'), 'checkpoints') : [];
    const verifier = new Verifier({ checkpoints, keys });
    for (const trail of TRAILS) {
      const text = (await tables.exportLines(trail)).map((line) => `${line}\n`).join('');
      await verifier.read([Buffer.from(text)], `${trail}.ndjson`);
    }
    return verifier.end();
  }

  it('finds no fault in unchanged tables', async () => {
    const { faults, chains } = await verify();
    assert.deepEqual(faults, []);
    assert.deepEqual(
      chains.map(({ records, fixedThrough }) => [records, fixedThrough]),
      TRAILS.map(() => [RECORDS, RECORDS]),
    );
  });

  it('is tested with a change of every column', async () => {
    for (const [table, changes] of [
      ['audit_records', OF_RECORD],
      ['audit_chain', OF_PLACE],
    ] as const) {
      assert.deepEqual(await tables.columnsOf(table), Object.keys(changes).toSorted());
    }
  });

  const names = Object.keys(WAYS);
  it(`finds a fault in each of ${TAMPERINGS} cases of tampering of ${names.length} kinds`, async () => {
    for (let seed = 0; seed < TAMPERINGS; seed += 1) {
      const name = names[seed % names.length] as string;
      await tables.takenBack(async () => {
        await (WAYS[name] as Way)(tables, new Dice(seed));
        const { faultCount } = await verify();
        assert.ok(faultCount > 0, `${name}, seed ${seed}`);
      });
    }
    assert.deepEqual((await verify()).faults, []);
  });

  it('finds no fault without checkpoints when a change keeps the hashes consistent', async () => {
    const fitting = names.filter((name) => name.endsWith('with hashes that fit') || name.includes('rewrite'));
    assert.ok(fitting.length > 8);
    for (const [seed, name] of fitting.entries()) {
      await tables.takenBack(async () => {
        await (WAYS[name] as Way)(tables, new Dice(seed));
        assert.deepEqual((await verify(false)).faults, [], name);
      });
    }
  });
});

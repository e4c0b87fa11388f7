/**
 * Attacks by someone who makes the database reject checkpoints, then removes a record. The node has written every
 * chain head that it read to its folder, so `charter audit verify` finds the removal even when the gap is accepted.
 *
 * @long
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { AttackedTrails } from '../../../server/test/attacked-trails.ts';

describe('an attack that keeps checkpoints from being stored', () => {
  let trails: AttackedTrails;
  before(async () => {
    trails = await AttackedTrails.open();
  });
  after(() => trails.close());
  beforeEach(() => trails.begin());
  afterEach(() => trails.end());

  const run = (sql: string) => trails.attacker.query(sql);

  /** Adds a trigger for the tenant's rows. */
  async function addTrigger(event: string, table: string, body: string): Promise<void> {
    await run(
      `create or replace function charter.attack() returns trigger language plpgsql as $$ begin ${body} end $$`,
    );
    await run(
      `create trigger attack before ${event} on charter.${table}
         for each row when (new.tenant_id = '${trails.tenant}') execute function charter.attack()`,
    );
  }
  const RAISE = `raise exception 'The disk was replaced.';`;
  const rejectCheckpoints = () => addTrigger('insert', 'audit_checkpoints', RAISE);
  const allowCheckpoints = () => run('drop trigger attack on charter.audit_checkpoints');
  const removeFakes = () =>
    run("delete from charter.audit_checkpoints where line = 'fake' or written_at is null");

  interface Attack {
    begin: () => Promise<unknown>;
    end: () => Promise<unknown>;
  }
  const ATTACKS: Record<string, Attack> = {
    'a trigger that raises an error': { begin: rejectCheckpoints, end: allowCheckpoints },
    'a trigger that skips the row': {
      begin: () => addTrigger('insert', 'audit_checkpoints', 'return null;'),
      end: allowCheckpoints,
    },
    'a trigger that gives the number to another line': {
      begin: () =>
        addTrigger(
          'insert',
          'audit_checkpoints',
          `if pg_trigger_depth() > 1 then return new; end if;
           insert into charter.audit_checkpoints values (new.tenant_id, new.number, 'fake', now());
           return null;`,
        ),
      end: async () => {
        await allowCheckpoints();
        await removeFakes();
      },
    },
    'a trigger that gives the number to a line of the same form': {
      begin: () =>
        addTrigger(
          'insert',
          'audit_checkpoints',
          `if pg_trigger_depth() > 1 then return new; end if;
           insert into charter.audit_checkpoints values (new.tenant_id, new.number, new.line, now());
           return null;`,
        ),
      end: async () => {
        await allowCheckpoints();
        await run(`delete from charter.audit_checkpoints where number > 5`);
      },
    },
    'a trigger that rejects the mark of a written line': {
      begin: () => addTrigger('update', 'audit_checkpoints', RAISE),
      end: allowCheckpoints,
    },
    'a rule that replaces the insertion': {
      begin: () =>
        run(
          `create rule attack as on insert to charter.audit_checkpoints
             where new.tenant_id = '${trails.tenant}' do instead nothing`,
        ),
      end: () => run('drop rule attack on charter.audit_checkpoints'),
    },
    'a revoked right to insert': {
      begin: () => run(`revoke insert on charter.audit_checkpoints from ${trails.role}`),
      end: () => run(`grant insert on charter.audit_checkpoints to ${trails.role}`),
    },
    'a revoked right to read': {
      begin: () => run(`revoke select on charter.audit_checkpoints from ${trails.role}`),
      end: () => run(`grant select on charter.audit_checkpoints to ${trails.role}`),
    },
    'a renamed table': {
      begin: () => run('alter table charter.audit_checkpoints rename to hidden'),
      end: () => run('alter table charter.hidden rename to audit_checkpoints'),
    },
    'a trigger and deletes the checkpoints of the tenant': {
      begin: async () => {
        await rejectCheckpoints();
        await run(`delete from charter.audit_checkpoints where tenant_id = '${trails.tenant}'`);
      },
      end: allowCheckpoints,
    },
  };

  for (const [name, { begin, end }] of Object.entries(ATTACKS)) {
    it(`is detected when it uses ${name}`, async () => {
      await begin();
      await trails.minutes(1);
      await trails.cutTail(5);
      await trails.quietMinutes(2);
      await end();
      await trails.minutes(2);
      await trails.assertFound(
        /Record 6 .* is not what the (observation|checkpoint) of 2026-11-21T08:06.* has signed/,
        '--accept-gap',
      );
    });
  }

  for (const seconds of [60, 120, 200, 400]) {
    for (const restarted of [false, true]) {
      const when = `${seconds} seconds${restarted ? ' with a restart of the node' : ''}`;
      it(`is detected when it lasts ${when}`, async () => {
        await rejectCheckpoints();
        await trails.minutes(1);
        await trails.cutTail(5);
        if (restarted) trails.node = await trails.start();
        await trails.quietMinutes(Math.floor(seconds / 60) - 1);
        await allowCheckpoints();
        await trails.minutes(2);
        await trails.assertFound(/Record 6 .* is not what the observation of 2026-11-21T08:06.* has signed/);
        assert.equal((await trails.verify('--accept-gap')).code, 1);
      });
    }
  }

  it('is detected when it removes a record that the node sealed since the last check', async () => {
    trails.clock.advance(20);
    await trails.record();
    await trails.store(trails.tenant).seal();
    await trails.node.observer.addSealed(trails.tenant);
    await trails.cutTail(5);
    trails.clock.advance(40);
    await trails.node.writeAll();
    await trails.assertFound(/is the last one, but the observation of 2026-11-21T08:05:20.* has signed 6/);
  });

  it('is detected when it also prevents the sealing of records', async () => {
    trails.clock.advance(59);
    await trails.record();
    await trails.store(trails.tenant).seal();
    await addTrigger('insert', 'audit_chain', RAISE);
    trails.clock.advance(1);
    await trails.record();
    await trails.node.writeAll();
    await trails.cutTail(5);
    await run('drop trigger attack on charter.audit_chain');
    await trails.minutes(2);
    await trails.assertFound(/Record 6 .* is not what the observation of/, '--accept-gap');
  });

  it('is detected when it removes all records of a trail', async () => {
    await rejectCheckpoints();
    await trails.record('security');
    await trails.minutes(1);
    await trails.cutTail(0, 'security');
    await trails.cutTail(5);
    await allowCheckpoints();
    await trails.minutes(2);
    await trails.assertFound(/The trail security of .* is missing, but .* covers? it/, '--accept-gap');
  });

  it('is detected when it plants one checkpoint before it deletes a record and one after it', async () => {
    const plant = async (number: number) => {
      const heads = await trails.store(trails.tenant).heads();
      const time = trails.clock.now().toISOString();
      const line = `{"heads":${JSON.stringify({ teams: { hash: heads.teams?.hash, sequence: heads.teams?.sequence } })},"keyId":"k","number":${number},"previous":"p","retention":{},"signature":"s","tenant":"${trails.tenant}","time":"${time}"}`;
      await trails.attacker.query('insert into charter.audit_checkpoints values ($1, $2, $3, now())', [
        trails.tenant,
        number,
        line,
      ]);
    };
    trails.clock.advance(59);
    await trails.record();
    await trails.store(trails.tenant).seal();
    await plant(6);
    trails.clock.advance(1);
    await trails.node.writeAll();
    await trails.cutTail(5);
    await plant(7);
    await trails.quietMinutes(1);
    await trails.assertFound(/is the last one, but the observation of 2026-11-21T08:06.* has signed 6/);
  });

  for (const heads of [
    'null',
    '[1]',
    '"x"',
    '{"teams":null}',
    '{"teams":{}}',
    '{"teams":{"hash":"x","sequence":1}}',
  ]) {
    it(`is detected, and does not stop the node, when it plants a checkpoint whose heads are ${heads}`, async () => {
      const time = '2026-11-21T08:05:30.000Z';
      const line = `{"heads":${heads},"number":6,"tenant":"${trails.tenant}","time":"${time}"}`;
      await trails.attacker.query('insert into charter.audit_checkpoints values ($1, 6, $2, now())', [
        trails.tenant,
        line,
      ]);
      trails.node = await trails.start();
      await trails.minutes(2);
      await trails.assertFound(/not proven\.\nCheckpoint 6 of .* is missing/);
    });
  }

  it('leaves a signed gap after a planted checkpoint with a time in the future', async () => {
    const { rows } = await run(
      `select line from charter.audit_checkpoints where tenant_id = '${trails.tenant}'`,
    );
    const line = rows[0].line
      .replace('"number":5', '"number":6')
      .replace(/"time":"[^"]*"/, '"time":"2099-01-01T00:00:00.000Z"');
    await trails.attacker.query('insert into charter.audit_checkpoints values ($1, 6, $2, now())', [
      trails.tenant,
      line,
    ]);
    await trails.quietMinutes(1);
    await rejectCheckpoints();
    await trails.minutes(3);
    await allowCheckpoints();
    await trails.minutes(1);
    await trails.assertFound(/Between 2026-11-21T08:06:00.000Z and 2026-11-21T08:10:00.000Z no node checked/);
  });

  it('leaves a signed gap with a fixed reason that only --accept-gap accepts', async () => {
    await rejectCheckpoints();
    await trails.minutes(2);
    await allowCheckpoints();
    await trails.minutes(1);
    const since = '2026-11-21T08:05:00.000Z';
    const unaccepted = await trails.verify();
    assert.equal(unaccepted.code, 1);
    assert.match(
      unaccepted.stderr,
      /not proven\.\nBetween 2026-11-21T08:05:00.000Z and 2026-11-21T08:08:00.000Z no node checked.* The database failed, or rejected the checkpoint\./,
    );
    assert.doesNotMatch(unaccepted.stderr, /disk/);
    assert.equal((await trails.verify('--accept-gap', '2026-11-21T08:00:00Z')).code, 1);
    for (const times of [[], [since]]) {
      const { code, stderr } = await trails.verify('--accept-gap', ...times);
      assert.equal(code, 0, stderr);
      assert.match(stderr, /Accepted gap: Between 2026-11-21T08:05/);
    }
  });
});

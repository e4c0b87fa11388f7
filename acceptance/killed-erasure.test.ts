/**
 * Kills the service with SIGKILL at different writes of an erasure. After the next start the erasure ends: no column
 * names the person, the trails verify, and nothing else has changed.
 * @long
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type CharterClient, createClient } from '@charter/sdk';
import pg from 'pg';
import { PERSONAL_STORES } from '../server/src/persistence/personal-stores.ts';
import { createTestDatabase, type TestDatabase } from '../server/test/postgres.ts';
import { type Receiver, respondWith, startReceiver } from '../server/test/receiver.ts';
import { CALLERS, GUARDED_MANIFEST, GUARDED_TEMPLATE, subjectOf } from './callers.ts';
import { completedErasure } from './operations/identity.ts';
import { charter, freePort, GIVEN_URL, RAISED_LIMITS, type Service, startNode } from './service.ts';
import { columnsContaining, type ErasedPerson, otherChanges, readRows } from './stored-rows.ts';
import { issueToken } from './tokens.ts';

/** `npm run test:chaos` sets more kills. */
const KILLS = Number(process.env.CHARTER_TEST_ERASURE_KILLS ?? 2);
/** Number of requests of each person: more than an erasure redacts in one transaction. */
const REQUESTS = 210;
/** Number of other people's requests that the person decides. */
const DECISIONS = 5;
/** Number of concurrent requests. */
const AT_ONCE = 8;
/** Maximum wait for an erasure after a start: the queue must first detect that its worker has died. */
const END_MILLISECONDS = 180_000;

/** Advisory lock on which the chosen write waits. */
const LOCK = 7_201_904;
/** Tables that an erasure writes. */
const WRITTEN = [
  ...new Set([
    ...PERSONAL_STORES.map(({ table }) => table),
    'charter.audit_records',
    'charter.erasures',
    'charter.person_keys',
    'directory.users',
  ]),
];
/**
 * Counts the writes of erasures that have begun, and makes a write with the chosen number, or to the chosen table, wait
 * for the lock. The function has the rights of the owner, so it sees the erasures of every tenant.
 */
const PROBE = `
  create schema probe;
  create sequence probe.writes;
  create table probe.stop (at bigint, relation regclass);
  insert into probe.stop values (0, null);
  create function probe.count_write() returns trigger language plpgsql security definer as $$
  begin
    if (tg_relid = 'charter.erasures'::regclass and tg_op = 'UPDATE')
       or exists (select from charter.erasures where completed_at is null and sealed_marks is not null) then
      if nextval('probe.writes') = (select at from probe.stop) or tg_relid = (select relation from probe.stop) then
        perform pg_advisory_xact_lock_shared(${LOCK});
      end if;
    end if;
    return null;
  end
  $$;
  ${WRITTEN.map(
    (table) => `create trigger probe before insert or update or delete on ${table}
      for each statement execute function probe.count_write();`,
  ).join('\n')}
  grant usage on schema probe to public;`;

interface Person extends ErasedPerson {
  name: string;
  address: string;
  reason: string;
}

/** A person whose name, address and messages occur nowhere else. */
function personAt(index: number): Person {
  const letter = String.fromCharCode('a'.charCodeAt(0) + index);
  const name = `Zyx${letter}mara Quill${letter}feather`;
  const address = `zyx${letter}mara@quill${letter}feather.example`;
  const reason = `Zebras ${letter}${letter} need no room`;
  return { id: `7e5a-${letter}-person`, name, address, reason, texts: [reason, name, address] };
}

describe(`a service that is killed ${KILLS} times during erasures`, {
  skip: GIVEN_URL !== undefined && 'needs a service of its own',
}, () => {
  let database: TestDatabase;
  let folder: string;
  let owner: pg.Client;
  let receiver: Receiver;
  let environment: Record<string, string>;
  let service: Service | undefined;
  let admin: CharterClient;
  let adminToken: string;
  /** Number of writes of an erasure that nothing interrupts. */
  let writes: number;
  const people = Array.from({ length: KILLS + 1 }, (_, index) => personAt(index));

  const start = async () => {
    service = await startNode({ environment });
    return service;
  };
  const client = async (subject: { user: string }) =>
    createClient({
      baseUrl: `${service?.url}`,
      token: await issueToken(service as Service, subject),
      retry: false,
    });

  /** Makes the person requester, approver and owner, with rejected, approved and pending requests. */
  async function fill({ id, name, address, reason }: Person): Promise<void> {
    const member = await client({ user: CALLERS.member.name });
    const other = await client({ user: CALLERS.owner.name });
    const her = await client({ user: address });
    const ask = async (as: CharterClient, title: string) => {
      const job = await as.teams.createTeamProvisioningJob({
        template: { id: GUARDED_TEMPLATE },
        team: {
          name: title,
          description: `For ${name} and others`,
          membership: { owners: [{ id: address }], members: [{ id: CALLERS.owner.name }] },
        },
      });
      return job.data.approval?.id ?? '';
    };
    const numbers = Array.from({ length: REQUESTS }, (_, number) => number).values();
    const askAll = async () => {
      for (const number of numbers) {
        const approval = await ask(her, `Room ${id} ${number}`);
        if (number % 4 === 3) continue;
        await member.approvals.rejectTeamCreation(approval, { message: `Ask ${name} again, ${address}` });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, askAll));
    for (let number = 0; number < DECISIONS; number += 1) {
      const approval = await ask(other, `Hall ${id} ${number}`);
      await member.approvals.delegateApproval(approval, { deputy: { id: address } });
      await her.approvals.rejectTeamCreation(approval, { message: reason });
    }
  }

  /** Resolves when no message of a webhook and no mail is left to send, so that only the erasures write. */
  async function delivered(): Promise<void> {
    const end = AbortSignal.timeout(END_MILLISECONDS);
    for (;;) {
      const { rowCount } = await owner.query(`
        select from charter.hook_fan_outs union all select from charter.hook_deliveries where status = 'pending'
        union all select from charter.notifications where mail_state = 'waiting'`);
      if (rowCount === 0) return;
      await delay(100, undefined, { signal: end });
    }
  }

  before(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'charter-killed-erasure-'));
    receiver = await startReceiver((response, { body }) => respondWith(200, {}, body)(response, {} as never));
    owner = new pg.Client(database.connectionString);
    await owner.connect();
    environment = {
      ...RAISED_LIMITS,
      DATABASE_URL: database.connectionString,
      CHARTER_DATA_DIR: folder,
      CHARTER_HOOK_ALLOWED_RANGES: '127.0.0.0/8',
      CHARTER_LOG_LEVEL: 'error',
      PORT: String(await freePort()),
    };
    adminToken = await issueToken(await start(), subjectOf('admin'));
    admin = createClient({ baseUrl: `${service?.url}`, token: adminToken, retry: false });
    await admin.catalog.applyCatalogTemplate({ manifest: GUARDED_MANIFEST });
    await admin.webhooks.createHook({
      name: 'All',
      events: ['team_creation_approval_requested', 'team_creation_rejected'],
      config: { verb: 'post', url: receiver.url, content_type: 'json' },
    });
    const users = people.map(({ id, name, address }) => ({
      id,
      displayName: name,
      mail: address,
      userPrincipalName: address,
    }));
    await admin.users.importUsers({ users });
    for (const person of people) await fill(person);
    await delivered();
    await owner.query(PROBE);
  });
  after(async () => {
    await owner?.end();
    await service?.stop();
    await receiver?.close();
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Resolves when the chosen write waits for the lock. */
  async function stopped(): Promise<void> {
    const end = AbortSignal.timeout(60_000);
    for (;;) {
      const { rowCount } = await owner.query(
        "select from pg_locks where locktype = 'advisory' and objid = $1 and not granted",
        [LOCK],
      );
      if (rowCount) return;
      await delay(20, undefined, { signal: end });
    }
  }

  /** Returns the columns that hold a name, an address or a message of the person. */
  const columnsNaming = ({ texts }: Person): Promise<string[]> =>
    columnsContaining(
      owner,
      texts.flatMap((text) => text.toLowerCase().split(/ |@/)).filter((word) => word.length > 6),
    );

  /** Resolves when the records are sealed. */
  const seal = () => admin.audit.getAuditTrailRecords('security', { $top: 1 });

  async function verifyTrails(erased: number): Promise<void> {
    const file = join(folder, 'audit.ndjson');
    const run = (...args: string[]) => charter(service as Service, args, { CHARTER_TOKEN: adminToken });
    const exported = await run('audit', 'export', '--out', file);
    assert.equal(exported.code, 0, exported.stderr);
    const { code, stderr } = await run('audit', 'verify', file);
    assert.equal(code, 0, stderr);
    assert.match(stderr, new RegExp(`${erased} ${erased === 1 ? 'person was' : 'people were'} erased`));
  }

  /** Erases the person, runs `meanwhile` before the job ends, and checks which rows and columns still name them. */
  async function erase(index: number, meanwhile?: () => Promise<void>): Promise<void> {
    const person = people[index] as Person;
    await seal();
    const earlier = await readRows(owner);
    assert.ok((await columnsNaming(person)).length > 10);
    await admin.users.eraseUser(person.id);
    await meanwhile?.();
    await completedErasure(admin, person.id, END_MILLISECONDS);
    await seal();
    assert.deepEqual(await columnsNaming(person), []);
    assert.deepEqual(otherChanges(earlier, await readRows(owner), person).slice(0, 5), []);
    await verifyTrails(index + 1);
  }

  it('erases a person with more than 1,000 writes when no kill interrupts the erasure', async () => {
    await erase(0);
    const { rows } = await owner.query<{ writes: string }>('select last_value as writes from probe.writes');
    writes = Number(rows[0]?.writes);
    assert.ok(writes > 1_000, `${writes}`);
  });

  for (let kill = 0; kill < KILLS; kill += 1)
    it(`completes the erasure after kill ${kill + 1}`, async () => {
      // Kills at the first write, then at writes at equal distances, and last at the destruction of the key.
      const at = 1 + Math.floor((writes * kill) / KILLS);
      const relation = kill === KILLS - 1 ? 'charter.person_keys' : null;
      await owner.query('select setval($1, 1, false)', ['probe.writes']);
      await owner.query('update probe.stop set at = $1, relation = $2::regclass', [
        relation === null ? at : 0,
        relation,
      ]);
      await owner.query('select pg_advisory_lock($1)', [LOCK]);
      await erase(kill + 1, async () => {
        await stopped();
        await service?.stop('SIGKILL');
        service = undefined;
        await owner.query('update probe.stop set at = 0, relation = null');
        await owner.query('select pg_advisory_unlock($1)', [LOCK]);
        await start();
      });
    });
});

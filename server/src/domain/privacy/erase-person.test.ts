/**
 * Tests erasure on a real database: nothing that names the person is left, wherever the erasing node dies.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { Verifier } from '../../../../cli/src/audit/verify-files.ts';
import { auditLineOf, auditSourceOf, type FlatRecord } from '../../../../sdk/src/audit/cloud-event.ts';
import {
  AN_APP,
  approvalTemplate,
  newCall,
  openApprovalWorld,
  person,
} from '../../../test/approval-world.ts';
import { TENANT } from '../../../test/provisioning-world.ts';
import type { Store } from '../../engine/store.ts';
import { isCharterError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { erasePeople, previewErasure, requestErasure } from './erase-person.ts';
import { exportPerson } from './export-person.ts';
import { placeHold, removeHold } from './hold-person.ts';

const ADMIN = { ...person('person-9', 'GLOBAL_ADMIN') };
const NAME = 'Zyxmara Quillfeather';
const ADDRESS = 'zyxmara@quillfeather.example';
const REASON = 'Zebras need no room of their own';

/** Wraps the store so that it throws after `point` reads, writes and commits. */
function dyingAt(store: Store, point: number): { store: Store; isDead: () => boolean } {
  let calls = 0;
  const check = (): void => {
    calls += 1;
    if (calls > point) throw new Error('The node has died.');
  };
  return {
    isDead: () => calls > point,
    store: {
      in: (tenantId) => {
        check();
        return store.in(tenantId);
      },
      transaction: (tenantId, work) => {
        check();
        return store.transaction(tenantId, async (unit) => {
          const result = await work(unit);
          // Dies before the commit.
          check();
          return result;
        });
      },
    },
  };
}

describe('the erasure of a person', () => {
  let world: Awaited<ReturnType<typeof openApprovalWorld>>;
  let owner: pg.Client;
  before(async () => {
    world = await openApprovalWorld();
    owner = new pg.Client(world.ownerUrl);
    await owner.connect();
  });
  after(async () => {
    await owner.end();
    await world.close();
  });

  /** Adds a person who is a requester and an approver, and has a rejected request. */
  async function newPerson(): Promise<string> {
    const id = newId();
    const { node } = world;
    await node.suiteTenancy
      .for(TENANT)
      .insertInto('directory.users')
      .values({
        tenant_id: TENANT,
        user_id: id,
        display_name: NAME,
        given_name: 'Zyxmara',
        surname: 'Quillfeather',
        mail: ADDRESS,
        user_principal_name: `${id}.${ADDRESS}`,
      })
      .execute();
    const me = { ...person(id), displayName: NAME };
    const template = `t-${id}`;
    await node.storeTemplate(
      approvalTemplate(template, {
        approvalTeam: [{ id: `${id}.${ADDRESS}`, name: NAME }, { id: 'person-2' }],
      }),
    );
    const asked = async (as = me) => {
      const job = await node.ask({ template: { id: template }, team: { name: `Room ${newId()}` } }, as);
      return job.data.approval?.id ?? '';
    };
    await node.approve(person('person-2'), await asked(), { message: `For ${NAME}` });
    await node.reject(person('person-2'), await asked(), { message: 'No' });
    await node.reject(me, await asked(person('ada')), { message: REASON });
    await node.approve(me, await asked(person('ada')), { message: 'Of course' });
    await node.cancel(me, await asked());
    // A team keeps answers about the person.
    await owner.query(
      `with stored as (
         insert into charter.team_metadata (tenant_id, team_id, metadata, search_text, revision)
         values ($1, $2, json_build_object('contact', $3::text), ' ' || lower($3), 1) returning team_id)
       insert into charter.team_answers (tenant_id, team_id, answer_id, item, value)
       select $1, team_id, 'contact', 0, $3 from stored`,
      [TENANT, newId(), NAME],
    );
    // The suite rejects the removal of a reviewed person, and a policy reports a channel, with messages that name them.
    const [team, review, policy] = [newId(), newId(), newId()];
    await owner.query(
      `with governed as (
         insert into charter.governed_teams (tenant_id, team_id, created_at, due_at, is_noticed, has_known_channels)
         values ($1, $2, now(), now(), false, false) returning tenant_id, team_id),
       reviewed as (
         insert into charter.reviews (tenant_id, review_id, team_id, kind, status, policy_id, policy_name, unanswered,
                                      request_id, created_at, deadline_at, item_count, keep_count, remove_count,
                                      removed_count, attempt)
         values ($1, $3, $2, 'members', 'completed', $4, 'Yearly', 'keep', 'r', now(), now(), 1, 0, 1, 0, 1)
         returning tenant_id, review_id),
       items as (
         insert into charter.review_items (tenant_id, review_id, user_id, role, error)
         select tenant_id, review_id, 'person-3', 'member', json_build_object('message', $5::text) from reviewed)
       insert into charter.channel_violations
         (tenant_id, violation_id, team_id, channel_id, channel_name, membership_type, policy_id, policy_name, mode,
          reason, status, found_at, is_reminded)
       select tenant_id, $3, team_id, 'c', 'Quay', 'private', $4, 'Yearly', 'report',
              json_build_object('message', $5::text), 'reported', now(), false from governed`,
      [TENANT, team, review, policy, `${NAME} owns it`],
    );
    return id;
  }

  /** Returns the places of the database that contain the text, as `table.column`. */
  async function placesOf(text: string): Promise<string[]> {
    const { rows: columns } = await owner.query<{ place: string; relation: string; name: string }>(`
      select table_schema || '.' || table_name || '.' || column_name as place,
             format('%I.%I', table_schema, table_name) as relation, quote_ident(column_name) as name
        from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
       order by 1`);
    const found: string[] = [];
    for (const { place, relation, name } of columns) {
      const { rows } = await owner.query(
        `select from ${relation} where position(lower($1) in lower(${name}::text)) > 0 limit 1`,
        [text],
      );
      if (rows.length > 0) found.push(place);
    }
    return found;
  }

  const deps = (store: Store = world.node.store) => ({ store, clock: world.clock });
  const seal = () => world.node.store.in(TENANT).audit.seal();
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (isCharterError(error) ? [error.code, error.details[0]?.code] : String(error)),
    );

  it('can be preceded by an export of every text of the person, and of nobody else', async () => {
    const id = await newPerson();
    await seal();
    const exported = await exportPerson(deps(), ADMIN, newCall(), id);
    assert.equal(exported.directory?.display_name, NAME);
    const texts = JSON.stringify(exported);
    assert.ok(texts.includes(REASON));
    assert.deepEqual(
      exported.stores
        .filter(({ rows }) => rows.length > 0)
        .map(({ name }) => name)
        .sort(),
      [
        'answers of teams',
        'decisions',
        'errors of reviews',
        'events',
        'jobs',
        'notifications of others',
        'notifications of the person',
        'reasons of channel violations',
        'requests',
        'templates',
        'values of answers',
        'versions of templates',
      ].sort(),
    );
    assert.ok(exported.records.some(({ at, value }) => at === '/message' && value === REASON));
    assert.ok(exported.records.every(({ value }) => value !== undefined));
    const words = exported.stores.flatMap(({ name, rows }) =>
      name === 'notifications of the person'
        ? []
        : rows.flatMap(({ findings }) => findings.map(({ text }) => text)),
    );
    for (const text of words) assert.match(text, /zyxmara|Zebras|Of course|For /i);
    await requestErasure(deps(), ADMIN, newCall(), id);
    await erasePeople(deps(), TENANT);
  });

  it('can be preceded by an export of every row that refers to the person by id, and of no other row', async () => {
    const id = await newPerson();
    const other = newId();
    const [team, channel, review, request, search, policy] = Array.from({ length: 6 }, () => newId());
    const add = async (table: string, rows: object[]): Promise<void> => {
      const json = JSON.stringify(rows.map((row) => ({ tenant_id: TENANT, ...row })));
      const names = Object.keys({ tenant_id: TENANT, ...rows[0] }).join();
      await owner.query(
        `insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, $1)`,
        [json],
      );
    };
    const at = '2026-01-02T03:04:05+00:00';
    const times = { created_at: at, changed_at: at };
    await owner.query('begin; set local session_replication_role = replica');
    await add('directory.teams', [
      {
        ...{ team_id: team, marker: newId(), display_name: 'Harbour', display_name_key: 'harbour' },
        ...{ description: '', internal_id: '', web_url: '', visibility: 'private', mail_nickname: 'harbour' },
        ...{ is_archived: false, is_membership_limited_to_owners: false, settings: {}, installed_apps: [] },
        ...{ site_read_only: false, version: 1, ...times },
      },
    ]);
    await add('directory.team_members', [
      { team_id: team, user_id: id, role: 'owner', added_at: at },
      { team_id: team, user_id: other, role: 'owner', added_at: at },
    ]);
    await add('embedded_suite.channel_members', [
      { team_id: team, channel_id: channel, user_id: id, role: 'member', added_at: at },
    ]);
    // More rows than one statement reads.
    const groups = Array.from({ length: 450 }, (_, index) => `group-${index}`);
    await add(
      'directory.group_members',
      groups.map((group_id) => ({ group_id, user_id: id })),
    );
    await add('charter.role_assignments', [{ principal_id: id, role: 'GLOBAL_READER', created_at: at }]);
    await add('charter.apps', [
      { app_id: newId(), display_name: 'Kiosk', roles: [], enabled: true, created_at: at, registered_by: id },
    ]);
    await add('charter.guest_stays', [
      { team_id: team, user_id: id, since: at, ends_at: at, sponsor_id: other },
      { team_id: team, user_id: other, since: at, sponsor_id: id },
    ]);
    await add('charter.reviews', [
      {
        ...{ review_id: review, team_id: team, kind: 'members', status: 'completed', policy_id: policy },
        ...{ policy_name: 'Yearly', unanswered: 'keep', request_id: 'r', created_at: at, deadline_at: at },
        ...{ item_count: 2, keep_count: 1, remove_count: 1, removed_count: 1, attempt: 1 },
      },
    ]);
    await add('charter.review_items', [
      { review_id: review, user_id: id, role: 'owner', decision: 'keep', decided_by: other, decided_at: at },
      {
        review_id: review,
        user_id: other,
        role: 'member',
        decision: 'remove',
        decided_by: id,
        decided_at: at,
      },
    ]);
    await add('charter.owner_requests', [
      {
        ...{ request_id: request, team_id: team, search_id: search, person_id: id, source: 'manager' },
        ...{ status: 'declined', created_at: at, expires_at: at },
      },
    ]);
    await add('charter.join_requests', [
      {
        ...{ request_id: request, team_id: team, team_name: 'Harbour', person_id: other, status: 'declined' },
        ...{
          created_at: at,
          expires_at: at,
          resolved_at: at,
          decider: { kind: 'user', id, displayName: NAME },
        },
      },
    ]);
    await add('charter.policies', [
      {
        ...{ policy_id: policy, version: 1, name: 'Auditors', description: '', kind: 'permanentMembership' },
        ...{ enabled: true, scope: 'tenant', template_ids: [], created_at: at, updated_at: at },
        ...{ settings: { owners: [], members: [id] }, mode: 'enforce' },
      },
    ]);
    await owner.query('commit');

    const { references, stores } = await exportPerson(deps(), ADMIN, newCall(), id);
    const rowsOf = (name: string) => references.find((kind) => kind.name === name)?.rows ?? [];
    assert.deepEqual(rowsOf('memberships of teams'), [
      { key: { team_id: team }, displayName: 'Harbour', values: { role: 'owner', added_at: at } },
    ]);
    assert.equal(rowsOf('memberships of groups').length, groups.length);
    assert.deepEqual(rowsOf('stays as a guest'), [
      {
        ...{ key: { team_id: team }, displayName: 'Harbour' },
        values: { since: at, ends_at: at, inactive_ends_at: null, sponsor_id: other },
      },
    ]);
    assert.deepEqual(rowsOf('decisions in reviews'), [
      {
        ...{ key: { review_id: review, user_id: other }, displayName: 'Harbour' },
        values: { decision: 'remove', decided_at: at, outcome: null },
      },
    ]);
    assert.deepEqual(references.map(({ name }) => name).sort(), [
      'approvals that the person requested or was asked for',
      'apps that the person registered',
      'audit records about the person',
      'decisions in reviews',
      'decisions on approvals',
      'decisions on requests to join teams',
      'guests whose sponsor the person is',
      'jobs that the person requested',
      'memberships of channels',
      'memberships of groups',
      'memberships of teams',
      'policies that name the person',
      'requests to become an owner',
      'reviews of the person',
      'roles',
      'stays as a guest',
      'templates that name the person',
    ]);
    const containing = stores.find(({ name }) => name === 'policies')?.containing;
    assert.deepEqual(containing, [{ key: { policy_id: policy }, ids: ['settings.members.0'] }]);
    const { references: ofOther } = await exportPerson(deps(), ADMIN, newCall(), 'person-4');
    assert.ok(!JSON.stringify(ofOther).includes(id));
    await requestErasure(deps(), ADMIN, newCall(), id);
    await erasePeople(deps(), TENANT);
    await owner.query('delete from charter.join_requests');
    await owner.query('begin; set local session_replication_role = replica');
    for (const table of ['charter.policies', 'charter.reviews', 'charter.apps', 'directory.teams'])
      await owner.query(`delete from ${table} where tenant_id = $1`, [TENANT]);
    await owner.query('commit');
  });

  it('leaves no column that names the person, and redacts as many rows as the dry run counted', async () => {
    const id = await newPerson();
    await seal();
    const before = await placesOf('zyxmara');
    assert.ok(before.length > 10, before.join());
    const preview = await previewErasure(deps(), ADMIN, id);
    assert.deepEqual(await placesOf('zyxmara'), before);
    assert.ok(preview.stores.length > 5 && preview.recordTexts > 5 && !preview.isHeld);
    assert.equal(preview.unchangedRecords, 0);
    const { completedAt } = await requestErasure(deps(), ADMIN, newCall(), id);
    assert.equal(completedAt, null);
    await erasePeople(deps(), TENANT);
    await seal();
    assert.deepEqual(await placesOf('zyxmara'), []);
    assert.deepEqual(await placesOf('quillfeather'), []);
    assert.deepEqual(await placesOf(REASON), []);
    const erasure = await requestErasure(deps(), ADMIN, newCall(), id);
    assert.ok(erasure.completedAt && erasure.redactedRows > 5);
    // The dry run counts exactly the rows that the erasure changes, for each store.
    assert.equal(
      preview.stores.reduce((sum, { rows }) => sum + rows, 0),
      erasure.redactedRows,
    );
  });

  it('keeps the directory entry empty and disabled when a synchronisation writes it', async () => {
    const id = await newPerson();
    await requestErasure(deps(), ADMIN, newCall(), id);
    await erasePeople(deps(), TENANT);
    await owner.query(
      `update directory.users set display_name = 'Zyxmara Again', mail = 'again@zyx.example', account_enabled = true, last_sign_in_at = now()
        where user_id = $1`,
      [id],
    );
    const { rows } = await owner.query(
      'select display_name, mail, user_principal_name, account_enabled, last_sign_in_at from directory.users where user_id = $1',
      [id],
    );
    assert.deepEqual(rows, [
      {
        display_name: 'erased',
        mail: null,
        user_principal_name: id,
        account_enabled: false,
        last_sign_in_at: null,
      },
    ]);
  });

  it('is rejected during a legal hold, and rejects a hold once it has begun', async () => {
    const id = await newPerson();
    await placeHold(deps(), ADMIN, newCall(), { personId: id, reason: 'Proceedings' });
    assert.equal((await previewErasure(deps(), ADMIN, id)).isHeld, true);
    assert.deepEqual(await codeOf(requestErasure(deps(), ADMIN, newCall(), id)), ['Conflict', 'LegalHold']);
    await removeHold(deps(), ADMIN, newCall(), id);
    assert.deepEqual(await codeOf(removeHold(deps(), ADMIN, newCall(), id)), ['NotFound', undefined]);
    await requestErasure(deps(), ADMIN, newCall(), id);
    assert.deepEqual(
      await codeOf(placeHold(deps(), ADMIN, newCall(), { personId: id, reason: 'Too late' })),
      ['Conflict', undefined],
    );
    await erasePeople(deps(), TENANT);
  });

  it('needs GLOBAL_ADMIN and a known person', async () => {
    const id = await newPerson();
    for (const as of [person('person-2'), person('person-2', 'GOVERNANCE_MANAGER'), AN_APP]) {
      assert.deepEqual(await codeOf(previewErasure(deps(), as, id)), ['Forbidden', undefined]);
      assert.deepEqual(await codeOf(requestErasure(deps(), as, newCall(), id)), ['Forbidden', undefined]);
      assert.deepEqual(await codeOf(exportPerson(deps(), as, newCall(), id)), ['Forbidden', undefined]);
      assert.deepEqual(await codeOf(placeHold(deps(), as, newCall(), { personId: id, reason: 'x' })), [
        'Forbidden',
        undefined,
      ]);
    }
    assert.deepEqual(await codeOf(requestErasure(deps(), ADMIN, newCall(), 'nobody')), [
      'NotFound',
      undefined,
    ]);
    const elsewhere = { ...ADMIN, tenantId: 'another' };
    assert.deepEqual(await codeOf(requestErasure(deps(), elsewhere, newCall(), id)), ['NotFound', undefined]);
    await requestErasure(deps(), ADMIN, newCall(), id);
    await erasePeople(deps(), TENANT);
  });

  it('replaces the name in texts of others in audit records, and keeps the chains valid', async () => {
    const id = await newPerson();
    await seal();
    const { textsOfOthers } = await previewErasure(deps(), ADMIN, id);
    const approved = textsOfOthers.filter(({ type }) => type === 'team_creation_approved');
    assert.deepEqual(
      approved.map(({ trail, at, writtenBy }) => [trail, at, writtenBy]),
      [['approvals', '/message', 'person-2']],
    );
    const messages = async () => {
      const { audit } = world.node.store.in(TENANT);
      const query = { trail: 'approvals', conditions: [], order: 'sequence asc', top: 500 } as const;
      const records = await audit.list(query);
      const verifier = new Verifier();
      const lines = records.map(({ fields, ...common }) =>
        auditLineOf(auditSourceOf(TENANT, 'approvals'), { ...fields, ...common } as unknown as FlatRecord),
      );
      await verifier.read([Buffer.from(lines.map((line) => `${line}\n`).join(''))], 'approvals');
      assert.deepEqual(verifier.end().faults, []);
      return records.filter(({ actor }) => actor.id === 'person-2').map(({ fields }) => fields.message);
    };
    const before = await messages();
    assert.equal(before.filter((message) => message === `For ${NAME}`).length, 1);
    await requestErasure(deps(), ADMIN, newCall(), id);
    await erasePeople(deps(), TENANT);
    await seal();
    assert.deepEqual(
      await messages(),
      before.map((message) => (message === `For ${NAME}` ? 'For erased' : message)),
    );
    assert.deepEqual((await previewErasure(deps(), ADMIN, id)).textsOfOthers, []);
    const { records } = await exportPerson(deps(), ADMIN, newCall(), 'person-2');
    assert.ok(records.some(({ value }) => value === 'For erased'));
    assert.ok(!JSON.stringify(records).includes(NAME));
  });

  it('lists the texts of the organisation that name the person, and leaves them unchanged', async () => {
    const id = await newPerson();
    await owner.query(`insert into charter.legal_holds values ($1, 'person-5', $2, 'person-9', now())`, [
      TENANT,
      `As ${NAME} said`,
    ]);
    const { unchangedTexts, stores } = await previewErasure(deps(), ADMIN, id);
    assert.deepEqual(unchangedTexts, [
      { store: 'reasons of legal holds', key: { person_id: 'person-5' }, at: 'reason' },
    ]);
    assert.ok(stores.every(({ name }) => name !== 'reasons of legal holds'));
    await requestErasure(deps(), ADMIN, newCall(), id);
    await erasePeople(deps(), TENANT);
    await seal();
    assert.deepEqual(await placesOf('zyxmara'), ['charter.legal_holds.reason']);
    await owner.query('delete from charter.legal_holds');
  });

  it('is finished by the next node, wherever the first one dies', async () => {
    const id = await newPerson();
    await requestErasure(deps(), ADMIN, newCall(), id);
    let deaths = 0;
    for (let point = 0; ; point += 1) {
      // Each node counts its points from zero, so each transaction fails once before its commit.
      const node = dyingAt(world.node.store, point % 11);
      await erasePeople(deps(node.store), TENANT).catch((error: Error) => {
        assert.match(error.message, /has died/);
      });
      if (!node.isDead()) break;
      deaths += 1;
      assert.ok(deaths < 500);
    }
    assert.ok(deaths > 5);
    await seal();
    assert.deepEqual(await placesOf('zyxmara'), []);
    assert.ok((await requestErasure(deps(), ADMIN, newCall(), id)).completedAt);
  });
});

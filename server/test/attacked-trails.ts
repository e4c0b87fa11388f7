/** A tenant's audit trails, a node that signs them, and an attacker who writes to their database. For tests. */

import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type CommandResult, charter } from '../../cli/src/run-charter.ts';
import { CheckpointWriter } from '../src/engine/audit/checkpoints.ts';
import { newId } from '../src/kernel/ids.ts';
import { auditStore, createAuditKeyStore } from '../src/persistence/audit.ts';
import { openCheckpoints } from '../src/persistence/audit-checkpoints.ts';
import { TestClock } from './clock.ts';
import { createMigratedDatabase, type TestDatabase } from './database.ts';
import { exportLines } from './sample-trails.ts';
import { testSecrets } from './secrets.ts';

export type Trail = 'teams' | 'security';

export class AttackedTrails {
  readonly attacker: pg.Client;
  readonly #database: TestDatabase;
  folder = '';
  clock = new TestClock(new Date());
  tenant = '';
  node: CheckpointWriter = undefined as never;

  private constructor(database: TestDatabase) {
    this.#database = database;
    this.attacker = new pg.Client(database.ownerUrl);
  }

  static async open(): Promise<AttackedTrails> {
    const trails = new AttackedTrails(await createMigratedDatabase());
    await trails.attacker.connect();
    return trails;
  }

  async close(): Promise<void> {
    await this.attacker.end();
    await this.#database.drop();
  }

  /** Starts a node for a new tenant, and has it sign five records, one per minute. */
  async begin(): Promise<void> {
    this.folder = await mkdtemp(join(tmpdir(), 'charter-attack-'));
    this.clock = new TestClock(new Date('2026-11-21T08:00:00Z'));
    this.tenant = newId();
    this.node = await this.start();
    await this.node.writeAll();
    await this.minutes(5);
  }

  end(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }

  /** The database role of the service. */
  get role(): string {
    return new URL(this.#database.serviceUrl).username;
  }

  get checkpoints(): string {
    return join(this.folder, 'checkpoints');
  }

  store(tenantId: string) {
    return auditStore(this.#database.tenancy.for(tenantId), tenantId, testSecrets());
  }

  /** @param name names the folder of the node's key and memory */
  async start(name = 'node', directory = this.checkpoints): Promise<CheckpointWriter> {
    const places = {
      keyFile: join(this.folder, name, 'key.pem'),
      memoryFile: join(this.folder, name, 'memory.json'),
      directory,
    };
    const keys = createAuditKeyStore(this.#database.tenancy);
    const { clock } = this;
    return new CheckpointWriter({
      ...(await openCheckpoints(places, { keys, clock, onWritten: () => undefined })),
      store: { in: (tenantId: string) => ({ audit: this.store(tenantId) }) } as never,
      tenants: async () => [this.tenant],
      retention: {},
      clock,
      report: () => undefined,
    });
  }

  async record(trail: Trail = 'teams'): Promise<void> {
    const actor = { id: 'ada', kind: 'user', displayName: 'Ada' } as const;
    const target = { type: 'team', id: 't', displayName: 'T' } as const;
    const type = trail === 'teams' ? 'team_updated' : 'role_assigned';
    const record = { trail, type, actor, target, requestId: 'r', fields: {} };
    await this.store(this.tenant).append([record], this.clock.now());
  }

  /** Adds a record each minute, and has the node check the chains a second later. */
  async minutes(count: number): Promise<void> {
    for (let minute = 0; minute < count; minute += 1) {
      this.clock.advance(59);
      await this.record();
      this.clock.advance(1);
      await this.node.writeAll();
    }
  }

  /** Has the node check the chains each minute without new records. */
  async quietMinutes(count: number): Promise<void> {
    for (let minute = 0; minute < count; minute += 1) {
      this.clock.advance(60);
      await this.node.writeAll();
    }
  }

  /** Exports the trails, and verifies the export with `charter audit verify`. */
  async verify(...args: string[]): Promise<CommandResult> {
    const exported = join(this.folder, 'audit.ndjson');
    const store = this.store(this.tenant);
    await store.seal();
    const lines = [];
    for (const trail of Object.keys(await store.heads())) {
      lines.push(...(await exportLines(store, this.tenant, trail)));
    }
    await writeFile(exported, lines.map((line) => `${line}\n`).join(''));
    return charter(['audit', 'verify', exported, '--checkpoints', this.checkpoints, ...args]);
  }

  async assertFound(says: RegExp, ...args: string[]): Promise<void> {
    const { code, stderr } = await this.verify(...args);
    assert.equal(code, 1, stderr);
    assert.match(stderr, says);
  }

  /** Moves the records after this sequence number from the chain back to the pending ones, and changes their actor. */
  async unseal(after: number): Promise<void> {
    await this.attacker.query(
      `with unsealed as (delete from charter.audit_chain
                          where tenant_id = $1 and sequence > $2 returning tenant_id, record_id),
            pending as (insert into charter.audit_pending select tenant_id, record_id from unsealed)
       update charter.audit_records r set actor_id = 'nobody' from unsealed u
        where (r.tenant_id, r.record_id) = (u.tenant_id, u.record_id)`,
      [this.tenant, after],
    );
  }

  /** Removes the records of a trail after this sequence number. */
  async cutTail(after: number, trail: Trail = 'teams'): Promise<void> {
    await this.attacker.query(
      `with cut as (delete from charter.audit_chain
                     where tenant_id = $1 and sequence > $2 and trail = $3 returning tenant_id, record_id)
       delete from charter.audit_records r using cut c
        where (r.tenant_id, r.record_id) = (c.tenant_id, c.record_id)`,
      [this.tenant, after, trail],
    );
  }

  /** Truncates the checkpoint file to `count` lines. In the database, only the last of them remains. */
  async cutCheckpoints(count: number): Promise<void> {
    const [name] = (await readdir(this.checkpoints)).filter((file) => file.endsWith('.ndjson'));
    const path = join(this.checkpoints, name ?? '');
    const lines = (await readFile(path, 'utf8')).split('\n').slice(0, count);
    await writeFile(path, lines.map((line) => `${line}\n`).join(''));
    await this.attacker.query('delete from charter.audit_checkpoints where tenant_id = $1', [this.tenant]);
    await this.attacker.query('insert into charter.audit_checkpoints values ($1, $2, $3, now())', [
      this.tenant,
      count,
      lines.at(-1),
    ]);
  }
}

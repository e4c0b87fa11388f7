/** Tests what checkpoints prove about records, tenants, times and prunings. */
import assert from 'node:assert/strict';
import { generateKeyPairSync, hash, randomUUID, sign } from 'node:crypto';
import { describe, it } from 'node:test';
import { canonicalJson } from '../../../sdk/src/audit/canonical-json.ts';
import { auditSourceOf } from '../../../sdk/src/audit/cloud-event.ts';
import { byThumbprint, type Checkpoint, genesisCheckpointHash } from './checkpoints.ts';
import { genesisHash } from './line.ts';
import { checkpointLines } from './verify-checkpoints.ts';
import { type Verification, Verifier, type VerifyOptions } from './verify-files.ts';

const KEY = generateKeyPairSync('ed25519');
const KEYS = byThumbprint([KEY.publicKey]);
const MINUTE = 60 * 1000;
const DAY = 24 * 60 * MINUTE;
const START = Date.parse('2026-01-01T00:00:00Z');
/** Returns the time `day` days and `minutes` minutes after START. */
const at = (day: number, minutes = 0): string => new Date(START + day * DAY + minutes * MINUTE).toISOString();

/** A chain with checkpoints in the service's format. */
class Chain {
  readonly lines: string[] = [];
  readonly checkpoints: string[] = [];
  readonly #trail: string;
  readonly #source: string;
  readonly #tenant: string;
  #hash: string;

  constructor(tenant = 'contoso', trail = 'teams') {
    this.#tenant = tenant;
    this.#trail = trail;
    this.#source = auditSourceOf(tenant, trail);
    this.#hash = genesisHash(this.#source);
  }

  add(time: string, type = 'team_updated', data: object = {}): this {
    const event = {
      specversion: '1.0',
      id: randomUUID(),
      source: this.#source,
      type: `charter.${type}`,
      time,
      subject: 'team/","time":"x',
      datacontenttype: 'application/json',
      sequence: String(this.lines.length + 1),
      data,
    };
    this.#hash = hash('sha256', `${this.#hash}\n${canonicalJson(event)}`);
    this.lines.push(canonicalJson({ ...event, hash: this.#hash }));
    return this;
  }

  /** Signs the current head of the chain. */
  sign(time: string, said: Partial<Checkpoint> = {}): this {
    const before = this.checkpoints.at(-1);
    const signed = {
      tenant: this.#tenant,
      number: this.checkpoints.length + 1,
      previous: before === undefined ? genesisCheckpointHash(this.#tenant) : hash('sha256', before),
      time,
      heads: { [this.#trail]: { sequence: this.lines.length, hash: this.#hash } },
      retention: {},
      keyId: [...KEYS.keys()][0] as string,
      ...said,
    };
    const text = Buffer.from(`charter audit checkpoint\n${canonicalJson(signed)}`);
    const signature = sign(null, text, KEY.privateKey).toString('base64url');
    this.checkpoints.push(canonicalJson({ ...signed, signature }));
    return this;
  }

  /** Appends a record each day, signed a minute later. */
  fill(days: number): this {
    for (let day = 0; day < days; day += 1) this.add(at(day)).sign(at(day, 1));
    return this;
  }

  prune(through: number, time: string, prunedBefore: unknown): this {
    const { hash: prunedThroughHash } = JSON.parse(this.lines[through - 1] as string);
    return this.add(time, 'audit_records_pruned', {
      prunedThroughSequence: through,
      prunedThroughHash,
      prunedBefore,
    });
  }
}

async function verify(
  lines: readonly string[],
  checkpoints: readonly string[],
  options: VerifyOptions = {},
): Promise<Verification> {
  const given = checkpointLines(checkpoints.join('\n'), 'checkpoints');
  const verifier = new Verifier({ checkpoints: given, keys: KEYS, ...options });
  await verifier.read([Buffer.from(lines.map((line) => `${line}\n`).join(''))], 'audit.ndjson');
  return verifier.end();
}

const messages = ({ faults }: Verification): string => faults.map(({ message }) => message).join('\n');

describe('missing proof by a checkpoint', () => {
  it('is counted, but is no fault, for records newer than the last checkpoint', async () => {
    const chain = new Chain().fill(3).sign(at(2, 30));
    // The first record was committed just after the checkpoint, with a time just before it.
    chain.add(at(2, 29)).add(at(3));
    const { faults, unproven, provenThrough, chains } = await verify(chain.lines, chain.checkpoints);
    assert.deepEqual([faults, unproven, provenThrough], [[], 2, at(2, 30)]);
    assert.deepEqual([chains[0]?.fixedThrough, chains[0]?.unproven], [3, 2]);
  });

  it('is a fault for records older than the last checkpoint', async () => {
    const chain = new Chain().fill(3).sign(at(5)).add(at(4)).add(at(4.5));
    const found = await verify(chain.lines, chain.checkpoints);
    assert.match(messages(found), /Record 4 .* and 1 behind it are older than the checkpoint of/);
  });

  it('is a fault in a trail without checkpoints', async () => {
    const chain = new Chain().fill(3).sign(at(5));
    const other = new Chain('contoso', 'security').fill(2);
    const found = await verify([...chain.lines, ...other.lines], chain.checkpoints);
    assert.match(messages(found), /Record 1 in security of contoso and 1 behind it are older/);
    const alone = await verify(other.lines, chain.checkpoints, { trails: ['security'] });
    assert.match(messages(alone), /Record 1 in security/);
    const young = new Chain('contoso', 'security').add(at(6));
    const passed = await verify([...chain.lines, ...young.lines], chain.checkpoints);
    assert.deepEqual([passed.faults, passed.unproven], [[], 1]);
  });

  it('is a fault for a tenant without checkpoints', async () => {
    const chain = new Chain().fill(3);
    const found = await verify([...chain.lines, ...new Chain('mallory').fill(2).lines], chain.checkpoints);
    assert.equal(found.faultCount, 1);
    assert.equal(found.faults[0]?.kind, 'unproven');
    assert.match(messages(found), /covers the tenant mallory/);
  });

  it('is a fault when proof is required through a time after the last checkpoint', async () => {
    const { lines, checkpoints } = new Chain().fill(3);
    assert.deepEqual((await verify(lines, checkpoints, { through: at(2, 60) })).faults, []);
    const found = await verify(lines, checkpoints, { through: at(2, 120) });
    assert.match(messages(found), /not proven through 2026-01-03T02:00:00.000Z. The last checkpoint is of/);
    assert.equal((await verify(lines, [], { through: at(2) })).faultCount, 1);
  });
});

describe('the checkpoints of a tenant', () => {
  it('must be complete and linked', async () => {
    const { lines, checkpoints } = new Chain().fill(6);
    assert.deepEqual((await verify(lines, [...checkpoints, ...checkpoints].toReversed())).faults, []);
    const without = (from: number, count: number) => verify(lines, checkpoints.toSpliced(from, count));
    assert.match(messages(await without(2, 1)), /Checkpoint 3 of contoso is missing/);
    assert.match(messages(await without(0, 2)), /Checkpoints 1 to 2 of contoso are missing/);
    const other = new Chain().fill(3).checkpoints[2] as string;
    const replaced = await verify(lines, checkpoints.with(2, other));
    assert.match(messages(replaced), /Checkpoint 4 of contoso does not follow the one before it/);
    const doubled = await verify(lines, [...checkpoints, other]);
    assert.match(messages(doubled), /Two different checkpoints of contoso have the number 3/);
  });

  it('must have exactly the form that the service writes', async () => {
    const { lines, checkpoints } = new Chain().fill(3);
    const last = checkpoints[2] as string;
    const spoiled = [
      last.replace('{', '{"level":30,'),
      last.replace('{', '{ '),
      last.slice(0, -9),
      JSON.stringify({ level: 30, checkpoint: last }),
      JSON.stringify({ level: 30, msg: 'something else' }),
      '[]',
      '',
    ];
    for (const line of spoiled) {
      const { faultCount, faults } = await verify(lines.slice(0, 2), checkpoints.with(2, line));
      // A missing last line leaves no trace.
      assert.equal(faultCount > 0, line !== '', line);
      if (line !== '') assert.match(faults[0]?.message ?? '', /Line 3 of checkpoints is not a checkpoint/);
    }
  });
});

describe('the time of a record', () => {
  it('is at most three minutes from its first checkpoint', async () => {
    for (const [minutes, faults] of [
      [-2, 0],
      [2, 0],
      [-4, 1],
      [4, 1],
      [-60, 1],
    ] as const) {
      const chain = new Chain().fill(2).add(at(2, minutes)).sign(at(2)).add(at(2, 1)).sign(at(2, 2));
      const found = await verify(chain.lines, chain.checkpoints);
      assert.equal(found.faultCount, faults, `${minutes}`);
      if (faults > 0) assert.match(messages(found), /Record 3 .* not within 3 minutes .* no gap is signed/);
    }
    const { lines, checkpoints } = new Chain().fill(1).add('some time').sign(at(1));
    assert.match(messages(await verify(lines, checkpoints)), /Record 2 .* has a time that is not within/);
  });

  it('may be earlier within a signed gap only', async () => {
    const gap = { since: at(1, 1), until: at(3), reason: 'node_started' };
    const chain = new Chain().fill(2).add(at(2)).sign(at(3), { gap });
    const { faults, chains } = await verify(chain.lines, chain.checkpoints, { acceptedGaps: 'all' });
    assert.deepEqual(faults, []);
    assert.deepEqual(chains[0]?.gaps, [gap]);
    const early = new Chain().fill(2).add(at(1, -30)).sign(at(3), { gap });
    assert.match(messages(await verify(early.lines, early.checkpoints)), /Record 3 .* not within 3 minutes/);
  });
});

describe('a pruning', () => {
  /** Ten records, and a pruning of the first five, signed on day 40 with this retention. */
  function pruned(time: string, prunedBefore: unknown, retention: Record<string, number> = { teams: 30 }) {
    const chain = new Chain().fill(10).prune(5, time, prunedBefore);
    const unsigned = [...chain.checkpoints];
    chain.sign(at(40, 1), { retention });
    return { unsigned, checkpoints: chain.checkpoints, left: chain.lines.slice(5) };
  }

  it('is accepted once a checkpoint has signed it', async () => {
    const { unsigned, checkpoints, left } = pruned(at(40), at(10));
    const early = await verify(left, unsigned);
    assert.deepEqual(
      early.faults.map(({ kind }) => kind),
      ['unproven'],
    );
    assert.match(messages(early), /Record 11 .* not proven yet; verify again with the next checkpoint/);
    const { faults, chains } = await verify(left, checkpoints, { retentionDays: 30 });
    assert.deepEqual(faults, []);
    assert.equal(chains[0]?.pruning?.throughSequence, 5);
    assert.deepEqual((await verify(left, [])).faults, []);
  });

  it('is a fault without a signed retention that allows it', async () => {
    for (const retention of [{}, { security: 30 }, { teams: 31 }, { '*': 1 }]) {
      const { checkpoints, left } = pruned(at(40), at(10), retention);
      assert.match(
        messages(await verify(left, checkpoints)),
        /Record 11 .* no checkpoint of that day has signed a retention that allows it/,
        JSON.stringify(retention),
      );
    }
  });

  it("is accepted with another node's retention of the same day, and not with one of another day", async () => {
    const chain = new Chain().fill(10).sign(at(38), { retention: { teams: 30 } });
    chain.prune(5, at(40), at(10)).sign(at(40, 1), { retention: {} });
    assert.equal((await verify(chain.lines.slice(5), chain.checkpoints)).faultCount, 1);
    chain.sign(at(40, 2), { retention: { teams: 30 } });
    assert.equal((await verify(chain.lines.slice(5), chain.checkpoints)).faultCount, 0);
  });

  it('is a fault when checkpoints show that the pruned records were younger than stated', async () => {
    const { checkpoints, left } = pruned(at(40), at(2));
    const found = await verify(left, checkpoints);
    assert.equal(found.faultCount, 1);
    assert.match(messages(found), /at the checkpoint of 2026-01-04T00:01:00.000Z there was no record 5 yet/);
  });

  it("is a fault when it happened before the auditor's retention ended", async () => {
    const { checkpoints, left } = pruned(at(40), at(10));
    const found = await verify(left, checkpoints, { retentionDays: 31 });
    assert.match(messages(found), /less than 31 days are between/);
    assert.match(messages(await verify(left, [], { retentionDays: 31 })), /less than 31 days are between/);
  });

  it('is a fault when its time is in the future', async () => {
    const { checkpoints, left } = pruned(at(400), at(370));
    assert.match(messages(await verify(left, checkpoints)), /Record 11 .* not within 3 minutes/);
  });

  it('is a fault without a valid time before which it removed records', async () => {
    for (const before of [undefined, 'long ago', at(41)]) {
      const { checkpoints, left } = pruned(at(40), before);
      assert.match(messages(await verify(left, checkpoints)), /does not say before which time/);
    }
  });
});

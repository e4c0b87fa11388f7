/** What checkpoints prove of records behind the last of them, of other tenants, and of removals. */
import assert from 'node:assert/strict';
import { generateKeyPairSync, hash, randomUUID, sign } from 'node:crypto';
import { describe, it } from 'node:test';
import { canonicalJson } from './canonical-json.ts';
import { byThumbprint, readCheckpoint } from './checkpoints.ts';
import { sourceOf } from './cloud-event.ts';
import { genesisHash } from './line.ts';
import { type Verification, Verifier, type VerifyOptions } from './verify-files.ts';

const KEY = generateKeyPairSync('ed25519');
const KEYS = byThumbprint([KEY.publicKey]);
const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const START = Date.parse('2026-01-01T00:00:00Z');
const at = (day: number): string => new Date(START + day * DAY).toISOString();

/** A chain of so many records as the service makes one, a day apart from each other. */
class Chain {
  readonly lines: string[] = [];
  readonly #source: string;
  readonly #tenant: string;
  #hash: string;

  constructor(tenant = 'contoso', trail = 'teams') {
    this.#tenant = tenant;
    this.#source = sourceOf(tenant, trail);
    this.#hash = genesisHash(this.#source);
  }

  get hashes(): string[] {
    return this.lines.map((line) => (JSON.parse(line) as { hash: string }).hash);
  }

  add(time: string, type = 'team_updated', data: object = {}): this {
    const event = {
      specversion: '1.0',
      id: randomUUID(),
      source: this.#source,
      type: `charter.${type}`,
      time,
      subject: 'team/x',
      datacontenttype: 'application/json',
      sequence: String(this.lines.length + 1),
      data,
    };
    this.#hash = hash('sha256', `${this.#hash}\n${canonicalJson(event)}`);
    this.lines.push(canonicalJson({ ...event, hash: this.#hash }));
    return this;
  }

  fill(days: number): this {
    for (let day = 0; day < days; day += 1) this.add(at(day));
    return this;
  }

  prune(through: number, time: string, prunedBefore: unknown): this {
    const data = {
      prunedThroughSequence: through,
      prunedThroughHash: this.hashes[through - 1],
      prunedBefore,
    };
    return this.add(time, 'audit_records_pruned', data);
  }

  /** What the chain is now, signed. */
  checkpoint(time: string): string {
    const heads = { teams: { sequence: this.lines.length, hash: this.#hash } };
    const said = { tenant: this.#tenant, time, heads, keyId: [...KEYS.keys()][0] as string };
    const text = Buffer.from(`charter audit checkpoint\n${canonicalJson(said)}`);
    return canonicalJson({ ...said, signature: sign(null, text, KEY.privateKey).toString('base64url') });
  }
}

async function verify(
  lines: readonly string[],
  checkpoints: readonly string[],
  options: VerifyOptions = {},
): Promise<Verification> {
  const verifier = new Verifier({ checkpoints: checkpoints.map(readCheckpoint), keys: KEYS, ...options });
  await verifier.read([Buffer.from(lines.map((line) => `${line}\n`).join(''))], 'audit.ndjson');
  return verifier.end();
}

const messages = ({ faults }: Verification): string => faults.map(({ message }) => message).join('\n');

describe('records that no checkpoint speaks of', () => {
  it('should be counted, and not called proven, when they are newer than the last checkpoint', async () => {
    const chain = new Chain().fill(3);
    const checkpoint = chain.checkpoint(at(2.5));
    // Committed a moment after the checkpoint, with the time of a moment before it.
    chain.add(new Date(START + 2.5 * DAY - 30_000).toISOString()).add(at(3));
    const { faults, unproven, provenThrough, chains } = await verify(chain.lines, [checkpoint]);
    assert.deepEqual([faults, unproven, provenThrough], [[], 2, at(2.5)]);
    assert.deepEqual([chains[0]?.fixedThrough, chains[0]?.unproven], [3, 2]);
  });

  it('should be found when they are older than it', async () => {
    const chain = new Chain().fill(3);
    const checkpoint = chain.checkpoint(at(5));
    const found = await verify(chain.add(at(4)).add(at(4.5)).lines, [checkpoint]);
    assert.match(messages(found), /Record 4 .* and 1 behind it are older than the checkpoint of/);
    const timeless = await verify(new Chain().fill(3).add('some time').lines, [
      new Chain().fill(3).checkpoint(at(5)),
    ]);
    assert.match(messages(timeless), /Record 4 in teams of contoso is older than/);
  });

  it('should be found when they are a trail that no checkpoint knows', async () => {
    const chain = new Chain().fill(3);
    const other = new Chain('contoso', 'security').fill(2);
    const checkpoint = chain.checkpoint(at(5));
    const found = await verify([...chain.lines, ...other.lines], [checkpoint]);
    assert.match(messages(found), /Record 1 in security of contoso and 1 behind it are older/);
    const alone = await verify(other.lines, [checkpoint], { trails: ['security'] });
    assert.match(messages(alone), /Record 1 in security/);
    const young = await verify(
      [...chain.lines, ...new Chain('contoso', 'security').add(at(6)).lines],
      [checkpoint],
    );
    assert.deepEqual([young.faults, young.unproven], [[], 1]);
  });

  it('should be found when they are of a tenant that no checkpoint knows', async () => {
    const chain = new Chain().fill(3);
    const found = await verify(
      [...chain.lines, ...new Chain('mallory').fill(2).lines],
      [chain.checkpoint(at(5))],
    );
    assert.equal(found.faultCount, 1);
    assert.equal(found.faults[0]?.kind, 'unproven');
    assert.match(messages(found), /speaks of the tenant mallory/);
  });
});

describe('a removal by retention', () => {
  /** Ten records, a checkpoint a day after each, and a removal of the first five on day 40. */
  function pruned(time: string, prunedBefore: unknown) {
    const chain = new Chain();
    const checkpoints: string[] = [];
    for (let day = 0; day < 10; day += 1) checkpoints.push(chain.add(at(day)).checkpoint(at(day + 0.5)));
    chain.prune(5, time, prunedBefore);
    return { chain, checkpoints, left: chain.lines.slice(5) };
  }

  it('should be believed once a checkpoint has signed it', async () => {
    const { chain, checkpoints, left } = pruned(at(40), at(10));
    const early = await verify(left, checkpoints);
    assert.deepEqual(
      early.faults.map(({ kind }) => kind),
      ['unproven'],
    );
    assert.match(messages(early), /Record 11 .* not proven yet; verify again with the next checkpoint/);
    const signed = [...checkpoints, chain.checkpoint(at(40.001))];
    const { faults, chains } = await verify(left, signed, { retentionDays: 30 });
    assert.deepEqual(faults, []);
    assert.equal(chains[0]?.pruning?.throughSequence, 5);
    assert.deepEqual((await verify(left, [])).faults, []);
  });

  it('should be found when checkpoints tell that what it removed was younger', async () => {
    const { chain, checkpoints, left } = pruned(at(40), at(2));
    const found = await verify(left, [...checkpoints, chain.checkpoint(at(40.001))]);
    assert.equal(found.faultCount, 1);
    assert.match(messages(found), /at the checkpoint of 2026-01-04T12:00:00.000Z there was no record 5 yet/);
  });

  it('should be found when it was sooner than retention lets', async () => {
    const { chain, checkpoints, left } = pruned(at(40), at(11));
    const signed = [...checkpoints, chain.checkpoint(at(40.001))];
    assert.deepEqual((await verify(left, signed)).faults, []);
    assert.match(
      messages(await verify(left, signed, { retentionDays: 30 })),
      /less than 30 days are between/,
    );
    assert.match(messages(await verify(left, [], { retentionDays: 30 })), /less than 30 days are between/);
  });

  it('should be found when it gives itself a time that is yet to come', async () => {
    const { chain, checkpoints, left } = pruned(at(400), at(370));
    const found = await verify(left, [...checkpoints, chain.checkpoint(at(12))], { retentionDays: 30 });
    assert.match(messages(found), /has signed it already/);
  });

  it('should be found when it does not say before which time', async () => {
    for (const before of [undefined, 'long ago', at(41)]) {
      const { chain, checkpoints, left } = pruned(at(40), before);
      const found = await verify(left, [...checkpoints, chain.checkpoint(at(40.001))]);
      assert.match(messages(found), /does not say before which time/);
    }
  });
});

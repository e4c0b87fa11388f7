/** Changes exported files in ways that a seed determines. `verify` must detect each. */
import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync, hash, sign } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { canonicalJson } from '../../../sdk/src/audit/canonical-json.ts';
import type { CloudEvent } from '../../../sdk/src/audit/cloud-event.ts';
import { Dice } from '../../../server/test/dice.ts';
import { makeSampleTrails, type SampleTrails, TRAILS } from '../../../server/test/sample-trails.ts';
import { byThumbprint, type Checkpoint, type PublicKeys, parseSignedLine } from './checkpoints.ts';
import { genesisHash } from './line.ts';
import { checkpointLines } from './verify-checkpoints.ts';
import { type Verification, Verifier } from './verify-files.ts';

const readCheckpoint = (line: string): Checkpoint => parseSignedLine(line) as Checkpoint;

/** `npm run test:chaos` makes 10,000 changes. */
const TAMPERINGS = Number(process.env.CHARTER_TEST_TAMPERINGS ?? 500);
const RECORDS = 24;
const CHECKPOINTS = 3;

interface Copy {
  lines: Record<string, string[]>;
  checkpoints: string[];
}

const parse = (line: string): CloudEvent => JSON.parse(line) as CloudEvent;

/** Returns the event with the correct hash after `previous`, as a forger would compute it. */
function forged(event: CloudEvent, previous: string): CloudEvent {
  const { hash: _old, ...rest } = event;
  return { ...rest, hash: hash('sha256', `${previous}\n${canonicalJson(rest)}`) };
}

/** Recomputes all hashes from `from` on. */
function rehash(lines: string[], from: number): void {
  for (let index = from; index < lines.length; index += 1) {
    const event = parse(lines[index] as string);
    const previous = index === 0 ? genesisHash(event.source) : parse(lines[index - 1] as string).hash;
    lines[index] = canonicalJson(forged(event, previous));
  }
}

/** Changes or deletes one random value of the record. */
function changeSomewhere(event: CloudEvent, dice: Dice): void {
  let place = event as unknown as Record<string, unknown>;
  for (;;) {
    const name = dice.of(Object.keys(place).filter((key) => key !== 'hash'));
    const value = place[name];
    if (typeof value === 'object' && value !== null && Object.keys(value).length > 0 && dice.below(4) > 0) {
      place = value as Record<string, unknown>;
      continue;
    }
    if (dice.below(4) === 0) delete place[name];
    else place[name] = typeof value === 'number' ? value + 1 : `${value}!`;
    return;
  }
}

/** Ways to tamper; each changes the copy in place. */
const WAYS: Record<string, (copy: Copy, dice: Dice) => void> = {
  'edit a value'(copy, dice) {
    const lines = copy.lines[dice.of(TRAILS)] as string[];
    const index = dice.below(lines.length);
    const event = parse(lines[index] as string);
    changeSomewhere(event, dice);
    lines[index] = canonicalJson(event);
  },
  'edit a byte'(copy, dice) {
    const lines = copy.lines[dice.of(TRAILS)] as string[];
    const index = dice.below(lines.length);
    const bytes = Buffer.from(lines[index] as string);
    const place = dice.below(bytes.length);
    bytes[place] = (bytes[place] as number) ^ (1 + dice.below(255));
    lines[index] = bytes.toString('latin1');
    copy.lines = latin1(copy.lines, lines);
  },
  'edit, and give it a hash that fits'(copy, dice) {
    const lines = copy.lines[dice.of(TRAILS)] as string[];
    const index = dice.below(lines.length);
    const event = parse(lines[index] as string);
    const previous = index === 0 ? genesisHash(event.source) : parse(lines[index - 1] as string).hash;
    changeSomewhere(event, dice);
    lines[index] = canonicalJson(forged(event, previous));
  },
  'add a member twice'(copy, dice) {
    const lines = copy.lines[dice.of(TRAILS)] as string[];
    const index = dice.below(lines.length);
    lines[index] = (lines[index] as string).replace('"data":{', '"data":{"requestId":"other",');
  },
  drop(copy, dice) {
    const lines = copy.lines[dice.of(TRAILS)] as string[];
    lines.splice(dice.below(lines.length), 1 + dice.below(3));
  },
  'drop, and close the gap'(copy, dice) {
    const lines = copy.lines[dice.of(TRAILS)] as string[];
    const index = dice.below(lines.length);
    lines.splice(index, 1);
    for (let at = index; at < lines.length; at += 1) {
      lines[at] = canonicalJson({ ...parse(lines[at] as string), sequence: String(at + 1) });
    }
    rehash(lines, index);
  },
  'insert, and move the rest'(copy, dice) {
    const lines = copy.lines[dice.of(TRAILS)] as string[];
    // A copy of the last record in its own place only adds a record after the last checkpoint, which is not a fault.
    const index = dice.below(lines.length - 1);
    lines.splice(index, 0, dice.of(lines));
    for (let at = index; at < lines.length; at += 1) {
      lines[at] = canonicalJson({ ...parse(lines[at] as string), sequence: String(at + 1) });
    }
    rehash(lines, index);
  },
  swap(copy, dice) {
    const lines = copy.lines[dice.of(TRAILS)] as string[];
    const one = dice.below(lines.length - 1);
    const other = one + 1 + dice.below(lines.length - one - 1);
    [lines[one], lines[other]] = [lines[other] as string, lines[one] as string];
  },
  'swap contents, and keep the places'(copy, dice) {
    const lines = copy.lines[dice.of(TRAILS)] as string[];
    const one = dice.below(lines.length - 1);
    const events = [parse(lines[one] as string), parse(lines[one + 1] as string)] as const;
    lines[one] = canonicalJson({ ...events[1], sequence: events[0].sequence });
    lines[one + 1] = canonicalJson({ ...events[0], sequence: events[1].sequence });
    rehash(lines, one);
  },
  repeat(copy, dice) {
    const lines = copy.lines[dice.of(TRAILS)] as string[];
    const index = dice.below(lines.length);
    lines.splice(index, 0, lines[index] as string);
  },
  'cut the tail'(copy, dice) {
    const lines = copy.lines[dice.of(TRAILS)] as string[];
    lines.length = dice.below(lines.length);
  },
  'cut in the middle of a line'(copy, dice) {
    const lines = copy.lines[dice.of(TRAILS)] as string[];
    const last = lines.at(-1) as string;
    lines[lines.length - 1] = last.slice(0, 1 + dice.below(last.length - 1));
  },
  'cut the tail of a day'(copy, dice) {
    const keep = 1 + dice.below(RECORDS - 1);
    for (const trail of TRAILS) (copy.lines[trail] as string[]).length = keep;
  },
  'cut the head'(copy, dice) {
    const lines = copy.lines[dice.of(TRAILS)] as string[];
    lines.splice(0, 1 + dice.below(lines.length - 1));
  },
  'leave a trail out'(copy, dice) {
    copy.lines[dice.of(TRAILS)] = [];
  },
  'rewrite all after a checkpoint'(copy, dice) {
    const trail = dice.of(TRAILS);
    const lines = copy.lines[trail] as string[];
    const fixed = readCheckpoint(dice.of(copy.checkpoints.slice(0, -1))).heads[trail]?.sequence as number;
    const index = fixed + dice.below(lines.length - fixed);
    const event = parse(lines[index] as string);
    (event.data.actor as { displayName: string }).displayName += '.';
    lines[index] = canonicalJson(event);
    rehash(lines, index);
  },
  'rewrite all, and the last checkpoint with another key'(copy, dice) {
    const trail = dice.of(TRAILS);
    const lines = copy.lines[trail] as string[];
    const index = dice.below(lines.length);
    const event = parse(lines[index] as string);
    event.data.outcome = 'altered';
    lines[index] = canonicalJson(event);
    rehash(lines, index);
    const last = readCheckpoint(copy.checkpoints.at(-1) as string);
    const { signature: _old, ...content } = last;
    content.heads = {
      ...content.heads,
      [trail]: { sequence: lines.length, hash: parse(lines.at(-1) as string).hash },
    };
    const text = `charter audit checkpoint\n${canonicalJson(content)}`;
    const signature = sign(null, Buffer.from(text), STRANGER.privateKey).toString('base64url');
    copy.checkpoints = [canonicalJson({ ...content, signature })];
  },
  'pretend it was retention'(copy, dice) {
    const trail = dice.of(TRAILS);
    const lines = copy.lines[trail] as string[];
    const count = 1 + dice.below(lines.length - 2);
    const last = parse(lines[count - 1] as string);
    lines.splice(0, count);
    const next = parse(lines.at(-1) as string);
    const data = {
      ...next.data,
      prunedThroughSequence: count,
      prunedThroughHash: last.hash,
      prunedCount: count,
    };
    const pruning = { ...next, type: 'charter.audit_records_pruned', data };
    lines.push(canonicalJson(forged({ ...pruning, sequence: String(RECORDS + 1) }, next.hash)));
    // Replaces the hash of the last pruned record, which the first remaining record must follow.
    const edited = parse(lines.at(-1) as string);
    (edited.data as { prunedThroughHash: string }).prunedThroughHash = hash('sha256', 'other');
    lines[lines.length - 1] = canonicalJson(forged(edited, next.hash));
  },
};

const STRANGER = generateKeyPairSync('ed25519');

/** Writes the bytes of all lines as Latin-1, except those of `raw`, which are Latin-1 already. */
function latin1(lines: Copy['lines'], raw: string[]): Copy['lines'] {
  return Object.fromEntries(
    Object.entries(lines).map(([trail, each]) => [
      trail,
      each === raw ? each : each.map((line) => Buffer.from(line).toString('latin1')),
    ]),
  );
}

describe('the verification of exported records', () => {
  let sample: SampleTrails;
  let keys: PublicKeys;
  before(async () => {
    sample = await makeSampleTrails(RECORDS, CHECKPOINTS);
    keys = byThumbprint([createPublicKey({ key: sample.key.publicJwk as never, format: 'jwk' })]);
  });

  async function verify({ lines, checkpoints }: Copy, encoding: 'utf8' | 'latin1'): Promise<Verification> {
    const verifier = new Verifier({
      checkpoints: checkpointLines(checkpoints.join('\n'), 'checkpoints'),
      keys,
    });
    for (const trail of TRAILS) {
      const text = (lines[trail] as string[]).map((line) => `${line}\n`).join('');
      await verifier.read([Buffer.from(text, encoding)], `${trail}.ndjson`);
    }
    return verifier.end();
  }
  const copyOf = ({ lines, checkpoints }: SampleTrails): Copy => ({
    lines: Object.fromEntries(Object.entries(lines).map(([trail, each]) => [trail, [...each]])),
    checkpoints: [...checkpoints],
  });

  it('finds no fault in unchanged files', async () => {
    const { faults, chains } = await verify(copyOf(sample), 'utf8');
    assert.deepEqual(faults, []);
    assert.deepEqual(
      chains.map(({ records, fixedThrough, checkpoints }) => [records, fixedThrough, checkpoints]),
      TRAILS.map(() => [RECORDS, RECORDS, CHECKPOINTS]),
    );
  });

  it('finds no fault in files with other whitespace and member order', async () => {
    const copy = copyOf(sample);
    for (const trail of TRAILS) {
      copy.lines[trail] = (copy.lines[trail] as string[]).map((line) => {
        const { id, hash: digest, ...rest } = parse(line);
        return JSON.stringify({ hash: digest, ...rest, id }, null, ' ').replaceAll('\n', ' ');
      });
    }
    assert.deepEqual((await verify(copy, 'utf8')).faults, []);
  });

  const names = Object.keys(WAYS);
  it(`finds a fault in each of ${TAMPERINGS} cases of tampering`, async () => {
    for (let seed = 0; seed < TAMPERINGS; seed += 1) {
      const name = names[seed % names.length] as string;
      const copy = copyOf(sample);
      (WAYS[name] as (copy: Copy, dice: Dice) => void)(copy, new Dice(seed));
      const { faultCount } = await verify(copy, name === 'edit a byte' ? 'latin1' : 'utf8');
      assert.ok(faultCount > 0, `${name}, seed ${seed}`);
    }
  });
});

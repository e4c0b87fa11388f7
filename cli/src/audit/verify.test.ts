/** `charter audit verify` with files, checkpoints and keys, and its output. */
import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { canonicalJson } from '../../../sdk/src/audit/canonical-json.ts';
import { canonicalJson as serverCanonicalJson } from '../../../server/src/engine/audit/chain.ts';
import { makeSampleTrails, type SampleTrails, TRAILS } from '../../../server/test/sample-trails.ts';
import { charter } from '../run-charter.ts';
import { byThumbprint, type Checkpoint, genesisCheckpointHash, parseSignedLine } from './checkpoints.ts';
import { lastSequences } from './last-sequences.ts';

const readCheckpoint = (line: string): Checkpoint => parseSignedLine(line) as Checkpoint;

const RECORDS = 12;

const thumbprintOf = (key: KeyObject): string => [...byThumbprint([key]).keys()][0] as string;

describe('charter audit verify', () => {
  let folder: string;
  let sample: SampleTrails;
  let all: string;
  let checkpoints: string;

  const file = (name: string) => join(folder, name);
  const write = async (name: string, lines: readonly string[]): Promise<string> => {
    await writeFile(file(name), lines.map((line) => `${line}\n`).join(''));
    return file(name);
  };
  const verify = (...args: string[]) => charter(['audit', 'verify', ...args], { CHARTER_TOKEN: '' });

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'charter-audit-'));
    sample = await makeSampleTrails(RECORDS, 3);
    all = await write('all.ndjson', Object.values(sample.lines).flat());
    checkpoints = file('checkpoints');
    await mkdir(checkpoints);
    await write('checkpoints/checkpoints-2026-11-20.ndjson', sample.checkpoints.slice(0, 2));
    await write('checkpoints/checkpoints-2026-11-21.ndjson', sample.checkpoints.slice(2));
    const { publicJwk } = sample.key;
    await writeFile(file(`checkpoints/public-key-${publicJwk.kid}.json`), JSON.stringify(publicJwk));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('passes unchanged records that are signed to their end', async () => {
    const { code, stdout, stderr } = await verify(all, '--checkpoints', checkpoints);
    assert.equal(code, 0, stderr);
    assert.equal(stdout.match(/to the end/g)?.length, TRAILS.length);
    assert.match(stdout, /contoso\/é +teams +12 +1 +12 +to the end/);
    assert.match(
      stderr,
      /Every record is as it was written, proven by checkpoints through 2026-11-21T08:02:00.000Z\.$/m,
    );
  });

  it('reads keys as PEM, JWK and JWK Set', async () => {
    const { publicJwk } = sample.key;
    const pem = createPublicKey({ key: publicJwk as never, format: 'jwk' }).export({
      type: 'spki',
      format: 'pem',
    });
    const texts = {
      pem: String(pem),
      jwk: JSON.stringify(publicJwk),
      set: `{"keys":[${JSON.stringify(publicJwk)}]}`,
    };
    for (const [name, text] of Object.entries(texts)) {
      await writeFile(file(name), text);
      const { code, stdout, stderr } = await verify(
        all,
        '--checkpoints',
        checkpoints,
        '--public-key',
        file(name),
      );
      assert.equal(code, 0, stderr);
      assert.match(stdout, /to the end/);
    }
  });

  it('rejects a checkpoint that is hidden in a line of a log', async () => {
    const [first, second, last] = sample.checkpoints as [string, string, string];
    const key = join(checkpoints, `public-key-${sample.key.keyId}.json`);
    for (const hidden of [
      last.replace('{', '{"level":30,'),
      JSON.stringify({ level: 30, checkpoint: last }),
    ]) {
      const log = await write('log.ndjson', [first, second, hidden]);
      const { code, stderr } = await verify(all, '--checkpoints', log, '--public-key', key);
      assert.equal(code, 1);
      assert.match(stderr, /Line 3 of .*log\.ndjson is not a checkpoint/);
    }
  });

  it('accepts consecutive exports in order', async () => {
    const parts = [0, 5].map((start, index) =>
      Object.values(sample.lines).flatMap((lines) => lines.slice(start, index === 0 ? 5 : undefined)),
    );
    const files = [await write('one.ndjson', parts[0] ?? []), await write('two.ndjson', parts[1] ?? [])];
    const good = await verify(...files, '--checkpoints', checkpoints);
    assert.equal(good.code, 0, good.stderr);
    assert.deepEqual(new Set((await lastSequences([files[0] as string])).values()), new Set([5]));
    const reversed = await verify(...files.toReversed());
    assert.equal(reversed.code, 1);
    assert.match(reversed.stderr, /records 1 to 5 are missing/);
  });

  it('names edited, removed, moved and truncated records', async () => {
    const lines = sample.lines.teams as string[];
    const edited = lines.with(3, (lines[3] as string).replace('person-3', 'person-4'));
    const swapped = lines.with(3, lines[4] as string).with(4, lines[3] as string);
    const cases: [string, readonly string[], RegExp][] = [
      ['edited', edited, /Record 4 in teams of contoso\/é does not match its hash/],
      ['dropped', lines.toSpliced(5, 2), /Record 8 .* stands where records 6 to 7 should: they are missing/],
      ['swapped', swapped, /Record 4 .* stands behind record 5: it was moved or repeated/],
      ['cut', lines.slice(0, 9), /Record 9 .* is the last one, but the checkpoint of .* has signed 12/],
      ['headless', lines.slice(1), /Record 2 .* is the first one: record 1 is missing/],
      ['spoiled', lines.with(2, 'not JSON'), /Line 3 of .* is not a record of an audit trail/],
      ['empty', [], /The files contain no records of an audit trail/],
    ];
    for (const [name, changed, says] of cases) {
      const path = await write(`${name}.ndjson`, changed);
      const { code, stderr } = await verify(path, '--trail', 'teams', '--checkpoints', checkpoints);
      assert.equal(code, 1, name);
      assert.match(stderr, says);
    }
  });

  it('prints the report as JSON with --json', async () => {
    const lines = sample.lines.teams as string[];
    const path = await write('script.ndjson', lines.toSpliced(2, 1));
    const { code, stdout } = await verify(path, '--json');
    assert.equal(code, 1);
    const { intact, faultCount, faults, chains } = JSON.parse(stdout);
    assert.deepEqual([intact, faultCount, faults[0].sequence], [false, 1, 4]);
    assert.deepEqual([chains[0].records, chains[0].last, chains[0].fixedThrough], [RECORDS - 1, RECORDS, 0]);
  });

  it('reports a missing trail that checkpoints cover, unless other trails are chosen', async () => {
    const path = await write(
      'two-trails.ndjson',
      [sample.lines.teams, sample.lines.catalog].flat() as string[],
    );
    const missing = await verify(path, '--checkpoints', checkpoints);
    assert.equal(missing.code, 1);
    assert.match(missing.stderr, /The trail security of contoso\/é is missing/);
    assert.equal((await verify(path, '--checkpoints', checkpoints, '--trail', 'teams', 'catalog')).code, 0);
  });

  it('warns that the end is unproven without checkpoints', async () => {
    const { code, stdout, stderr } = await verify(all);
    assert.equal(code, 0);
    assert.match(stdout, /no checkpoint/);
    assert.match(stderr, /verify cannot detect a cut end, or a complete rewrite/);
    assert.doesNotMatch(stderr, /as it was written/);
  });

  it('rejects checkpoints that were changed or signed with another key', async () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const { signature, ...said } = readCheckpoint(sample.checkpoints[2] as string);
    const text = Buffer.from(`charter audit checkpoint\n${canonicalJson({ ...said, keyId: 'stranger' })}`);
    const strange = {
      ...said,
      keyId: 'stranger',
      signature: sign(null, text, privateKey).toString('base64url'),
    };
    const key = join(checkpoints, `public-key-${sample.key.keyId}.json`);
    const stranger = await write('stranger.ndjson', [canonicalJson(strange)]);
    const unknown = await verify(all, '--checkpoints', stranger, '--public-key', key);
    assert.equal(unknown.code, 1);
    assert.match(unknown.stderr, /1 checkpoint is signed with the key stranger, .* also the retired ones/);
    const changed = await write('changed.ndjson', [
      canonicalJson({ ...said, time: '2030-01-01T00:00:00Z', signature }),
    ]);
    const bad = await verify(all, '--checkpoints', changed, '--public-key', key);
    assert.equal(bad.code, 1);
    assert.match(bad.stderr, /has a wrong signature/);
    const spoiled = await write('spoiled-checkpoints.ndjson', [
      (sample.checkpoints[0] as string).slice(0, -9),
    ]);
    const broken = await verify(all, '--checkpoints', spoiled, '--public-key', key);
    assert.equal(broken.code, 1);
    assert.match(broken.stderr, /Line 1 of .* is not a checkpoint/);
  });

  it('reports checkpoints whose key is missing, because they could hide a removed end', async () => {
    const respelled = sample.checkpoints.map((line, index) => {
      const checkpoint = readCheckpoint(line);
      return canonicalJson(index === 0 ? checkpoint : { ...checkpoint, keyId: `${checkpoint.keyId}x` });
    });
    const places = await write('respelled.ndjson', respelled);
    const cut = await write(
      'cut-to-the-first.ndjson',
      Object.values(sample.lines).flatMap((lines) => lines.slice(0, RECORDS / 3)),
    );
    const key = join(checkpoints, `public-key-${sample.key.keyId}.json`);
    const { code, stderr } = await verify(cut, '--checkpoints', places, '--public-key', key);
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`2 checkpoints are signed with the key ${sample.key.keyId}x`));
    assert.match(stderr, /not proven/);
  });

  it('rejects the records of one tenant with the checkpoints of another', async () => {
    const of = (tenant: string) =>
      sample.checkpoints.map((line) => canonicalJson({ ...readCheckpoint(line), tenant }));
    const key = join(checkpoints, `public-key-${sample.key.keyId}.json`);
    const { signature: _, ...said } = readCheckpoint(sample.checkpoints[0] as string);
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const previous = genesisCheckpointHash('fabrikam');
    const signed = { ...said, previous, tenant: 'fabrikam', keyId: thumbprintOf(publicKey) };
    const text = Buffer.from(`charter audit checkpoint\n${canonicalJson(signed)}`);
    const theirs = canonicalJson({
      ...signed,
      signature: sign(null, text, privateKey).toString('base64url'),
    });
    const theirKey = file('their-key.pem');
    await writeFile(theirKey, publicKey.export({ type: 'spki', format: 'pem' }));
    const others = await write('others.ndjson', [theirs]);
    const unrelated = await verify(all, '--checkpoints', others, '--public-key', theirKey);
    assert.equal(unrelated.code, 1);
    assert.match(unrelated.stderr, /No valid checkpoint covers the tenant contoso\/é/);
    const both = await write('both.ndjson', [theirs, ...sample.checkpoints]);
    const passed = await verify(all, '--checkpoints', both, '--public-key', key, theirKey);
    assert.equal(passed.code, 0, passed.stderr);
    assert.match(passed.stderr, /also cover the tenant fabrikam/);
    const renamed = await write('renamed.ndjson', of('fabrikam'));
    assert.match(
      (await verify(all, '--checkpoints', renamed, '--public-key', key)).stderr,
      /has a wrong signature/,
    );
  });

  it('accepts a file with a byte order mark and CRLF, and reports a truncated file', async () => {
    const text = Object.values(sample.lines).flat().join('\n');
    await writeFile(file('marked.ndjson'), `\ufeff${text.replaceAll('\n', '\r\n')}`);
    const marked = await verify(file('marked.ndjson'), '--checkpoints', checkpoints);
    assert.equal(marked.code, 0, marked.stderr);
    assert.match(marked.stderr, /marked\.ndjson begins with a byte order mark/);
    assert.deepEqual(
      [...(await lastSequences([file('marked.ndjson')])).values()],
      [RECORDS, RECORDS, RECORDS],
    );
    for (const bytes of [1, 40, 300]) {
      await writeFile(file('broken-off.ndjson'), text.slice(0, -bytes));
      const { code, stderr } = await verify(file('broken-off.ndjson'));
      assert.equal(code, 1);
      assert.match(stderr, /broken-off\.ndjson is truncated in its last line, 36/);
      assert.doesNotMatch(stderr, /does not match its hash/);
    }
  });

  it('reports the time through which records are proven, and the number of later records', async () => {
    const early = await write('early.ndjson', sample.checkpoints.slice(0, 2));
    const key = join(checkpoints, `public-key-${sample.key.keyId}.json`);
    const given = [all, '--checkpoints', early, '--public-key', key];
    const { code, stderr } = await verify(...given);
    assert.equal(code, 0, stderr);
    assert.match(
      stderr,
      /proven by checkpoints through 2026-11-21T08:01:00.000Z. Not proven yet: 12 records/,
    );
    const { provenThrough, unproven } = JSON.parse((await verify(...given, '--json')).stdout);
    assert.deepEqual([provenThrough, unproven], ['2026-11-21T08:01:00.000Z', 12]);
    assert.equal((await verify(...given, '--retention-days', 'many')).code, 2);
  });

  it('exits with 2 for a missing file and for an unusable public key', async () => {
    assert.equal((await verify(file('absent.ndjson'))).code, 2);
    assert.equal((await verify(all, '--checkpoints', file('absent'))).code, 2);
    const bad = await write('bad-key', ['{"kty":"RSA"}']);
    const { code, stderr } = await verify(all, '--checkpoints', checkpoints, '--public-key', bad);
    assert.equal(code, 2);
    assert.match(stderr, /cannot be used as a public key/);
  });

  it('writes canonical JSON as the service does', () => {
    const values = [
      { b: 1, a: [1e21, -0, 0.1, 1e-7], é: 'x', '\u{1f600}': null, '\ufb33': '\u2028"\\\n' },
      { z: undefined, a: { d: true, c: [] } },
      'text',
      null,
    ];
    for (const value of values) assert.equal(canonicalJson(value), serverCanonicalJson(value));
    // The example of RFC 8785, 3.2.3.
    const names = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew',
      '1': 'One',
      '\u{1f600}': 'Emoji',
      '\u0080': 'Control',
      ö: 'Latin',
    };
    assert.deepEqual(
      [...canonicalJson(names).matchAll(/:"(.*?)"/g)].map(([, value]) => value),
      ['Carriage Return', 'One', 'Control', 'Latin', 'Euro Sign', 'Emoji', 'Hebrew'],
    );
  });
});

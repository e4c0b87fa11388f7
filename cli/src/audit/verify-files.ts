/** Exported files against their own hashes and against signed checkpoints; offline, in one pass. */
import {
  type Checkpoint,
  type FixedPlace,
  fixedPlaces,
  judgeSignature,
  type PublicKeys,
  type TenantCheckpoint,
  tenantCheckpoint,
} from './checkpoints.ts';
import { sourceOf, tenantOf, trailOf } from './cloud-event.ts';
import { isJson, nameOf, readLine } from './line.ts';
import { type Chunks, chunksOf, eachLine, hasByteOrderMark, withoutByteOrderMark } from './lines.ts';
import { type ChainSummary, ChainVerifier, type Fault } from './verify-chain.ts';

export interface Verification {
  chains: ChainSummary[];
  /** The first ones; `faultCount` is of all. */
  faults: Fault[];
  faultCount: number;
  /** Keys that checkpoints are signed with and that are not among the given ones; each is a fault as well. */
  unknownKeys: string[];
  /** Tenants that checkpoints speak of, and no file. */
  absentTenants: string[];
  /**
   * Time of the last checkpoint: what was recorded until then is proven, where there are no faults. With several
   * tenants the earliest of their last ones. Null without checkpoints of the tenants.
   */
  provenThrough: string | null;
  /** Records behind the last places that checkpoints speak of. */
  unproven: number;
  /** Files that begin with a byte order mark, which another tool has put there and which is passed over. */
  marked: string[];
}

export interface VerifyOptions {
  checkpoints?: readonly Checkpoint[];
  keys?: PublicKeys;
  /** Only these trails, by code; else every one that the files or the checkpoints speak of. */
  trails?: readonly string[];
  /** Records had to be kept for so many days: a removal that went further is a fault. */
  retentionDays?: number | undefined;
}

/** Where a line stands. */
interface Place {
  /** Of its file. */
  name: string;
  number: number;
  /** Whether a line feed follows. */
  isEnded: boolean;
}

/** Names the tenant of a chain as its source does. */
const ownerOf = (source: string): string => source.split('/')[2] ?? '';

function addTo<Item>(groups: Map<string, Item[]>, key: string, item: Item): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [item]);
  else group.push(item);
}

const MOST_FAULTS = 100;
export class Verifier {
  readonly #chains = new Map<string, ChainVerifier>();
  readonly #fixed = new Map<string, FixedPlace[]>();
  readonly #faults: Fault[] = [];
  readonly #marked: string[] = [];
  /** How many checkpoints each of them has signed. */
  readonly #unknownKeys = new Map<string, number>();
  readonly #trails: ReadonlySet<string> | undefined;
  readonly #retentionDays: number | undefined;
  /** By the tenant as sources name it, oldest first; undefined when no checkpoints were given at all. */
  readonly #witnesses: Map<string, TenantCheckpoint[]> | undefined;
  #faultCount = 0;

  constructor({ checkpoints = [], keys = new Map(), trails, retentionDays }: VerifyOptions = {}) {
    this.#trails = trails && new Set(trails);
    this.#retentionDays = retentionDays;
    this.#witnesses = checkpoints.length > 0 ? new Map() : undefined;
    for (const checkpoint of checkpoints) this.#take(checkpoint, keys);
    for (const each of this.#witnesses?.values() ?? []) each.sort((one, other) => one.at - other.at);
    for (const [key, count] of this.#unknownKeys) this.#reportUnknownKey(key, count);
  }

  /** Whoever spoils the name of a key would otherwise take the checkpoint away without a trace. */
  #reportUnknownKey(key: string, count: number): void {
    const which = count === 1 ? '1 checkpoint is' : `${count} checkpoints are`;
    this.#report({
      kind: 'unproven',
      message: `${which} signed with the key ${key}, which is not among the public keys. Give all of them, also the retired ones (charter audit keys): without its key a checkpoint can have been changed.`,
    });
  }

  #take(checkpoint: Checkpoint, keys: PublicKeys): void {
    const verdict = judgeSignature(checkpoint, keys);
    if (verdict === 'unknown') {
      this.#unknownKeys.set(checkpoint.keyId, (this.#unknownKeys.get(checkpoint.keyId) ?? 0) + 1);
    }
    if (verdict === 'bad') {
      const { tenant, time } = checkpoint;
      this.#report({
        kind: 'altered',
        message: `The checkpoint of ${tenant} of ${time} has a wrong signature: it was changed.`,
      });
    }
    if (verdict !== 'good') return;
    const owner = ownerOf(sourceOf(checkpoint.tenant, ''));
    if (this.#witnesses) addTo(this.#witnesses, owner, tenantCheckpoint(checkpoint));
    for (const [source, place] of fixedPlaces(checkpoint)) {
      if (this.#isWanted(source)) addTo(this.#fixed, source, place);
    }
  }

  #isWanted(source: string): boolean {
    return this.#trails === undefined || this.#trails.has(trailOf(source));
  }

  #report(fault: Fault): void {
    this.#faultCount += 1;
    if (this.#faults.length < MOST_FAULTS) this.#faults.push(fault);
  }

  /** Records of one file, in its order. `name` is for what is said of it. */
  async read(chunks: Chunks, name: string): Promise<void> {
    let number = 0;
    await eachLine(chunks, (bytes, isEnded) => {
      number += 1;
      if (number === 1 && hasByteOrderMark(bytes)) this.#marked.push(name);
      this.#readLine(number === 1 ? withoutByteOrderMark(bytes) : bytes, { name, number, isEnded });
    });
  }

  #readLine(bytes: Buffer, { name, number, isEnded }: Place): void {
    if (bytes.length === 0) return;
    if (!isEnded && !isJson(bytes)) {
      const message = `${name} breaks off in the middle of its last line, ${number}: the end of the file is missing.`;
      this.#report({ kind: 'altered', message });
      return;
    }
    const line = readLine(bytes);
    if (line === undefined) {
      this.#report({ kind: 'altered', message: `Line ${number} of ${name} is no record of an audit trail.` });
      return;
    }
    if (!this.#isWanted(line.source)) return;
    this.#chainOf(line.source).add(line);
  }

  #chainOf(source: string): ChainVerifier {
    let chain = this.#chains.get(source);
    if (chain === undefined) {
      const evidence = {
        fixed: this.#fixed.get(source) ?? [],
        checkpoints: this.#witnesses?.get(ownerOf(source)),
        retentionDays: this.#retentionDays,
      };
      chain = new ChainVerifier(source, evidence, (fault) => this.#report(fault));
      this.#chains.set(source, chain);
    }
    return chain;
  }

  /** After the last file. */
  end(): Verification {
    const chains = [...this.#chains.values()].map((chain) => chain.end());
    this.#findMissingTrails();
    this.#findUnknownTenants();
    if (this.#chains.size === 0)
      this.#report({ kind: 'altered', message: 'There is no record of an audit trail to verify.' });
    return {
      chains,
      faults: this.#faults,
      faultCount: this.#faultCount,
      unknownKeys: [...this.#unknownKeys.keys()],
      absentTenants: this.#absentTenants(),
      provenThrough: this.#provenThrough(),
      unproven: chains.reduce((sum, { unproven }) => sum + unproven, 0),
      marked: this.#marked,
    };
  }

  #provenThrough(): string | null {
    const last = [...this.#chains.keys()].map((source) => this.#witnesses?.get(ownerOf(source))?.at(-1));
    const known = last.filter((checkpoint) => checkpoint !== undefined);
    if (known.length < last.length || known.length === 0) return null;
    return known.reduce((one, other) => (other.at < one.at ? other : one)).time;
  }

  /** Whoever names another tenant would otherwise pass with records that nothing proves. */
  #findUnknownTenants(): void {
    if (this.#witnesses === undefined) return;
    const tenants = new Map([...this.#chains.keys()].map((source) => [ownerOf(source), tenantOf(source)]));
    for (const [owner, tenant] of tenants) {
      if (this.#witnesses.has(owner)) continue;
      this.#report({
        kind: 'unproven',
        message: `None of the checkpoints that could be verified speaks of the tenant ${tenant}: nothing proves its records.`,
      });
    }
  }

  #absentTenants(): string[] {
    const present = new Set([...this.#chains.keys()].map(tenantOf));
    return [...new Set([...this.#fixed.keys()].map(tenantOf))].filter((tenant) => !present.has(tenant));
  }

  /** A trail of these tenants that a checkpoint speaks of, and no file. */
  #findMissingTrails(): void {
    const tenants = new Set([...this.#chains.keys()].map(tenantOf));
    for (const source of this.#fixed.keys()) {
      if (this.#chains.has(source) || !tenants.has(tenantOf(source))) continue;
      this.#report({
        kind: 'altered',
        source,
        message: `The trail ${nameOf(source)} is missing, and checkpoints speak of it. Export it too, or name the trails to verify.`,
      });
    }
  }
}

/** @throws Error of the file system */
export async function verifyFiles(paths: readonly string[], options: VerifyOptions): Promise<Verification> {
  const verifier = new Verifier(options);
  for (const path of paths) await verifier.read(chunksOf(path), path);
  return verifier.end();
}

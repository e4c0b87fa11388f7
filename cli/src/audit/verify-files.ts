/** Verifies exported files by their hashes and signed checkpoints; offline, in one pass. */

import { auditSourceOf, tenantOfSource, trailOfSource } from '@charter/sdk';
import type { Gap, PublicKeys } from './checkpoints.ts';
import type { Fault } from './faults.ts';
import { type AcceptedGaps, gapsOf, isAccepted, periodOf, reasonText } from './gaps.ts';
import { chainName, isJson, readLine } from './line.ts';
import { type Chunks, chunksOf, eachLine, hasByteOrderMark, withoutByteOrderMark } from './lines.ts';
import type { Loss } from './losses.ts';
import { type ChainSummary, ChainVerifier } from './verify-chain.ts';
import { type CheckpointLine, type SignedLines, verifyCheckpoints } from './verify-checkpoints.ts';

export interface Verification {
  chains: ChainSummary[];
  /** The first 100 faults; `faultCount` counts all. */
  faults: Fault[];
  faultCount: number;
  /** Tenants with checkpoints but without records in the files. */
  absentTenants: string[];
  /**
   * Time of the last checkpoint: records until this time are proven, except for the faults. With several tenants, it
   * is the earliest of their last checkpoints. Null when one of the tenants has no checkpoint.
   */
  provenThrough: string | null;
  /** Number of records after the last signed records of their chains. */
  unproven: number;
  /** Number of people whose texts in the records have been erased. */
  erasedPeople: number;
  /** Files with a byte order mark, which is ignored. */
  marked: string[];
  /** Gaps in which no node checked the tenants of the files; the accepted ones included. */
  gaps: (Gap & { tenant: string })[];
}

export interface VerifyOptions {
  checkpoints?: readonly CheckpointLine[];
  keys?: PublicKeys;
  /** Codes of the trails to verify; default: all in the files or checkpoints. */
  trails?: readonly string[] | undefined;
  /** Retention in days; a pruning of younger records is a fault. */
  retentionDays?: number | undefined;
  /** Records until this time must be proven; ISO 8601. */
  through?: string | undefined;
  /** Gaps that do not count as faults; default: none. */
  acceptedGaps?: AcceptedGaps | undefined;
  /** Periods whose commits were lost; default: none. */
  acceptedLosses?: readonly Loss[] | undefined;
}

const NOTHING_SIGNED: SignedLines = { checkpoints: [], observations: [], losses: [] };

/** Position of a line, for messages. */
interface Place {
  name: string;
  number: number;
  /** Whether a line feed follows. */
  isEnded: boolean;
}

const MAX_FAULTS = 100;
/** Checkpoints are due each hour, with a tolerance of five minutes. */
const LONGEST_SILENCE = 65 * 60 * 1000;

export class Verifier {
  readonly #chains = new Map<string, ChainVerifier>();
  /** The chain of the last line. The next line usually belongs to it too, so its source is rarely parsed. */
  #chain: ChainVerifier | undefined;
  readonly #faults: Fault[] = [];
  readonly #marked: string[] = [];
  readonly #options: VerifyOptions;
  readonly #hasCheckpoints: boolean;
  /** The signed lines by tenant. */
  readonly #signed: ReadonlyMap<string, SignedLines>;
  #faultCount = 0;
  #erasedPeople = 0;

  constructor(options: VerifyOptions = {}) {
    const { checkpoints = [], keys = new Map(), acceptedLosses = [] } = options;
    this.#options = options;
    this.#hasCheckpoints = checkpoints.length > 0;
    this.#signed = verifyCheckpoints(checkpoints, keys, acceptedLosses, this.#report);
  }

  readonly #report = (fault: Fault): void => {
    this.#faultCount += 1;
    if (this.#faults.length < MAX_FAULTS) this.#faults.push(fault);
  };

  #isWanted(trail: string): boolean {
    return this.#options.trails?.includes(trail) ?? true;
  }

  /** Verifies the records of one file in order. `name` is for messages. */
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
      const message = `${name} is truncated in its last line, ${number}: the end of the file is missing.`;
      this.#report({ kind: 'altered', message });
      return;
    }
    const line = readLine(bytes);
    if (line === undefined) {
      this.#report({
        kind: 'altered',
        message: `Line ${number} of ${name} is not a record of an audit trail.`,
      });
      return;
    }
    if (this.#chain?.source !== line.source) this.#chain = this.#chainOf(line.source);
    this.#chain?.add(line);
    if (line.isErasure) this.#erasedPeople += 1;
  }

  #signedOf(tenant: string): SignedLines {
    return this.#signed.get(tenant) ?? NOTHING_SIGNED;
  }

  /** Returns undefined for a trail that is not verified. */
  #chainOf(source: string): ChainVerifier | undefined {
    const known = this.#chains.get(source);
    if (known !== undefined || !this.#isWanted(trailOfSource(source))) return known;
    const signed = this.#signedOf(tenantOfSource(source));
    const evidence = { signed, retentionDays: this.#options.retentionDays };
    const chain = new ChainVerifier(source, evidence, this.#report);
    this.#chains.set(source, chain);
    return chain;
  }

  /** Returns the result for all files. Call this after the last file. */
  end(): Verification {
    const chains = [...this.#chains.values()].map((chain) => chain.end());
    const tenants = new Set([...this.#chains.keys()].map(tenantOfSource));
    const gaps = [...tenants].flatMap((tenant) => this.#verifyTenant(tenant));
    if (chains.length === 0) {
      this.#report({ kind: 'altered', message: 'The files contain no records of an audit trail.' });
    }
    return {
      chains,
      faults: this.#faults,
      faultCount: this.#faultCount,
      absentTenants: [...this.#signed.keys()].filter((tenant) => !tenants.has(tenant)),
      provenThrough: this.#provenThrough(tenants),
      unproven: chains.reduce((sum, { unproven }) => sum + unproven, 0),
      erasedPeople: this.#erasedPeople,
      marked: this.#marked,
      gaps,
    };
  }

  #provenThrough(tenants: ReadonlySet<string>): string | null {
    const times = [...tenants].map((tenant) => this.#signedOf(tenant).checkpoints.at(-1)?.time ?? '');
    return times.sort()[0] || null;
  }

  /** Reports the gaps that are not accepted, and returns all gaps. */
  #verifyGaps(tenant: string): (Gap & { tenant: string })[] {
    const gaps = gapsOf(this.#signedOf(tenant).checkpoints);
    for (const gap of gaps) {
      if (isAccepted(gap, this.#options.acceptedGaps ?? [])) continue;
      const message = `${periodOf(gap)} no node checked the trails of ${tenant}. ${reasonText(gap)} Somebody could have removed records of that time unnoticed. Compare the gap with your own log of outages, and accept it with --accept-gap ${gap.since}.`;
      this.#report({ kind: 'unproven', message });
    }
    return gaps.map((gap) => ({ ...gap, tenant }));
  }

  /** Verifies what concerns all trails of a tenant, and returns its gaps. */
  #verifyTenant(tenant: string): (Gap & { tenant: string })[] {
    const { checkpoints, observations } = this.#signedOf(tenant);
    const last = checkpoints.at(-1);
    // Without this check, records that name another tenant would pass without proof.
    if (this.#hasCheckpoints && last === undefined) {
      const message = `No valid checkpoint covers the tenant ${tenant}: nothing proves its records.`;
      this.#report({ kind: 'unproven', message });
    }
    const { through } = this.#options;
    if (through !== undefined && !(Date.parse(last?.time ?? '') + LONGEST_SILENCE >= Date.parse(through))) {
      const known = last === undefined ? 'There is no checkpoint' : `The last checkpoint is of ${last.time}`;
      const message = `The records of ${tenant} are not proven through ${through}. ${known}, and one is due each hour.`;
      this.#report({ kind: 'unproven', message });
    }
    for (const trail of new Set(
      [...checkpoints, ...observations].flatMap(({ heads }) => Object.keys(heads)),
    )) {
      const source = auditSourceOf(tenant, trail);
      if (this.#chains.has(source) || !this.#isWanted(trail)) continue;
      const message = `The trail ${chainName(source)} is missing, but checkpoints cover it. Export it too, or choose the trails to verify with --trail.`;
      this.#report({ kind: 'altered', source, message });
    }
    return this.#verifyGaps(tenant);
  }
}

/** @throws Error when a file can't be read, or has a line that is longer than any record */
export async function verifyFiles(paths: readonly string[], options: VerifyOptions): Promise<Verification> {
  const verifier = new Verifier(options);
  for (const path of paths) await verifier.read(chunksOf(path), path);
  return verifier.end();
}

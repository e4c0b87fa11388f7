/** Verifies checkpoints and observations: signatures, numbers and links. */
import { groupBy } from '../collections.ts';
import {
  type Checkpoint,
  genesisCheckpointHash,
  hashOf,
  judgeSignature,
  type Observation,
  type PublicKeys,
  parseSignedLine,
} from './checkpoints.ts';
import type { ReportFault } from './faults.ts';
import { isLost, type Loss } from './losses.ts';

/** A line of a checkpoint file. */
export interface CheckpointLine {
  text: string;
  /** Line number and file, for messages. */
  place: string;
}

export const checkpointLines = (text: string, file: string): CheckpointLine[] =>
  text
    .split('\n')
    .map((line, index) => ({ text: line.replace(/\r$/, ''), place: `Line ${index + 1} of ${file}` }))
    .filter((line) => line.text !== '');

/** Returns the lines with a valid signature, and reports the other ones. */
function signedOnes(
  lines: readonly CheckpointLine[],
  keys: PublicKeys,
  report: ReportFault,
): (Checkpoint | Observation)[] {
  const signed: (Checkpoint | Observation)[] = [];
  const unknownKeys = new Map<string, number>();
  for (const { text, place } of lines) {
    let line: Checkpoint | Observation;
    try {
      line = parseSignedLine(text);
    } catch (error) {
      report({ kind: 'altered', message: `${place} is not a checkpoint: ${(error as Error).message}.` });
      continue;
    }
    const { tenant, keyId } = line;
    const time = 'observed' in line ? line.observed : line.time;
    const verdict = judgeSignature(line, keys);
    if (verdict === 'good') signed.push(line);
    else if (verdict === 'unknown') unknownKeys.set(keyId, (unknownKeys.get(keyId) ?? 0) + 1);
    else {
      const message = `The checkpoint of ${tenant} of ${time} has a wrong signature: the checkpoint was changed.`;
      report({ kind: 'altered', message });
    }
  }
  for (const [key, count] of unknownKeys) {
    const which = count === 1 ? '1 checkpoint is' : `${count} checkpoints are`;
    report({
      kind: 'unproven',
      message: `${which} signed with the key ${key}, which is not among the public keys. Give all public keys, also the retired ones (charter audit keys).`,
    });
  }
  return signed;
}

const missing = (tenant: string, first: number, last: number): string =>
  first === last
    ? `Checkpoint ${first} of ${tenant} is missing`
    : `Checkpoints ${first} to ${last} of ${tenant} are missing`;

/**
 * Reports missing and duplicate checkpoints of a tenant, and those that do not continue an earlier one. After an
 * accepted loss, the numbers of lost checkpoints may be reused.
 */
function compareNeighbours(
  tenant: string,
  sorted: readonly Checkpoint[],
  losses: readonly Loss[],
  report: ReportFault,
): void {
  let number = 0;
  let stands = false;
  const hashes = new Map([[0, [genesisCheckpointHash(tenant)]]]);
  for (const checkpoint of sorted) {
    const isKept = !isLost(checkpoint.time, losses);
    const follows = hashes.get(checkpoint.number - 1)?.includes(checkpoint.previous) ?? false;
    if (checkpoint.number === number && stands && isKept) {
      const message = `Two different checkpoints of ${tenant} have the number ${number}: one of them was signed after the other was removed.`;
      report({ kind: 'altered', message });
    } else if (checkpoint.number > number + 1) {
      const which = missing(tenant, number + 1, checkpoint.number - 1);
      const message = `${which}: give the files of all nodes and days. If you have given all files, the checkpoints were removed.`;
      report({ kind: 'unproven', message });
    } else if (!follows) {
      const message = `Checkpoint ${checkpoint.number} of ${tenant} does not follow the one before it: that one was replaced.`;
      report({ kind: 'altered', message });
    }
    stands = isKept || (stands && checkpoint.number === number);
    number = checkpoint.number;
    hashes.set(number, [...(hashes.get(number) ?? []), hashOf(checkpoint)]);
  }
}

/** The signed lines about one tenant. */
export interface SignedLines {
  /** Ordered by number. */
  checkpoints: Checkpoint[];
  observations: Observation[];
  /** Accepted losses. Signatures of these periods are not compared with records. */
  losses: readonly Loss[];
}

/** Returns the valid lines by tenant. */
export function verifyCheckpoints(
  lines: readonly CheckpointLine[],
  keys: PublicKeys,
  losses: readonly Loss[],
  report: ReportFault,
): Map<string, SignedLines> {
  // The folders of two nodes may hold the same line.
  const distinct = [...new Map(lines.map((line) => [line.text, line])).values()];
  const byTenant = new Map<string, SignedLines>();
  for (const [tenant, signed] of groupBy(signedOnes(distinct, keys, report), (line) => line.tenant)) {
    const observations = signed.filter(
      (line): line is Observation => 'observed' in line && !isLost(line.observed, losses),
    );
    const checkpoints = signed
      .filter((line) => 'number' in line)
      .sort((one, other) => one.number - other.number);
    compareNeighbours(tenant, checkpoints, losses, report);
    const compared = checkpoints.map((line) => (isLost(line.time, losses) ? { ...line, heads: {} } : line));
    byTenant.set(tenant, { checkpoints: compared, observations, losses });
  }
  return byTenant;
}

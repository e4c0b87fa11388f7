import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { tenantOfSource, trailOfSource } from '@charter/sdk';
import type { Command } from 'commander';
import { addOutputOptions } from '../api-command.ts';
import { CommandFailure, EXIT, usage } from '../exit-codes.ts';
import { createOutput, type Output, type OutputOptions } from '../output.ts';
import { dateTime, readText, wholeNumber } from '../values.ts';
import { byThumbprint, readPublicKeys } from './checkpoints.ts';
import { type AcceptedGaps, isAccepted, periodOf, reasonText } from './gaps.ts';
import { type Loss, readLoss } from './losses.ts';
import type { ChainSummary } from './verify-chain.ts';
import { type CheckpointLine, checkpointLines } from './verify-checkpoints.ts';
import { type Verification, verifyFiles } from './verify-files.ts';

interface Options extends OutputOptions {
  checkpoints?: string[];
  publicKey?: string[];
  trail?: string[];
  retentionDays?: number;
  through?: string;
  /** Start times of the accepted gaps; `true` accepts all gaps. */
  acceptGap?: string[] | true;
  acceptLoss?: Loss[];
}

/** Replaces each folder with its files whose names match `kind`. */
async function filesIn(places: readonly string[], kind: RegExp): Promise<string[]> {
  const files: string[] = [];
  for (const place of places) {
    const entries = await readdir(place).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOTDIR') return undefined;
      throw usage(`${place} cannot be read: ${error.message}`);
    });
    const inside = entries?.filter((name) => kind.test(name)).sort();
    files.push(...(inside?.map((name) => join(place, name)) ?? [place]));
  }
  return files;
}

async function readCheckpoints(places: readonly string[]): Promise<CheckpointLine[]> {
  const lines: CheckpointLine[] = [];
  for (const file of await filesIn(places, /\.ndjson$/))
    lines.push(...checkpointLines(await readText(file), file));
  return lines;
}

/** Reads the named keys, or those in the folders of the checkpoints. */
async function readKeys({ publicKey, checkpoints = [] }: Options) {
  const files = publicKey ?? (await filesIn(checkpoints, /^public-key-.*\.json$/));
  const keys = [];
  for (const file of files.filter((name) => publicKey !== undefined || /\.json$/.test(name))) {
    try {
      keys.push(...readPublicKeys(await readText(file)));
    } catch (error) {
      if (error instanceof CommandFailure) throw error;
      throw usage(`${file} cannot be used as a public key: ${(error as Error).message}`);
    }
  }
  return byThumbprint(keys);
}

/** Describes the signed part of the chain. */
function describeSignedPart({ last, fixedThrough }: ChainSummary): string {
  if (fixedThrough === 0) return 'no checkpoint';
  return fixedThrough === last ? 'to the end' : `through ${fixedThrough}`;
}

function show(output: Output, verification: Verification, acceptedGaps: AcceptedGaps): void {
  const { chains, faultCount, absentTenants, erasedPeople, marked } = verification;
  if (output.json) {
    output.result({ intact: faultCount === 0, ...verification }, '');
  } else if (chains.length > 0) {
    output.table(chains, [
      { heading: 'TENANT', value: ({ source }) => tenantOfSource(source) },
      { heading: 'TRAIL', value: ({ source }) => trailOfSource(source) },
      { heading: 'RECORDS', value: ({ records }) => records },
      { heading: 'FROM', value: ({ first }) => first },
      { heading: 'TO', value: ({ last }) => last },
      { heading: 'SIGNED', value: describeSignedPart },
    ]);
  }
  for (const { source, pruning } of chains) {
    if (pruning === undefined) continue;
    const { throughSequence, time } = pruning;
    output.note(
      `${trailOfSource(source)}: records 1 to ${throughSequence} were removed by retention on ${time}.`,
    );
  }
  for (const gap of verification.gaps.filter((one) => isAccepted(one, acceptedGaps))) {
    output.note(
      `Accepted gap: ${periodOf(gap)} no node checked the trails of ${gap.tenant}. ${reasonText(gap)}`,
    );
  }
  for (const file of marked) {
    output.note(`${file} begins with a byte order mark, which Charter does not write. The mark is ignored.`);
  }
  if (erasedPeople > 0) {
    const people = erasedPeople === 1 ? '1 person was' : `${erasedPeople} people were`;
    output.note(`${people} erased: the encrypted texts about them read "erased" forever.`);
  }
  if (absentTenants.length > 0) {
    const some =
      absentTenants.length === 1 ? `the tenant ${absentTenants[0]}` : `${absentTenants.length} tenants`;
    output.note(`Checkpoints also cover ${some}, but the files contain no records of them.`);
  }
}

const ALTERED = 'The records were changed.';
const UNPROVEN = 'The records are consistent, but not proven.';
const KEYS_BESIDE =
  'The public keys are from the folder of the checkpoints: whoever writes to it can replace both. Keep a copy of the keys, and give it with --public-key.';
const UNSIGNED = 'Without checkpoints, verify cannot detect a cut end, or a complete rewrite of the records.';

/** Describes the proof of records without a fault. */
function verdictOf({ provenThrough, unproven }: Verification): string {
  if (provenThrough === null) return `Every record fits the one before it. ${UNSIGNED}`;
  const proven = `Every record is as it was written, proven by checkpoints through ${provenThrough}.`;
  if (unproven === 0) return proven;
  const came = unproven === 1 ? '1 record' : `${unproven} records`;
  return `${proven} Not proven yet: ${came} behind the last checkpoint. Verify again with the next one.`;
}

async function run(files: string[], options: Options): Promise<void> {
  const output = createOutput(options);
  const { checkpoints: places = [], trail } = options;
  const checkpoints = await readCheckpoints(places);
  if (places.length > 0 && checkpoints.length === 0)
    throw usage('The files and folders of --checkpoints contain no checkpoint.');
  const keys = await readKeys(options);
  const { retentionDays, through, acceptLoss: acceptedLosses = [] } = options;
  const acceptedGaps: AcceptedGaps = options.acceptGap === true ? 'all' : (options.acceptGap ?? []);
  const wanted = { checkpoints, keys, trails: trail, retentionDays, through, acceptedGaps, acceptedLosses };
  const verification = await verifyFiles(files, wanted).catch((error: Error) => {
    throw usage(`The files cannot be read: ${error.message}`);
  });
  show(output, verification, acceptedGaps);
  for (const { since, until } of acceptedLosses) {
    output.note(
      `Accepted loss: nothing proves which records were written between ${since} and ${until} and are lost.`,
    );
  }
  if (places.length > 0 && options.publicKey === undefined) output.note(KEYS_BESIDE);
  const { faultCount, faults } = verification;
  if (faultCount > 0) {
    const shown = faults.map(({ message }) => message).join('\n');
    const more = faultCount > faults.length ? `\n… and ${faultCount - faults.length} more.` : '';
    const verdict = faults.some(({ kind }) => kind === 'altered') ? ALTERED : UNPROVEN;
    throw new CommandFailure(EXIT.rejected, `${verdict}\n${shown}${more}`);
  }
  output.note(verdictOf(verification));
}

export function define(command: Command): void {
  addOutputOptions(command)
    .argument('<file...>', 'exports in NDJSON, oldest first')
    .option('--checkpoints <place...>', 'signed checkpoints: files, or folders of them')
    .option(
      '--public-key <file...>',
      'keys the checkpoints are signed with: PEM or JWK (default: those beside the checkpoints)',
    )
    .option('--trail <code...>', 'verify only these trails')
    .option(
      '--retention-days <number>',
      'days that records had to be kept: an earlier removal is a fault',
      wholeNumber,
    )
    .option('--through <time>', 'time until which the records must be proven', dateTime)
    .option(
      '--accept-gap [since...]',
      'gaps that your log of outages explains, by their beginning; without a time: all gaps',
      (text: string, before?: string[] | true) => [...(Array.isArray(before) ? before : []), dateTime(text)],
    )
    .option(
      '--accept-loss <period>',
      'commits that a restore or a failover lost, as <last commit>/<service again>; may be repeated',
      readLoss,
    )
    .addHelpText(
      'after',
      `
Works without the service. Finds what was edited, removed, moved or cut off; ends with 1 then.

Example:
  charter audit verify audit.ndjson --checkpoints ./audit-checkpoints --public-key audit-keys.json`,
    )
    .action(run);
}

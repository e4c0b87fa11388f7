import type { AppliedTemplate, CharterClient } from '@charter/sdk';
import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { CommandFailure, EXIT, type ExitCode } from '../exit-codes.ts';
import { describeFailure, type Failure, toFailure } from '../failure.ts';
import type { Output } from '../output.ts';
import { uploadContents } from './content-files.ts';
import { type ManifestFile, readManifests } from './manifest-files.ts';
import { warningLines } from './warnings.ts';

type Result = { file: string } & (AppliedTemplate | { outcome: 'failed'; error: Failure });

/** Exit codes of failures that would repeat for every manifest. */
const GENERAL: readonly ExitCode[] = [EXIT.notPermitted, EXIT.unreachable, EXIT.tryLater];

async function applyOne(client: CharterClient, manifest: ManifestFile): Promise<Result> {
  const { path, format, files } = manifest;
  try {
    const text = await uploadContents(client, manifest);
    const applied = await client.catalog.applyCatalogTemplate(
      { manifest: text, format, ...(Object.keys(files).length === 0 ? {} : { files }) },
      { idempotencyKey: true },
    );
    return { file: path, ...applied };
  } catch (error) {
    const failure = toFailure(error);
    if (failure === undefined || GENERAL.includes(failure.exitCode)) throw error;
    return { file: path, outcome: 'failed', error: failure };
  }
}

function report(output: Output, result: Result): void {
  if ('error' in result) {
    output.note(`${result.file}: ${describeFailure(result.error)}`);
    return;
  }
  const { id, name, version } = result.template.templateConfiguration;
  if (!output.json) output.result(result, `${result.outcome.padEnd(9)}  ${id}  ${version}  ${name}`);
  for (const line of warningLines(result.warnings)) output.note(`${result.file}: warning: ${line}`);
}

export function define(command: Command): void {
  apiCommand(command, 'charter template apply ./templates')
    .argument(
      '<place...>',
      'manifests (.json, .yaml, .yml), exports (.zip), or folders that contain manifests',
    )
    .action(async (places: string[], options: SharedOptions) => {
      const { client, output } = openSession(options);
      const results: Result[] = [];
      for (const manifest of await readManifests(places)) {
        const result = await applyOne(client, manifest);
        report(output, result);
        results.push(result);
      }
      if (output.json) output.result(results, '');
      const failed = results.filter(({ outcome }) => outcome === 'failed').length;
      if (failed > 0)
        throw new CommandFailure(EXIT.rejected, `${failed} of ${results.length} manifests were rejected.`);
    });
}

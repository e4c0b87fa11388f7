import { writeFile } from 'node:fs/promises';
import type { CharterClient, ExportedManifest } from '@charter/sdk';
import { type Command, Option } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { usage } from '../exit-codes.ts';
import { writeDocument } from '../output.ts';

type Format = 'json' | 'yaml';

interface Options extends SharedOptions {
  out?: string;
  format?: Format;
  version?: string;
}

/** Returns the format of --format or of the file name; undefined exports the manifest as it was applied. */
function formatOf({ out, format }: Options): Format | undefined {
  if (format !== undefined || out === undefined) return format;
  if (/\.ya?ml$/i.test(out)) return 'yaml';
  return /\.json$/i.test(out) ? 'json' : undefined;
}

/** Returns the current manifest, or that of a version, which is available only in the format that it was applied in. */
async function read(
  client: CharterClient,
  templateId: string,
  { version }: Options,
  format: Format | undefined,
): Promise<ExportedManifest> {
  if (version === undefined) {
    return client.catalog.exportCatalogTemplate(templateId, format === undefined ? {} : { format });
  }
  const manifest = await client.catalog.getCatalogTemplateVersion(templateId, version);
  if (format === undefined || format === manifest.format) return manifest;
  throw usage(
    `Version ${version} was applied as ${manifest.format.toUpperCase()}. Export it in that format.`,
  );
}

export function define(command: Command): void {
  apiCommand(command, 'charter template export deal-room --out deal-room.yaml')
    .argument('<template>', 'id of the template')
    .option('--out <file>', 'file to write instead of stdout')
    .option('--version <version>', 'an earlier version (default: the current one)')
    .addOption(
      new Option('--format <format>', 'format (default: from the file name, else as it was applied)').choices(
        ['json', 'yaml'],
      ),
    )
    .action(async (templateId: string, options: Options) => {
      if (options.json === true && options.format === 'yaml' && options.out === undefined) {
        throw usage('--json writes JSON to stdout. Add --out <file> to write YAML.');
      }
      const { client, output } = openSession(options);
      const format = options.json === true && options.out === undefined ? 'json' : formatOf(options);
      const manifest = await read(client, templateId, options, format);
      if (options.out === undefined) {
        writeDocument(manifest.text);
        return;
      }
      await writeFile(options.out, manifest.text);
      output.result({ template: templateId, file: options.out, format: manifest.format }, '');
      output.note(`The template ${templateId} is written to ${options.out}.`);
    });
}

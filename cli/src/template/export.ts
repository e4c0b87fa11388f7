import { writeFile } from 'node:fs/promises';
import type { CharterClient, ExportedManifest } from '@charter/sdk';
import { type Command, Option } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { usage } from '../exit-codes.ts';
import { writeDocument } from '../output.ts';
import { downloadContents } from './content-files.ts';

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

/** Returns the current manifest, or that of a version. A version can be exported only in the format of its manifest. */
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

const isZip = ({ out }: Options): boolean => out !== undefined && /\.zip$/i.test(out);

/** Returns a zip file with the manifest and the files of its contents. */
async function zipped(
  client: CharterClient,
  templateId: string,
  { text, format }: ExportedManifest,
): Promise<Uint8Array> {
  const { strToU8, zipSync } = await import('fflate');
  const { text: named, files } = await downloadContents(client, { text, format });
  const name = `${templateId.replace(/[^A-Za-z0-9._-]+/g, '-')}.${format}`;
  return zipSync({ [name]: strToU8(named), ...files });
}

export function define(command: Command): void {
  apiCommand(
    command,
    `charter template export deal-room --out deal-room.yaml
charter template export deal-room --out deal-room.zip`,
  )
    .argument('<template>', 'id of the template')
    .option('--out <file>', 'file to write instead of stdout; a .zip also has the files of the contents')
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
      if (options.version !== undefined && isZip(options))
        throw usage('A zip file holds the current version. Leave out --version, or write another format.');
      const { client, output } = openSession(options);
      const format = options.json === true && options.out === undefined ? 'json' : formatOf(options);
      const manifest = await read(client, templateId, options, format);
      if (options.out === undefined) {
        writeDocument(manifest.text);
        return;
      }
      const bytes = isZip(options) ? await zipped(client, templateId, manifest) : manifest.text;
      await writeFile(options.out, bytes);
      output.result({ template: templateId, file: options.out, format: manifest.format }, '');
      output.note(`The template ${templateId} is written to ${options.out}.`);
    });
}

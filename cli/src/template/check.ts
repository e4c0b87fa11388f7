import type { CatalogTemplateCheck, CatalogTemplateCheckPayload } from '@charter/sdk';
import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { CommandFailure, EXIT, usage } from '../exit-codes.ts';
import type { Output } from '../output.ts';
import { uploadContents } from './content-files.ts';
import { readManifests } from './manifest-files.ts';

interface Options extends SharedOptions {
  person?: string;
  name?: string;
  description?: string;
  audience?: string[];
  audienceGroup?: string[];
}

type Problem = CatalogTemplateCheck['errors'][number];

/** Returns the problem as compilers print it: `file:line:column: error: …`. */
function lineOf(file: string, kind: 'error' | 'warning', { path, message, line, column }: Problem): string {
  const place = line === undefined ? file : `${file}:${line}:${column}`;
  return `${place}: ${kind}: ${path === '' ? '' : `${path}: `}${message}`;
}

function requestOf({ name, description }: Options): Pick<CatalogTemplateCheckPayload, 'request'> {
  if (name === undefined && description === undefined) return {};
  return {
    request: { ...(name !== undefined && { name }), ...(description !== undefined && { description }) },
  };
}

function report(
  output: Output,
  file: string,
  { errors, warnings, texts, audience, audienceGroups, outcome }: CatalogTemplateCheck,
) {
  for (const problem of errors) output.note(lineOf(file, 'error', problem));
  for (const problem of warnings) output.note(lineOf(file, 'warning', problem));
  if (texts !== undefined) {
    output.table(Object.entries(texts), [
      { heading: 'TEXT', value: ([name]) => name },
      { heading: 'VALUE', value: ([, { text }]) => text },
      { heading: 'PROBLEM', value: ([, { error }]) => error },
    ]);
  }
  const groups = audienceGroups?.map((group) => ({ ...group, name: group.displayName ?? group.group }));
  const tests = [
    ...(audience ?? []).map((test) => ({ ...test, group: undefined })),
    ...(groups ?? []).flatMap(({ name, members }) => members.map((test) => ({ ...test, group: name }))),
  ];
  if (audience !== undefined || groups !== undefined) {
    output.table(tests, [
      ...(groups === undefined ? [] : [{ heading: 'GROUP', value: ({ group }: (typeof tests)[0]) => group }]),
      { heading: 'INCLUDED', value: ({ isIncluded }) => (isIncluded ? 'yes' : 'no') },
      { heading: 'PERSON', value: ({ person, user }) => user?.displayName ?? person },
      { heading: 'REASON', value: ({ reason, error }) => error ?? reason },
    ]);
  }
  for (const { name, members, isComplete } of groups ?? []) {
    const included = members.filter(({ isIncluded }) => isIncluded).length;
    const tested = isComplete ? `${members.length}` : `the first ${members.length}`;
    output.note(`${name}: ${included} of ${tested} direct members are included.`);
  }
  if (outcome !== undefined) output.note(`${file}: no mistakes. Applying it: ${outcome}.`);
}

export function define(command: Command): void {
  apiCommand(
    command,
    `charter template check deal-room.yaml
charter template check deal-room.yaml --person ada@fabrikam.example --name 'Product launch'
charter template check deal-room.yaml --audience ada@fabrikam.example bob@fabrikam.example
charter template check deal-room.yaml --audience-group 0b1e7c52-4c6f-4a52-9f43-2a8ad5ad6a11`,
  )
    .argument('<file>', 'manifest (.json, .yaml, .yml)')
    .option('--person <upn>', 'render the texts of a team for this requester (default: you)')
    .option('--name <name>', 'render the texts of a team with this requested name')
    .option('--description <text>', 'requested description')
    .option('--audience <people...>', 'show for which of these people the template is')
    .option(
      '--audience-group <ids...>',
      'show for which of the direct members of these groups the template is',
    )
    .action(async (place: string, options: Options) => {
      const { client, output } = openSession(options);
      const [file, ...more] = await readManifests([place]);
      if (file === undefined || more.length > 0) throw usage('Name one manifest.');
      const { path, format, files } = file;
      const { person, audience, audienceGroup } = options;
      const body = {
        manifest: await uploadContents(client, file),
        format,
        files,
        ...(person !== undefined && { person }),
        ...requestOf(options),
        ...(audience !== undefined && { people: audience }),
        ...(audienceGroup !== undefined && { groups: audienceGroup }),
      };
      const checked = await client.catalog.checkCatalogTemplate(body, { idempotencyKey: false });
      if (output.json) output.result(checked, '');
      else report(output, path, checked);
      const { length } = checked.errors;
      if (length > 0)
        throw new CommandFailure(
          EXIT.rejected,
          `${path} has ${length === 1 ? 'a mistake' : `${length} mistakes`}.`,
        );
    });
}

/** The tables in docs/ that are derived from declarations. server/test/generated.test.ts compares them. */
import { readFile, writeFile } from 'node:fs/promises';
import Type from 'typebox';
import { PRESETS } from '../server/src/config/presets.ts';
import { NOTIFICATIONS } from '../server/src/domain/notifications/kinds.ts';
import { describeForm, type SettingForm } from '../server/src/domain/policies/read-settings.ts';
import { KINDS } from '../server/src/domain/policies/registry.ts';
import { PRUNED_RECORD } from '../server/src/engine/audit/trails.ts';
import { EVENTS, TRAILS } from '../server/src/flows/definitions.ts';

const table = (headings: string[], rows: string[][]): string =>
  [headings, headings.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const code = (text: string): string => `\`${text}\``;

const SCOPES = { tenant: 'all teams', templates: 'templates', teams: 'attached teams' } as const;

function policies(): string {
  const kinds = KINDS.map(({ kind, does, scopes }) => [
    code(kind),
    does,
    scopes.map((scope) => SCOPES[scope]).join(', '),
  ]);
  const settings = KINDS.flatMap(({ kind, settings: { properties } }) =>
    Object.entries<SettingForm>(properties).map(([name, form]) => [
      code(kind),
      `${code(name)}${Type.IsOptional(form) ? ' (optional)' : ''}`,
      describeForm(form).message,
      form.description ?? '',
    ]),
  );
  return [
    table(['kind', 'what it does', 'for'], kinds),
    table(['kind', 'setting', 'value', 'meaning'], settings),
  ].join('\n\n');
}

const trails = (): string =>
  table(
    ['trail', 'types'],
    TRAILS.map((trail) => {
      const own = trail.types.filter((type) => type !== PRUNED_RECORD.code);
      return [code(trail.code), own.map(code).join(', ')];
    }),
  );

const events = (): string =>
  table(
    ['event', 'when'],
    EVENTS.map((event) => [code(event.code), event.description]),
  );

const notifications = (): string =>
  table(
    ['kind', 'addressee', 'when'],
    Object.entries(NOTIFICATIONS).map(([kind, { to, when }]) => [code(kind), to, when]),
  );

const presets = (): string =>
  table(
    ['preset', 'settings'],
    Object.entries(PRESETS).map(([name, settings]) => [
      code(name),
      Object.entries(settings)
        .map(([variable, value]) => code(`${variable}=${value}`))
        .join('<br>'),
    ]),
  );

/** The table of each document in docs/, and the script that writes it there. */
export const REFERENCES = {
  'policies.md': { table: policies, script: 'write-policies.ts' },
  'audit.md': { table: trails, script: 'write-trails.ts' },
  'webhooks.md': { table: events, script: 'write-trails.ts' },
  'your-own-organisation.md': { table: presets, script: 'write-presets.ts' },
  'notifications.md': { table: notifications, script: 'write-notifications.ts' },
};

type Document = keyof typeof REFERENCES;

export const pathOf = (name: Document): URL => new URL(`../docs/${name}`, import.meta.url);

/** Returns the document with the table between its comments. @throws Error when they are missing */
export function withReference(name: Document, document: string): string {
  const { table, script } = REFERENCES[name];
  const begin = `<!-- written by scripts/${script} -->`;
  const end = '<!-- end of the table -->';
  const [before, rest] = document.split(begin);
  const [, after] = rest?.split(end) ?? [];
  if (after === undefined) throw new Error(`docs/${name} lacks the comments around its table.`);
  return `${before}${begin}\n\n${table()}\n\n${end}${after}`;
}

export async function writeReference(name: Document): Promise<void> {
  await writeFile(pathOf(name), withReference(name, await readFile(pathOf(name), 'utf8')));
}

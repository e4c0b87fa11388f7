/** Generates the reference of kinds in docs/policies.md. */
import Type from 'typebox';
import { describeForm, type SettingForm } from './read-settings.ts';
import { KINDS } from './registry.ts';

const table = (headings: string[], rows: string[][]): string =>
  [headings, headings.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const SCOPES = { tenant: 'all teams', templates: 'templates', teams: 'attached teams' } as const;

/** Returns Markdown: a table of the kinds, and a table of their settings. */
function kindsReference(): string {
  const kinds = KINDS.map(({ kind, does, scopes }) => [
    `\`${kind}\``,
    does,
    scopes.map((scope) => SCOPES[scope]).join(', '),
  ]);
  const settings = KINDS.flatMap(({ kind, settings: { properties } }) =>
    Object.entries<SettingForm>(properties).map(([name, form]) => [
      `\`${kind}\``,
      `\`${name}\`${Type.IsOptional(form) ? ' (optional)' : ''}`,
      describeForm(form).message,
      form.description ?? '',
    ]),
  );
  return `${table(['kind', 'what it does', 'for'], kinds)}\n\n${table(['kind', 'setting', 'value', 'meaning'], settings)}`;
}

const PART = /(<!-- kinds: written by scripts\/write-policies\.ts -->\n).*(<!-- end of kinds -->)/s;

/** Replaces the reference in the text of docs/policies.md. @throws Error when its markers are missing */
export function withKindsReference(document: string): string {
  if (!PART.test(document))
    throw new Error('docs/policies.md lacks the comments around the reference of kinds.');
  return document.replace(PART, (_, begin: string, end: string) => `${begin}\n${kindsReference()}\n\n${end}`);
}

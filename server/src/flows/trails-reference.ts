/** Generates the table of trails and record types in docs/audit.md. */
import { PRUNED } from '../engine/audit/trails.ts';
import { TRAILS } from './definitions.ts';

const PART = /(<!-- trails: .*? -->\n).*?(<!-- \/trails -->)/s;

function reference(): string {
  const rows = TRAILS.map(({ code, types }) => {
    const own = types.filter((type) => type !== PRUNED.code).map((type) => `\`${type}\``);
    return `| \`${code}\` | ${own.join(', ')} |`;
  });
  return ['| trail | types |', '|---|---|', ...rows, ''].join('\n');
}

export const withTrailsReference = (document: string): string =>
  document.replace(PART, (_, begin: string, end: string) => begin + reference() + end);

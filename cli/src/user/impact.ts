import type { UserImpact } from '@charter/sdk';
import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';

/** Returns the kinds of which the service lists only a part, for example `team 100 of 250`. */
function cutKinds({ counts, holdings }: UserImpact): string[] {
  const { onlyOwner: _, ...kinds } = counts;
  return Object.entries(kinds).flatMap(([kind, count]) => {
    const listed = holdings.filter((holding) => holding.kind === kind).length;
    return listed < count ? [`${kind} ${listed} of ${count}`] : [];
  });
}

export function define(command: Command): void {
  apiCommand(command, 'charter user impact grace@contoso.example')
    .argument('<person>', 'id, user principal name or mail address; also the id of a person who is gone')
    .option(
      '--counts',
      'write the state of the person and the number of objects of each kind, in place of the list',
    )
    .action(
      async (person: string, { counts: countsOnly, ...options }: SharedOptions & { counts?: boolean }) => {
        const { client, output } = openSession(options);
        const impact = await client.users.getUserImpact(person);
        const { id, displayName, state, counts, holdings } = impact;
        if (countsOnly) {
          const shown = { id, ...(displayName !== undefined && { displayName }), state, counts };
          return output.fields(shown, { NAME: displayName, ID: id, STATE: state, ...counts });
        }
        output.table(holdings, [
          { heading: 'KIND', value: ({ kind }) => kind },
          { heading: 'NAME', value: (holding) => holding.displayName },
          { heading: 'AS', value: ({ relations }) => relations.join(', ') },
          { heading: 'ID', value: (holding) => holding.id },
        ]);
        const cut = cutKinds(impact);
        if (cut.length > 0)
          output.note(`Not all objects are listed: ${cut.join(', ')}. --counts writes all numbers.`);
      },
    );
}

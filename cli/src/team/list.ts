import type { TeamSummary, TeamsQuery } from '@charter/sdk';
import { type Command, Option } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { collect, limitOption, pagesFor } from '../collections.ts';
import { seconds as atLeastOne } from '../values.ts';

export interface TeamOptions extends SharedOptions {
  search?: string;
  filter?: string;
  inactiveDays?: number;
  order?: 'name' | 'activity';
  limit?: number;
}

interface Options extends TeamOptions {
  mine?: boolean;
}

const DAY_MILLISECONDS = 24 * 60 * 60_000;

/** Combines the value of --filter with the filter that --inactive-days stands for. */
function filterOf({ filter, inactiveDays }: TeamOptions): string | undefined {
  if (inactiveDays === undefined) return filter;
  const since = new Date(Date.now() - inactiveDays * DAY_MILLISECONDS).toISOString();
  return [filter, `lastActivityDateTime lt ${since}`].filter(Boolean).join(' and ');
}

/** Returns the query of a list of teams for its options. */
export function queryOf(options: TeamOptions): TeamsQuery {
  const filter = filterOf(options);
  const { search, order, limit } = options;
  return {
    ...(search !== undefined && { $search: search }),
    ...(filter !== undefined && { $filter: filter }),
    ...(order === 'activity' && { $orderby: 'lastActivityDateTime asc' as const }),
    ...pagesFor(limit),
  };
}

const roleOrOwners = ({ role, ownerCount }: TeamSummary): string => role ?? String(ownerCount);

/** Adds the options that select and order teams. */
export const addTeamOptions = (command: Command): Command =>
  command
    .option('--search <words>', 'parts of words in the name')
    .option(
      '--filter <expression>',
      'OData comparisons over isArchived, visibility, sensitivityLabelId, template/id, isGoverned, lifecycleState, guestDomain, ownerCount, memberCount, lastActivityDateTime, endDateTime and metadata/<question>, joined by and',
    )
    .option('--inactive-days <days>', 'only teams without activity for so many days', atLeastOne)
    .addOption(new Option('--order <key>', 'order of the list').choices(['name', 'activity']).default('name'))
    .addOption(limitOption('teams'));

export function define(command: Command): void {
  addTeamOptions(
    apiCommand(
      command,
      `charter team list --mine\ncharter team list --search harbour --filter "isArchived eq false and ownerCount lt 2" --inactive-days 90`,
    ),
  )
    .option('--mine', 'only the teams that you are in')
    .action(async (options: Options) => {
      const { mine = false, limit } = options;
      const { client, output } = openSession(options);
      const query = queryOf(options);
      const teams = await collect(mine ? client.teams.mine(query) : client.teams.list(query), limit);
      output.table(teams, [
        { heading: 'ID', value: ({ id }) => id },
        { heading: 'NAME', value: ({ displayName }) => displayName },
        { heading: 'VISIBILITY', value: ({ visibility }) => visibility },
        { heading: mine ? 'ROLE' : 'OWNERS', value: roleOrOwners },
        { heading: 'MEMBERS', value: ({ memberCount }) => memberCount },
        { heading: 'LAST ACTIVITY', value: ({ lastActivityDateTime }) => lastActivityDateTime },
        { heading: 'END', value: ({ endDateTime }) => endDateTime },
        { heading: 'STATE', value: ({ isArchived }) => (isArchived ? 'archived' : 'active') },
      ]);
    });
}

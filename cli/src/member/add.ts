import type { AddedTeamMembers, CharterClient } from '@charter/sdk';
import { type Command, Option } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { CommandFailure, EXIT } from '../exit-codes.ts';
import type { Output } from '../output.ts';
import { type StayOptions, showMember, stayOf, stayOptions } from './describe.ts';

interface Options extends SharedOptions, StayOptions {
  role: 'member' | 'owner';
}

/** The API's limit of people in one call. */
const MAX_AT_ONCE = 200;

type Result = AddedTeamMembers['value'][number];

async function addAll(client: CharterClient, teamId: string, users: readonly string[], options: Options) {
  const results: Result[] = [];
  for (let start = 0; start < users.length; start += MAX_AT_ONCE) {
    const values = users
      .slice(start, start + MAX_AT_ONCE)
      .map((id) => ({ user: { id }, role: options.role, ...stayOf(options) }));
    const { value } = await client.teams.addTeamMembers(teamId, { values }, { idempotencyKey: true });
    results.push(...value);
  }
  return results;
}

/** @throws CommandFailure when the service did not add everybody */
function showResults(output: Output, results: readonly Result[]): void {
  output.table(results, [
    { heading: 'USER', value: ({ userId }) => userId },
    { heading: 'NAME', value: ({ member }) => member?.displayName },
    { heading: 'ROLE', value: ({ member }) => member && (member.roles[0] ?? 'member') },
    { heading: 'ERROR', value: ({ error }) => error?.message },
  ]);
  const rejected = results.filter(({ error }) => error !== undefined).length;
  if (rejected > 0)
    throw new CommandFailure(EXIT.rejected, `${rejected} of ${results.length} were not added.`);
}

export function define(command: Command): void {
  const defined = apiCommand(
    command,
    `charter member add 0199c2d4-… hannah.fischer@meridian.example --role owner\ncharter member add 0199c2d4-… $(cat addresses.txt)`,
  )
    .argument('<team>', 'id of the team')
    .argument('<users...>', 'ids, user principal names or mail addresses')
    .addOption(
      new Option('--role <role>', 'role in the team').choices(['member', 'owner']).default('member'),
    );
  for (const option of stayOptions()) defined.addOption(option);
  defined.action(async (teamId: string, users: string[], options: Options) => {
    const { client, output } = openSession(options);
    const [only, ...others] = users;
    if (only === undefined || others.length > 0) {
      showResults(output, await addAll(client, teamId, users, options));
      return;
    }
    const member = await client.teams.addTeamMember(
      teamId,
      { user: { id: only }, role: options.role, ...stayOf(options) },
      { idempotencyKey: true },
    );
    showMember(output, member);
  });
}

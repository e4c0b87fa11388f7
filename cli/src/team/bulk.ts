import type { TeamBulkPreview, TeamBulkRequest } from '@charter/sdk';
import { type Command, Option } from 'commander';
import { apiCommand, openSession, type Session, type SharedOptions } from '../api-command.ts';
import { usage } from '../exit-codes.ts';
import { teamsOf } from '../job/describe.ts';
import { assertCompleted, watchJob } from '../job-report.ts';
import { PEOPLE_HELP, seconds, wholeNumber } from '../values.ts';

const ACTIONS = [
  'archive',
  'unarchive',
  'delete',
  'renew',
  'addOwner',
  'attachPolicy',
  'detachPolicy',
] as const satisfies TeamBulkRequest['action'][];

interface Options extends SharedOptions {
  filter?: string;
  search?: string;
  mine?: boolean;
  policy?: string;
  owner?: string;
  readOnlySite?: boolean;
  cap?: number;
  dryRun?: boolean;
  watch?: boolean;
  timeout?: number;
}

function requestOf(
  action: TeamBulkRequest['action'],
  ids: readonly string[],
  options: Options,
): TeamBulkRequest {
  const { filter, search, mine, policy, owner, readOnlySite, cap } = options;
  const parameters = {
    ...(readOnlySite === true && { shouldSetSpoSiteReadOnlyForMembers: true }),
    ...(policy !== undefined && { policyId: policy }),
    ...(owner !== undefined && { user: { id: owner } }),
  };
  return {
    action,
    ...(ids.length > 0 && { ids: [...ids] }),
    ...(filter !== undefined && { filter }),
    ...(search !== undefined && { search }),
    ...(mine === true && { scope: 'mine' as const }),
    ...(Object.keys(parameters).length > 0 && { parameters }),
    ...(cap !== undefined && { cap }),
  };
}

function showPreview({ output }: Session, preview: TeamBulkPreview): void {
  output.table(preview.teams, [
    { heading: 'ID', value: ({ id }) => id },
    { heading: 'NAME', value: ({ displayName }) => displayName },
    { heading: 'EXPECTED', value: ({ outcome }) => outcome },
    { heading: 'REASON', value: ({ code }) => code },
  ]);
  output.note(
    `${preview.action} would change ${preview.affected} of ${preview.count} teams. Nothing was changed.`,
  );
}

async function change(session: Session, request: TeamBulkRequest, options: Options): Promise<void> {
  const { client, output } = session;
  if (options.dryRun === true) {
    const preview = await client.teams.previewTeamBulkJob(request);
    return output.json ? output.result(preview, '') : showPreview(session, preview);
  }
  const job = await client.teams.createTeamBulkJob(request, { idempotencyKey: true });
  if (job.status === 'paused') {
    output.note(`A second administrator must approve the deletion: charter job approve ${job.id}`);
  }
  if (options.watch !== true) return output.result(job, job.id);
  const { timeout } = options;
  const ended = await watchJob(client, job.id, timeout === undefined ? {} : { timeoutSeconds: timeout });
  if (output.json) output.result(ended, '');
  assertCompleted(ended);
  if (!output.json && ended.bulk) output.result(ended, `${ended.id}  ${teamsOf(ended.bulk)}`);
}

export function define(command: Command): void {
  apiCommand(
    command,
    `charter team bulk archive --filter "isArchived eq false and lastActivityDateTime lt 2026-01-01" --dry-run
charter team bulk archive --filter "isArchived eq false and lastActivityDateTime lt 2026-01-01" --cap 40 --watch
charter team bulk addOwner 0199c2d4-7a10-7c52-b8a5-5f1d6e0c9b11 0199c2d4-7a10-7c52-b8a5-5f1d6e0c9b12 --owner hannah.fischer@meridian.example`,
  )
    .description('Change many teams in one job. Prints the job id, or a summary with --watch.')
    .argument('<action>', ACTIONS.join(', '))
    .argument('[team...]', 'ids of teams, instead of --filter and --search')
    .option('--filter <expression>', 'teams that match, as in charter team list')
    .option('--search <words>', 'teams with these parts of words in the name')
    .option('--mine', 'select only from the teams that you are in')
    .option(
      '--cap <number>',
      'change nothing when more teams match; needed with --filter and --search',
      wholeNumber,
    )
    .option('--policy <policy>', 'id of the policy to attach or detach')
    .addOption(new Option('--owner <user>', `the person to add as owner: ${PEOPLE_HELP}`))
    .option('--read-only-site', 'archive: make the SharePoint sites read-only for members')
    .option('--dry-run', 'list the teams and change nothing')
    .option('--watch', 'watch the job until it ends')
    .option('--timeout <seconds>', 'stop watching after this many seconds', seconds)
    .action(async (name: string, ids: string[], options: Options) => {
      const action = ACTIONS.find((known) => known === name);
      if (action === undefined) throw usage(`Give one of the actions ${ACTIONS.join(', ')}.`);
      if (options.dryRun === true && options.watch === true) throw usage('Give either --dry-run or --watch.');
      if (options.timeout !== undefined && options.watch !== true) throw usage('--timeout needs --watch.');
      await change(openSession(options), requestOf(action, ids, options), options);
    });
}

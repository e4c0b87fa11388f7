import type {
  ProvisioningPlan,
  TeamProvisioningRequest,
  TeamProvisioningRequestTeamMembership,
} from '@charter/sdk';
import type { Command } from 'commander';
import { apiCommand, openSession, type Session, type SharedOptions, usage } from '../api-command.ts';
import { CommandFailure, EXIT } from '../exit-codes.ts';
import { assertCompleted, watchJob } from '../job-report.ts';
import { jsonObject, PEOPLE, seconds } from '../values.ts';
import { findTemplateId } from './find-template.ts';

interface Options extends SharedOptions {
  template: string;
  name: string;
  description?: string;
  welcomeMessage?: string;
  owner?: string[];
  member?: string[];
  metadata?: string;
  dryRun?: boolean;
  watch?: boolean;
  timeout?: number;
  idempotencyKey?: string;
}

const toReferences = (ids: readonly string[]) => ids.map((id) => ({ id }));

function membershipOf({ owner, member }: Options): TeamProvisioningRequestTeamMembership {
  return {
    ...(owner === undefined ? {} : { owners: toReferences(owner) }),
    ...(member === undefined ? {} : { members: toReferences(member) }),
  };
}

async function toRequest({ client }: Session, options: Options): Promise<TeamProvisioningRequest> {
  const { name, description, welcomeMessage, owner, member, metadata } = options;
  const data = metadata === undefined ? undefined : await jsonObject('--metadata', metadata);
  return {
    template: { id: await findTemplateId(client, options.template) },
    team: {
      name,
      ...(description === undefined ? {} : { description }),
      ...(welcomeMessage === undefined ? {} : { welcomeMessage }),
      ...(owner === undefined && member === undefined ? {} : { membership: membershipOf(options) }),
    },
    ...(data === undefined ? {} : { metadata: data }),
  };
}

/** What would be made, and what stands against it. @throws CommandFailure when something does. */
function showPlan({ output }: Session, plan: ProvisioningPlan): void {
  output.fields(plan, {
    name: plan.name,
    'mail alias': plan.mailNickname,
    visibility: plan.visibility,
    description: plan.description,
    channels: plan.channels.map(({ displayName }) => displayName).join(', ') || undefined,
    steps: plan.steps.join(', '),
  });
  const violated = plan.verdicts.filter(({ outcome }) => outcome === 'violated');
  if (!output.json) {
    const lines = plan.verdicts.map(
      ({ outcome, message }) => `  ${outcome === 'violated' ? '✗' : '✓'} ${message}`,
    );
    output.result(undefined, lines.join('\n'));
  }
  if (violated.length === 0) return;
  throw new CommandFailure(EXIT.refused, violated.map(({ message }) => message).join(' '));
}

async function provision(session: Session, options: Options): Promise<void> {
  const { client, output } = session;
  const request = await toRequest(session, options);
  if (options.dryRun === true) return showPlan(session, await client.teams.planTeamProvisioning(request));
  const idempotencyKey = options.idempotencyKey ?? true;
  const job = await client.teams.createTeamProvisioningJob(request, { idempotencyKey });
  if (options.watch !== true) return output.result(job, job.id);
  const { timeout } = options;
  const ended = await watchJob(client, job.id, timeout === undefined ? {} : { timeoutSeconds: timeout });
  if (output.json) output.result(ended, '');
  assertCompleted(ended);
  if (!output.json) output.result(ended, ended.data.team?.id ?? '');
}

export function define(command: Command): void {
  apiCommand(
    command,
    `charter team provision --template "Project" --name "Harbour tunnel" --owner hannah.fischer@meridian.example --watch
charter team provision --template project --name "Harbour tunnel" --dry-run --json`,
  )
    .description("Ask for a team built from a template. Prints the job's id, or with --watch the team's.")
    .requiredOption('--template <template>', 'id or name of the template')
    .requiredOption('--name <name>', 'name of the team; the template may add to it')
    .option('--description <text>', 'what the team is for')
    .option('--owner <user...>', `owners besides those of the template: ${PEOPLE}`)
    .option('--member <user...>', `members besides those of the template: ${PEOPLE}`)
    .option('--welcome-message <text>', 'first message in the primary channel')
    .option('--metadata <json>', 'a JSON object, or @file that holds one; returned in the job')
    .option('--dry-run', 'show what would be made, and make nothing')
    .option('--watch', "follow the job to its end, and print the team's id")
    .option('--timeout <seconds>', 'stop watching after so long', seconds)
    .option(
      '--idempotency-key <key>',
      'repeating the command with the same key makes one team (default: a new key)',
    )
    .action(async (options: Options) => {
      if (options.dryRun === true && options.watch === true) throw usage('Give either --dry-run or --watch.');
      if (options.timeout !== undefined && options.watch !== true) throw usage('--timeout is for --watch.');
      await provision(openSession(options), options);
    });
}

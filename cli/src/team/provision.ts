import type { TeamProvisioningRequest } from '@charter/sdk';
import type { Command } from 'commander';
import { apiCommand, openSession, type Session, type SharedOptions } from '../api-command.ts';
import { usage } from '../exit-codes.ts';
import { assertCompleted, watchJob } from '../job-report.ts';
import { jsonObject, PEOPLE_HELP, seconds } from '../values.ts';
import { ANSWER_HELP, askForAnswers, readAnswers } from './answers.ts';
import { findTemplate } from './find-template.ts';
import { membershipOf } from './membership.ts';
import { showPlan } from './show-plan.ts';

interface Options extends SharedOptions {
  template: string;
  name: string;
  description?: string;
  welcomeMessage?: string;
  owner?: string[];
  member?: string[];
  metadata?: string;
  answer?: string[];
  dryRun?: boolean;
  watch?: boolean;
  timeout?: number;
  idempotencyKey?: string;
}

async function toRequest(session: Session, options: Options): Promise<TeamProvisioningRequest> {
  const { name, description, welcomeMessage, metadata, answer } = options;
  const membership = membershipOf(options);
  const given = metadata === undefined ? undefined : await jsonObject('--metadata', metadata);
  const data = answer === undefined ? given : { ...given, ...readAnswers(answer) };
  const { id, questions } = await findTemplate(session.client, options.template);
  return askForAnswers(session, questions, {
    template: { id },
    team: {
      name,
      ...(description === undefined ? {} : { description }),
      ...(welcomeMessage === undefined ? {} : { welcomeMessage }),
      ...(membership === undefined ? {} : { membership }),
    },
    ...(data === undefined ? {} : { metadata: data }),
  });
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
charter team provision --template project --name "Harbour tunnel" --dry-run --json
charter team provision --template "Deal room" --name Aurora --answer stage=Proposal --answer value=250`,
  )
    .description('Request a team built from a template. Prints the job id, or the team id with --watch.')
    .requiredOption('--template <template>', 'id or name of the template')
    .requiredOption('--name <name>', 'name of the team; the naming convention of the template can extend it')
    .option('--description <text>', 'purpose of the team')
    .option('--owner <user...>', `owners in addition to those of the template: ${PEOPLE_HELP}`)
    .option('--member <user...>', `members in addition to those of the template: ${PEOPLE_HELP}`)
    .option('--welcome-message <text>', 'first message in the primary channel')
    .option('--answer <id=value...>', ANSWER_HELP)
    .option('--metadata <json>', 'answers as a JSON object, or @file; any object without questions')
    .option('--dry-run', 'show the plan and create nothing')
    .option('--watch', 'watch the job until it ends, and print the team id')
    .option('--timeout <seconds>', 'stop watching after this many seconds', seconds)
    .option(
      '--idempotency-key <key>',
      'repeated commands with the same key create one team (default: a new key)',
    )
    .action(async (options: Options) => {
      if (options.dryRun === true && options.watch === true) throw usage('Give either --dry-run or --watch.');
      if (options.timeout !== undefined && options.watch !== true) throw usage('--timeout needs --watch.');
      await provision(openSession(options), options);
    });
}

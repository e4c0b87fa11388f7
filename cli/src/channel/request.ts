import type { ChannelProvisioningRequest } from '@charter/sdk';
import type { Command } from 'commander';
import { apiCommand, openSession, type Session, type SharedOptions } from '../api-command.ts';
import { usage } from '../exit-codes.ts';
import { assertCompleted, watchJob } from '../job-report.ts';
import { ANSWER_HELP, askForMissing, readAnswers } from '../team/answers.ts';
import { chooseTemplate } from '../team/find-template.ts';
import { membershipOf } from '../team/membership.ts';
import { PEOPLE_HELP, seconds } from '../values.ts';
import { showChannelPlan } from './show-plan.ts';

interface Options extends SharedOptions {
  template: string;
  name: string;
  description?: string;
  owner?: string[];
  member?: string[];
  answer?: string[];
  dryRun?: boolean;
  watch?: boolean;
  timeout?: number;
  idempotencyKey?: string;
}

async function toRequest(
  session: Session,
  teamId: string,
  options: Options,
): Promise<ChannelProvisioningRequest> {
  const { channels } = session.client;
  const { name, description, answer } = options;
  const { value } = await channels.getTeamChannelTemplates(teamId);
  const { id, questions } = chooseTemplate(
    value.map((template) => template.templateConfiguration),
    options.template,
    `charter channel templates ${teamId}`,
  );
  const membership = membershipOf(options);
  const texts = { name, ...(description !== undefined && { description }) };
  const given = answer === undefined ? undefined : readAnswers(answer);
  const metadata = await askForMissing(session, questions, given, (answers) =>
    channels.checkChannelAnswers(teamId, { template: { id }, channel: texts, metadata: answers }),
  );
  return {
    template: { id },
    channel: { ...texts, ...(membership && { membership }) },
    ...(metadata && { metadata }),
  };
}

async function request(session: Session, teamId: string, options: Options): Promise<void> {
  const { client, output } = session;
  const body = await toRequest(session, teamId, options);
  if (options.dryRun === true) {
    return showChannelPlan(session, await client.channels.planChannelRequest(teamId, body));
  }
  const idempotencyKey = options.idempotencyKey ?? true;
  const job = await client.channels.createTeamChannelRequest(teamId, body, { idempotencyKey });
  if (options.watch !== true) return output.result(job, job.id);
  const { timeout } = options;
  const ended = await watchJob(client, job.id, timeout === undefined ? {} : { timeoutSeconds: timeout });
  if (output.json) output.result(ended, '');
  assertCompleted(ended);
  if (!output.json) output.result(ended, ended.data.channel?.id ?? '');
}

export function define(command: Command): void {
  apiCommand(
    command,
    `charter channel request 0199c2d4-… --template "Client room" --name Contracts --answer client=Northwind --watch
charter channel request 0199c2d4-… --template client-room --name Contracts --dry-run`,
  )
    .description(
      'Request a channel from a channel template. Prints the job id, or the channel id with --watch.',
    )
    .argument('<team>', 'id of the team')
    .requiredOption('--template <template>', 'id or name of the channel template')
    .requiredOption(
      '--name <name>',
      'name of the channel; the naming convention of the template can extend it',
    )
    .option('--description <text>', 'purpose of the channel')
    .option(
      '--owner <user...>',
      `owners of a private or shared channel, in addition to those of the template: ${PEOPLE_HELP}`,
    )
    .option('--member <user...>', `members of a private or shared channel: ${PEOPLE_HELP}`)
    .option('--answer <id=value...>', ANSWER_HELP)
    .option('--dry-run', 'show the plan and create nothing')
    .option('--watch', 'watch the job until it ends, and print the channel id')
    .option('--timeout <seconds>', 'stop watching after this many seconds', seconds)
    .option(
      '--idempotency-key <key>',
      'repeated commands with the same key create one channel (default: a new key)',
    )
    .action(async (teamId: string, options: Options) => {
      if (options.dryRun === true && options.watch === true) throw usage('Give either --dry-run or --watch.');
      if (options.timeout !== undefined && options.watch !== true) throw usage('--timeout needs --watch.');
      await request(openSession(options), teamId, options);
    });
}

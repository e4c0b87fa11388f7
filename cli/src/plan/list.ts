import type { ChannelPlan } from '@charter/sdk';
import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { CHANNEL_ARGUMENT, channelIdOf } from '../channel/describe.ts';

type Task = ChannelPlan['buckets'][number]['tasks'][number];

/** A task with its plan and bucket. A bucket without tasks, and a plan without buckets, has a row of its own. */
interface Row {
  plan: string;
  bucket?: string;
  task?: Task;
}

function rowsOf({ title: plan, buckets }: ChannelPlan): Row[] {
  if (buckets.length === 0) return [{ plan }];
  return buckets.flatMap(({ name: bucket, tasks }): Row[] =>
    tasks.length === 0 ? [{ plan, bucket }] : tasks.map((task) => ({ plan, bucket, task })),
  );
}

export function define(command: Command): void {
  apiCommand(command, 'charter plan list 0199c2d4-7a10-7c52-b8a5-5f1d6e0c9b11 primary')
    .argument('<team>', 'id of the team')
    .argument('<channel>', CHANNEL_ARGUMENT)
    .action(async (teamId: string, channel: string, options: SharedOptions) => {
      const { client, output } = openSession(options);
      const channelId = await channelIdOf(client, teamId, channel);
      const { value: plans } = await client.channels.getTeamChannelPlans(teamId, channelId);
      output.table(plans.flatMap(rowsOf), [
        { heading: 'PLAN', value: ({ plan }) => plan },
        { heading: 'BUCKET', value: ({ bucket }) => bucket },
        { heading: 'TASK', value: ({ task }) => task?.title },
        { heading: 'DUE', value: ({ task }) => task?.dueDateTime },
        { heading: 'PERCENT', value: ({ task }) => task?.percentComplete },
        { heading: 'ASSIGNED TO', value: ({ task }) => task?.assigneeIds.join(', ') },
      ]);
    });
}

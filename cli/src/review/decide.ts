import { type Command, Option } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { usage } from '../exit-codes.ts';
import { showReview } from './describe.ts';

interface Options extends SharedOptions {
  keep?: string[];
  remove?: string[];
  none?: string[];
  undecided?: 'keep' | 'remove';
}

export function define(command: Command): void {
  apiCommand(
    command,
    `charter review decide 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10 --remove guest-1 --undecided keep
charter review get 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10 --json | jq -r '.items[].userId'`,
  )
    .argument('<review>', 'id of the review')
    .option('--keep <people...>', 'ids of people who stay')
    .option('--remove <people...>', 'ids of people to remove')
    .option('--none <people...>', 'ids of people whose decision is revoked')
    .addOption(
      new Option('--undecided <decision>', 'decide about everybody else who is undecided').choices([
        'keep',
        'remove',
      ]),
    )
    .action(async (reviewId: string, { keep, remove, none, undecided, ...options }: Options) => {
      const decisions = Object.entries({ keep, remove, none }).flatMap(([decision, people = []]) =>
        people.map((userId) => ({ userId, decision: decision as 'keep' | 'remove' | 'none' })),
      );
      if (decisions.length === 0 && undecided === undefined) {
        throw usage(
          'Name people with --keep, --remove or --none, or decide about the others with --undecided.',
        );
      }
      const { client, output } = openSession(options);
      const body = { ...(decisions.length > 0 && { decisions }), ...(undecided && { undecided }) };
      const review = await client.reviews.decideReview(reviewId, body, { idempotencyKey: true });
      showReview(output, review);
    });
}

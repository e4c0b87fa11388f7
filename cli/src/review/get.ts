import { type Command, Option } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { collect } from '../collections.ts';
import { showReview } from './describe.ts';

const DECISIONS = ['keep', 'remove', 'none'] as const;

interface Options extends SharedOptions {
  decision?: (typeof DECISIONS)[number];
}

export function define(command: Command): void {
  apiCommand(command, 'charter review get 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10 --decision none')
    .argument('<review>', 'id of the review')
    .addOption(new Option('--decision <decision>', 'only people with this decision').choices(DECISIONS))
    .action(async (reviewId: string, { decision, ...options }: Options) => {
      const { client, output } = openSession(options);
      const review = await client.reviews.getReview(reviewId);
      const items = await collect(
        client.reviews.items(reviewId, { $top: 999, ...(decision !== undefined && { decision }) }),
      );
      if (output.json) return output.result({ ...review, items }, '');
      output.table(items, [
        { heading: 'USER', value: ({ userId }) => userId },
        { heading: 'NAME', value: ({ displayName }) => displayName },
        { heading: 'MAIL', value: ({ mail }) => mail },
        { heading: 'ROLE', value: ({ role }) => role },
        { heading: 'END', value: ({ endDateTime }) => endDateTime },
        { heading: 'LAST SIGN-IN', value: ({ lastSignInDateTime }) => lastSignInDateTime },
        { heading: 'DECISION', value: (item) => item.decision },
        { heading: 'BY', value: ({ decidedBy }) => decidedBy?.displayName },
        { heading: 'OUTCOME', value: ({ outcome, error }) => error ?? outcome },
      ]);
      showReview(output, review);
    });
}

import { CharterApiError } from '@charter/sdk';
import type { Session } from '../api-command.ts';
import { CommandFailure, EXIT } from '../exit-codes.ts';

interface Result {
  id: string;
  status: string;
  error?: { code: string; message: string };
}

/**
 * Decides several requests one after the other, and prints the result of each. Continues after an error response.
 * @param decide decides one request, and returns its new status
 * @throws CommandFailure at the end, if the service rejected a decision; any other error at once
 */
export async function decideEach(
  { output }: Session,
  approvalIds: readonly string[],
  decide: (approvalId: string) => Promise<string>,
): Promise<void> {
  const results: Result[] = [];
  for (const id of approvalIds) {
    try {
      results.push({ id, status: await decide(id) });
    } catch (error) {
      if (!(error instanceof CharterApiError)) throw error;
      results.push({ id, status: 'failed', error: { code: error.code, message: error.message } });
    }
  }
  output.table(results, [
    { heading: 'ID', value: ({ id }) => id },
    { heading: 'STATUS', value: ({ status }) => status },
    { heading: 'ERROR', value: ({ error }) => error?.message ?? '' },
  ]);
  const failed = results.filter(({ error }) => error !== undefined).length;
  if (failed > 0) throw new CommandFailure(EXIT.rejected, `${failed} of ${results.length} were not decided.`);
}

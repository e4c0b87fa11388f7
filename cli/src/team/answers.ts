/** Answers to the questions of a template, as options and from the terminal. */
import { createInterface } from 'node:readline/promises';
import type { TeamProvisioningRequest } from '@charter/sdk';
import type { Session } from '../api-command.ts';
import { usage } from '../exit-codes.ts';
import { printable } from '../terminal.ts';

export const ANSWER_HELP = 'answer to a question of the template; a repeated id makes a list';

/**
 * Turns assignments such as `costCentre=4711` into answers. The service parses each text by the type of its question.
 * @throws CommandFailure (wrong usage)
 */
export function readAnswers(assignments: readonly string[]): Record<string, string | string[]> {
  const answers = new Map<string, string[]>();
  for (const assignment of assignments) {
    const [, id, text] = /^([A-Za-z]\w*)=(.*)$/s.exec(assignment) ?? [];
    if (id === undefined || text === undefined) throw usage(`--answer takes id=value, not '${assignment}'.`);
    answers.set(id, [...(answers.get(id) ?? []), text]);
  }
  return Object.fromEntries(
    [...answers].map(([id, texts]) => [id, texts.length === 1 ? (texts[0] as string) : texts]),
  );
}

/**
 * Asks in an interactive terminal for each answer that is wrong or missing. Returns the request unchanged elsewhere: the
 * service then names what is missing.
 */
export async function askForAnswers(
  { client, output }: Session,
  request: TeamProvisioningRequest,
): Promise<TeamProvisioningRequest> {
  if (output.json || !process.stdin.isTTY || !process.stderr.isTTY) return request;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    let { metadata = {} } = request;
    for (;;) {
      const { name, description } = request.team;
      const draft = {
        template: request.template,
        team: { name, ...(description != null && { description }) },
        metadata: metadata ?? {},
      };
      const { questions } = await client.teams.checkAnswers(draft);
      const open = questions.find(({ problem }) => problem !== undefined);
      if (open === undefined) return { ...request, ...(metadata && { metadata }) };
      const answer = await terminal.question(printable(`${open.problem?.message ?? ''}\n${open.id}: `));
      metadata = { ...metadata, [open.id]: answer };
    }
  } finally {
    terminal.close();
  }
}

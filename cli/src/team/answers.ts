/** Answers to the questions of a template, as options and from the terminal. */
import { createInterface } from 'node:readline/promises';
import type { TeamProvisioningAnswers, TeamProvisioningRequest } from '@charter/sdk';
import type { Session } from '../api-command.ts';
import { usage } from '../exit-codes.ts';
import { printable } from '../terminal.ts';

export const ANSWER_HELP = 'answer to a question of the template; repeat the id for several choices';

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

type Metadata = NonNullable<TeamProvisioningRequest['metadata']>;

/**
 * Asks in an interactive terminal for each answer that is wrong or missing. Returns the answers unchanged elsewhere: the
 * service then names what is missing.
 * @param check returns the state of the questions given the answers
 */
export async function askForMissing(
  { output }: Pick<Session, 'output'>,
  given: Metadata | undefined,
  check: (metadata: Metadata) => Promise<TeamProvisioningAnswers>,
): Promise<Metadata | undefined> {
  if (output.json || !process.stdin.isTTY || !process.stderr.isTTY) return given;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    let metadata = given ?? {};
    for (;;) {
      const { questions } = await check(metadata);
      const open = questions.find(({ problem }) => problem !== undefined);
      if (open === undefined) return metadata;
      const answer = await terminal.question(printable(`${open.problem?.message ?? ''}\n${open.id}: `));
      metadata = { ...metadata, [open.id]: answer };
    }
  } finally {
    terminal.close();
  }
}

/** Asks for the missing answers of a request for a team. */
export async function askForAnswers(
  session: Session,
  request: TeamProvisioningRequest,
): Promise<TeamProvisioningRequest> {
  const { name, description } = request.team;
  const { template } = request;
  const team = { name, ...(description != null && { description }) };
  const metadata = await askForMissing(session, request.metadata ?? undefined, (answers) =>
    session.client.teams.checkAnswers({ template, team, metadata: answers }),
  );
  return { ...request, ...(metadata && { metadata }) };
}

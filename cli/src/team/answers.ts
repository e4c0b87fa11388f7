/** Answers to the questions of a template, as options and from the terminal. */
import { createInterface } from 'node:readline/promises';
import type { CatalogTemplate, TeamProvisioningAnswers, TeamProvisioningRequest } from '@charter/sdk';
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
type Question = NonNullable<CatalogTemplate['templateConfiguration']['questions']>[number];

/** Forms of the answers that the title of a question may not tell. */
const FORMS: Partial<Record<Question['type'], string>> = {
  boolean: 'true or false',
  date: 'YYYY-MM-DD',
  person: 'id, user principal name or mail',
  group: 'id of a group',
  multipleChoice: 'several: separated by commas',
};

/** Returns the help of the question, its options and the form of its answer, one on each line. */
const hintsFor = ({ type, help, options }: Question): string[] =>
  [help, options.join(' | '), FORMS[type]].filter((hint) => hint !== undefined && hint !== '').map(String);

interface Terminal {
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  stderr: NodeJS.WritableStream & { isTTY?: boolean };
}

/**
 * Asks in an interactive terminal for each answer that is wrong or missing. Elsewhere, returns the answers unchanged:
 * the service then names the missing ones.
 * @param check returns the state of the questions given the answers
 */
export async function askForMissing(
  { output }: Pick<Session, 'output'>,
  questions: readonly Question[] = [],
  given: Metadata | undefined,
  check: (metadata: Metadata) => Promise<TeamProvisioningAnswers>,
  { stdin, stderr }: Terminal = process,
): Promise<Metadata | undefined> {
  if (output.json || !stdin.isTTY || !stderr.isTTY) return given;
  const terminal = createInterface({ input: stdin, output: stderr });
  try {
    let metadata = given ?? {};
    for (;;) {
      const state = await check(metadata);
      const open = state.questions.find(({ problem }) => problem !== undefined);
      if (open === undefined) return metadata;
      const question = questions.find(({ id }) => id === open.id);
      const hints = question === undefined ? [] : hintsFor(question).map((hint) => `  ${hint}`);
      const lines = [open.problem?.message ?? '', ...hints, `${open.id}: `];
      const answer = await terminal.question(printable(lines.join('\n')));
      metadata = { ...metadata, [open.id]: answer };
    }
  } finally {
    terminal.close();
  }
}

/** Asks for the missing answers of a request for a team. */
export async function askForAnswers(
  session: Session,
  questions: readonly Question[] | undefined,
  request: TeamProvisioningRequest,
): Promise<TeamProvisioningRequest> {
  const { name, description } = request.team;
  const { template } = request;
  const team = { name, ...(description != null && { description }) };
  const metadata = await askForMissing(session, questions, request.metadata ?? undefined, (answers) =>
    session.client.teams.checkAnswers({ template, team, metadata: answers }),
  );
  return { ...request, ...(metadata && { metadata }) };
}

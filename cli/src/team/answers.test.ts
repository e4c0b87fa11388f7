import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { it } from 'node:test';
import type { TeamProvisioningAnswers } from '@charter/sdk';
import { createOutput } from '../output.ts';
import { askForMissing } from './answers.ts';

const terminal = () => ({
  stdin: Object.assign(new PassThrough(), { isTTY: true }),
  stderr: Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true }),
});

const question = { required: true, public: false, options: [] as string[] };
const QUESTIONS = [
  { ...question, id: 'kind', type: 'choice' as const, title: 'Kind', options: ['internal', 'client, new'] },
  { ...question, id: 'ends', type: 'date' as const, title: 'Last day', help: 'The owners can move it' },
];

/** Returns the state of the questions as the service does: each needs an answer. */
const check = async (metadata: Record<string, unknown>): Promise<TeamProvisioningAnswers> => ({
  '@odata.context': '',
  problems: [],
  questions: QUESTIONS.map(({ id, title }) => ({
    id,
    isShown: true,
    isDefault: false,
    ...(!(id in metadata) && {
      problem: {
        code: 'AnswerMissing',
        message: `'${title}' needs an answer.`,
        messageCode: 'answers.missing',
      },
    }),
  })),
});

it('the prompt for a missing answer shows the help, the options and the format of the answer', async () => {
  const { stdin, stderr } = terminal();
  const asked = askForMissing({ output: createOutput({}) }, QUESTIONS, undefined, check, { stdin, stderr });
  let shown = '';
  stderr.on('data', (text: string) => (shown += text));
  const until = async (prompt: string): Promise<void> => {
    while (!shown.includes(prompt)) await once(stderr, 'data');
  };
  await until('kind: ');
  assert.ok(shown.includes("'Kind' needs an answer.\n  internal | client, new\nkind: "), shown);
  stdin.write('internal\n');
  await until('ends: ');
  assert.ok(
    shown.includes("'Last day' needs an answer.\n  The owners can move it\n  YYYY-MM-DD\nends: "),
    shown,
  );
  stdin.write('2027-06-30\n');
  assert.deepEqual(await asked, { kind: 'internal', ends: '2027-06-30' });
});

/** Server state of questions: their state given the answers of a form. */
import type { TeamProvisioningAnswers, TeamProvisioningAnswersDraft } from '@charter/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useClient } from '../../base/client.ts';

/** The state of a template's questions given the answers so far. A newer call cancels the previous one. */
export function useCheckedAnswers(draft: TeamProvisioningAnswersDraft, hasQuestions: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: ['requests', 'answers', draft],
    queryFn: ({ signal }) => client.teams.checkAnswers(draft, { signal }),
    enabled: hasQuestions,
    placeholderData: keepPreviousData,
  });
}

type Checked = TeamProvisioningAnswers['questions'][number];

/** Returns a function that looks up the state of a question by its id. */
export const stateIn = (checked: TeamProvisioningAnswers | undefined) => {
  const states = new Map(checked?.questions.map((state) => [state.id, state]));
  return (id: string): Checked | undefined => states.get(id);
};

/** The draft of a request (base/drafts.ts). */
import { type Job, newUuid, type TeamProvisioningAnswers, type TeamProvisioningRequest } from '@charter/sdk';
import { useEffect, useState } from 'react';
import { readDraft, removeDraft, writeDraft } from '../../base/drafts.ts';
import { draftOf } from '../questions/kinds.tsx';
import type { DraftAnswers } from '../questions/QuestionFields.tsx';
import { stateIn } from '../questions/queries.ts';
import type { ChosenPerson } from '../users/PeoplePicker.tsx';

export interface Draft {
  /** Idempotency key of the form, so that a double click or a lost response creates one team. */
  key: string;
  name: string;
  description: string;
  welcomeMessage: string;
  owners: readonly ChosenPerson[];
  members: readonly ChosenPerson[];
  answers: DraftAnswers;
}

const nameOf = (templateId: string): string => `request.${templateId}`;

const emptyDraft = (): Draft => ({
  key: newUuid(),
  name: '',
  description: '',
  welcomeMessage: '',
  owners: [],
  members: [],
  answers: {},
});

/** The draft of a request, stored under the name. `key` is the idempotency key of the form. */
export function useRequestDraft<Fields extends { key: string }>(name: string, empty: () => Fields) {
  const [draft, setDraft] = useState((): Fields => ({ ...empty(), ...readDraft<Fields>(name) }));
  useEffect(() => writeDraft(name, draft), [name, draft]);
  return {
    draft,
    /** Changes fields. The changed form is a new request, so it gets a new key. */
    change: (fields: Partial<Fields>) => setDraft((last) => ({ ...last, ...fields, key: newUuid() })),
    discard: () => removeDraft(name),
  };
}

export const useDraft = (templateId: string) => useRequestDraft(nameOf(templateId), emptyDraft);

/** Fills the form of a request with the values of an earlier request. */
export function repeatRequest(templateId: string, { data }: Job): void {
  const { team } = data.request as Partial<TeamProvisioningRequest>;
  const bare = (people: readonly ChosenPerson[] = []): ChosenPerson[] =>
    people.map(({ id, displayName }) => ({ id, displayName }));
  const draft: Draft = {
    ...emptyDraft(),
    name: team?.name ?? '',
    description: team?.description ?? '',
    welcomeMessage: team?.welcomeMessage ?? '',
    // The plan has the names of the people, the request may have their addresses.
    owners: bare(data.plan?.owners),
    members: bare(data.plan?.members),
    answers: Object.fromEntries((data.plan?.answers ?? []).map((answer) => [answer.id, draftOf(answer)])),
  };
  writeDraft(nameOf(templateId), draft);
}

/** Returns the answers of the form to the questions that are asked. */
function toMetadata(answers: DraftAnswers, checked: TeamProvisioningAnswers | undefined) {
  const stateOf = stateIn(checked);
  const asked = Object.entries(answers).filter(([id]) => stateOf(id)?.isShown ?? true);
  return asked.length === 0 ? {} : { metadata: Object.fromEntries(asked) };
}

/** @param checked the state of the questions; answers to questions that are not asked are left out */
export function toRequest(
  templateId: string,
  draft: Draft,
  checked?: TeamProvisioningAnswers,
): TeamProvisioningRequest {
  const { name, description, welcomeMessage, owners, members } = draft;
  return {
    template: { id: templateId },
    team: {
      name: name.trim(),
      ...(description && { description }),
      ...(welcomeMessage && { welcomeMessage }),
      membership: { owners: owners.map(({ id }) => ({ id })), members: members.map(({ id }) => ({ id })) },
    },
    ...toMetadata(draft.answers, checked),
  };
}

/** Returns the part of the form that decides which questions are asked. */
export const toAnswersDraft = (templateId: string, { name, description, answers }: Draft) => ({
  template: { id: templateId },
  team: { name, description },
  metadata: { ...answers },
});

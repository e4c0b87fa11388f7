/** The drafts of requests for channels in a team, one for each template (base/drafts.ts). */
import {
  type ChannelProvisioningRequest,
  type Job,
  newUuid,
  type TeamProvisioningAnswers,
} from '@charter/sdk';
import { useState } from 'react';
import { readDraft, writeDraft } from '../../base/drafts.ts';
import { draftOf } from '../questions/kinds.tsx';
import type { DraftAnswers } from '../questions/QuestionFields.tsx';
import { stateIn } from '../questions/queries.ts';
import { useRequestDraft } from '../requests/draft.ts';
import type { ChosenPerson } from '../users/PeoplePicker.tsx';

export interface ChannelDraft {
  /** Idempotency key of the form, so that a double click or a lost response creates one channel. */
  key: string;
  name: string;
  description: string;
  owners: readonly ChosenPerson[];
  members: readonly ChosenPerson[];
  answers: DraftAnswers;
}

const chosenIn = (teamId: string): string => `channel-template.${teamId}`;
const nameOf = (teamId: string, templateId: string): string => `channel-request.${teamId}.${templateId}`;

const emptyDraft = (): ChannelDraft => ({
  key: newUuid(),
  name: '',
  description: '',
  owners: [],
  members: [],
  answers: {},
});

/** The id of the template that the person has chosen in the team. */
export function useChosenTemplate(teamId: string) {
  const name = chosenIn(teamId);
  const [chosen, setChosen] = useState(() => readDraft<string>(name));
  const choose = (templateId: string) => {
    writeDraft(name, templateId);
    setChosen(templateId);
  };
  return [chosen, choose] as const;
}

export const useChannelDraft = (teamId: string, templateId: string) =>
  useRequestDraft(nameOf(teamId, templateId), emptyDraft);

/** Fills the form of a request for a channel with the values of an earlier request. */
export function repeatChannelRequest(teamId: string, { data }: Job): void {
  const { template, channel } = data.request as Partial<ChannelProvisioningRequest>;
  if (template === undefined) return;
  const { channelPlan: plan } = data;
  const names = new Map([...(plan?.owners ?? []), ...(plan?.members ?? [])].map((one) => [one.id, one]));
  const chosen = (people: readonly { id: string }[] | null | undefined): ChosenPerson[] =>
    (people ?? []).map(({ id }) => ({ id, displayName: names.get(id)?.displayName ?? id }));
  const draft: ChannelDraft = {
    ...emptyDraft(),
    name: channel?.name ?? '',
    description: channel?.description ?? '',
    owners: chosen(channel?.membership?.owners),
    members: chosen(channel?.membership?.members),
    answers: Object.fromEntries((plan?.answers ?? []).map((answer) => [answer.id, draftOf(answer)])),
  };
  writeDraft(chosenIn(teamId), template.id);
  writeDraft(nameOf(teamId, template.id), draft);
}

/** @param checked the state of the questions; answers to questions that are not asked are left out */
export function toChannelRequest(
  templateId: string,
  { name, description, owners, members, answers }: ChannelDraft,
  checked?: TeamProvisioningAnswers,
): ChannelProvisioningRequest {
  const stateOf = stateIn(checked);
  const asked = Object.entries(answers).filter(([id]) => stateOf(id)?.isShown ?? true);
  const membership = {
    ...(owners.length > 0 && { owners: owners.map(({ id }) => ({ id })) }),
    ...(members.length > 0 && { members: members.map(({ id }) => ({ id })) }),
  };
  return {
    template: { id: templateId },
    channel: {
      name: name.trim(),
      ...(description && { description }),
      ...(owners.length + members.length > 0 && { membership }),
    },
    ...(asked.length > 0 && { metadata: Object.fromEntries(asked) }),
  };
}

/** Returns the part of the form that decides which questions are asked. */
export const toAnswersDraft = (templateId: string, { name, description, answers }: ChannelDraft) => ({
  template: { id: templateId },
  channel: { name, description },
  metadata: { ...answers },
});

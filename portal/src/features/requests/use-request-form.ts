/** The common part of the forms that request a team or a channel. */
import type { ChannelProvisioningPlan, Job, ProvisioningPlan, TeamProvisioningAnswers } from '@charter/sdk';
import { makeStyles, tokens } from '@fluentui/react-components';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { problemsOf } from '../../components/problems.ts';
import { useOpenLists } from '../users/use-open-lists.ts';
import { violationsIn } from './verdicts.ts';

export const TYPING_MILLISECONDS = 500;

export const useFormStyles = makeStyles({
  columns: {
    display: 'grid',
    gap: tokens.spacingHorizontalL,
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(340px, 100%), 1fr))',
    alignItems: 'start',
  },
  fields: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.spacingVerticalL },
});

interface FormState<Draft> {
  draft: Draft;
  /** The draft for which answers and plan were read; older than `draft` while the person types. */
  typed: Draft;
  /** Whether no answer is wrong or missing. */
  isAnswered: boolean;
  checking: UseQueryResult<TeamProvisioningAnswers>;
  plan: UseQueryResult<ProvisioningPlan | ChannelProvisioningPlan>;
  sending: UseMutationResult<Job, unknown, Draft>;
  discard(): void;
}

/** Sends the form, then opens the page of the job. Until then, collects the problems of its fields. */
export function useRequestForm<Draft extends { name: string }>(state: FormState<Draft>) {
  const { draft, typed, isAnswered, checking, plan, sending, discard } = state;
  const navigate = useNavigate();
  const [tries, setTries] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  // Shows the first wrong or missing answer after an attempt to send the form.
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);
  const open = useOpenLists();
  const canSend = draft.name.trim() !== '' && !open.isOpen;
  const rejections = problemsOf(sending.error ?? plan.error);
  const violations = violationsIn(plan.data);
  const problemAt = (field: string) => ({ ...violations(field), ...rejections(field) });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (sending.isPending || !canSend) return;
    setTries((count) => count + 1);
    if (typed === draft && !isAnswered) return;
    sending.mutate(draft, {
      onSuccess: (job) => {
        discard();
        void navigate({ to: '/jobs/$jobId', params: { jobId: job.id } });
      },
    });
  };
  const questions = { checked: checking.data, isAnswered, wasTried: tries > 0, error: checking.error };
  return { problemAt, send, open, canSend, questions, form };
}

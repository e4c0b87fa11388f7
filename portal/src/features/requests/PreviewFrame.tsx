import { Body1, Spinner } from '@fluentui/react-components';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMessages } from '../../base/messages.ts';
import { Problem, RetryNotice } from '../../components/Problem.tsx';
import { Section } from '../../components/Section.tsx';

/** State of the form that a preview shows. */
export interface PreviewState<Plan> {
  plan: UseQueryResult<Plan>;
  /** Whether the form has no name yet. */
  isEmpty: boolean;
  /** Whether every answer that the template needs is given. Default: yes. */
  isAnswered?: boolean;
}

interface PreviewFrameProps<Plan> extends PreviewState<Plan> {
  title: string;
  /** Text for a form without a name. */
  empty: string;
  children: (plan: Plan) => ReactNode;
}

/** The frame of a live preview: invitation, update, error, or the plan. */
export function PreviewFrame<Plan>({
  title,
  empty,
  plan,
  isEmpty: isNameless,
  isAnswered = true,
  children,
}: PreviewFrameProps<Plan>) {
  const text = useMessages();
  const isEmpty = isNameless || !isAnswered;
  return (
    <Section title={title}>
      {isEmpty && <Body1>{isNameless ? empty : text('plan.unanswered')}</Body1>}
      {!isEmpty && plan.isFetching && <Spinner size="tiny" label={text('plan.updating')} />}
      {!isEmpty && plan.error !== null && <Problem error={plan.error} />}
      {plan.error === null && plan.failureReason !== null && <RetryNotice error={plan.failureReason} />}
      {!isEmpty && plan.error === null && plan.data !== undefined && children(plan.data)}
    </Section>
  );
}

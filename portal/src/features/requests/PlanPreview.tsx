import type { ProvisioningPlan } from '@charter/sdk';
import { Body1, Spinner } from '@fluentui/react-components';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMessages } from '../../base/messages.ts';
import { Problem, RetryNotice } from '../../components/Problem.tsx';
import { Section } from '../../components/Section.tsx';
import { PlanFacts } from './PlanFacts.tsx';

/** A live preview of the team while the person fills in the form. */
export function PlanPreview({
  plan,
  isEmpty: isNameless,
  isAnswered = true,
}: {
  plan: UseQueryResult<ProvisioningPlan>;
  isEmpty: boolean;
  /** Whether every answer that the template needs is given. Default: yes. */
  isAnswered?: boolean;
}) {
  const isEmpty = isNameless || !isAnswered;
  const text = useMessages();
  return (
    <Section title={text('plan.title')}>
      {isEmpty && <Body1>{text(isNameless ? 'plan.empty' : 'plan.unanswered')}</Body1>}
      {!isEmpty && plan.isFetching && <Spinner size="tiny" label={text('plan.updating')} />}
      {!isEmpty && plan.error !== null && <Problem error={plan.error} />}
      {plan.error === null && plan.failureReason !== null && <RetryNotice error={plan.failureReason} />}
      {!isEmpty && plan.error === null && plan.data !== undefined && <PlanFacts plan={plan.data} />}
    </Section>
  );
}

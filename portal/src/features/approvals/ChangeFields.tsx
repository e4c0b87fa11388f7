import type { Approval, ProvisioningPlan } from '@charter/sdk';
import { Field, Input, Textarea } from '@fluentui/react-components';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMessages } from '../../base/messages.ts';
import { problemsOf } from '../../components/problems.ts';
import { PlanPreview } from '../requests/PlanPreview.tsx';
import { violationsIn } from '../requests/verdicts.ts';
import type { Updates } from './queries.ts';

export type RequestTexts = Required<Updates>;

export const textsOf = ({ request: { team } }: Approval): RequestTexts => ({
  name: team.name,
  description: team.description ?? '',
  welcomeMessage: team.welcomeMessage ?? '',
});

/** Returns the texts that the approver has changed. */
export const changesBetween = (asked: RequestTexts, changed: RequestTexts): Updates =>
  Object.fromEntries(
    Object.entries(changed).filter(([key, value]) => value !== asked[key as keyof RequestTexts]),
  );

interface ChangeFieldsProps {
  texts: RequestTexts;
  onChange: (texts: RequestTexts) => void;
  /** The plan with the changes. */
  plan: UseQueryResult<ProvisioningPlan>;
  /** The error of the last attempt to approve. */
  error: unknown;
}

/** Fields for the texts of the request, each with its policy violation or error, and a preview of the team. */
export function ChangeFields({ texts, onChange, plan, error }: ChangeFieldsProps) {
  const text = useMessages();
  const rejections = problemsOf(error ?? plan.error);
  const violations = violationsIn(plan.data);
  const problemAt = (field: keyof RequestTexts) => ({
    ...violations(`team.${field}`),
    ...rejections(`team.${field}`),
    ...rejections(`updates.${field}`),
  });
  return (
    <>
      <Field label={text('team.name')} required {...problemAt('name')}>
        <Input value={texts.name} onChange={(_event, { value }) => onChange({ ...texts, name: value })} />
      </Field>
      <Field label={text('team.description')} {...problemAt('description')}>
        <Textarea
          value={texts.description}
          onChange={(_event, { value }) => onChange({ ...texts, description: value })}
        />
      </Field>
      <Field label={text('team.welcomeMessage')} {...problemAt('welcomeMessage')}>
        <Textarea
          value={texts.welcomeMessage}
          onChange={(_event, { value }) => onChange({ ...texts, welcomeMessage: value })}
        />
      </Field>
      <PlanPreview plan={plan} isEmpty={texts.name.trim() === ''} />
    </>
  );
}

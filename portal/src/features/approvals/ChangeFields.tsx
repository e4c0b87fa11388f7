import type { Approval, ChannelProvisioningPlan, ProvisioningPlan } from '@charter/sdk';
import { Field, Input, Textarea } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useMessages } from '../../base/messages.ts';
import { problemsOf } from '../../components/problems.ts';
import { violationsIn } from '../requests/verdicts.ts';
import { type ChosenPerson, PeoplePicker } from '../users/PeoplePicker.tsx';
import type { Updates } from './queries.ts';

/** The parts of a request that an approver can change. */
export interface ChangeableFields {
  name: string;
  description: string;
  welcomeMessage: string;
  owners: readonly ChosenPerson[];
  members: readonly ChosenPerson[];
}

type PlannedPeople = Pick<ProvisioningPlan, 'owners' | 'members'>;

/**
 * Returns the parts of the request that the approver can change.
 * @param plan has the names of the people; the request may have their addresses
 */
export function changeableFieldsOf({ request }: Approval, plan?: PlannedPeople | null): ChangeableFields {
  const { channel } = request;
  const team = channel === undefined ? request.team : { ...channel, welcomeMessage: undefined };
  const names = new Map([...(plan?.owners ?? []), ...(plan?.members ?? [])].map((one) => [one.id, one]));
  const chosen = (people: readonly { id: string }[] | null | undefined): ChosenPerson[] =>
    (people ?? []).map(({ id }) => ({ id, displayName: names.get(id)?.displayName ?? id }));
  return {
    name: team.name,
    description: team.description ?? '',
    welcomeMessage: team.welcomeMessage ?? '',
    owners: chosen(team.membership?.owners),
    members: chosen(team.membership?.members),
  };
}

const TEXTS = ['name', 'description', 'welcomeMessage'] as const;
const ROLES = ['owners', 'members'] as const;
/** Maximum numbers of people in a request. */
const MOST = { owners: 20, members: 200 };

const idsOf = (people: readonly ChosenPerson[]): { id: string }[] => people.map(({ id }) => ({ id }));

/** Returns the approver's changes to the request. */
export function changesBetween(asked: ChangeableFields, changed: ChangeableFields): Updates {
  const texts = TEXTS.filter((key) => changed[key] !== asked[key]).map((key) => [key, changed[key]]);
  const lists = ROLES.filter(
    (role) => JSON.stringify(idsOf(changed[role])) !== JSON.stringify(idsOf(asked[role])),
  ).map((role) => [role, idsOf(changed[role])]);
  return {
    ...Object.fromEntries(texts),
    ...(lists.length > 0 && { membership: Object.fromEntries(lists) }),
  };
}

interface ChangeFieldsProps {
  changed: ChangeableFields;
  onChange: (changed: ChangeableFields) => void;
  isForChannel: boolean;
  /** The plan with the changes; undefined until it is loaded. */
  plan: ProvisioningPlan | ChannelProvisioningPlan | undefined;
  /** The error of the last attempt to approve, or of the plan. */
  error: unknown;
  /** A preview of the team or channel with the changes. */
  preview: ReactNode;
}

/** Fields for the texts and people of the request, each with its policy violation or error, and a preview. */
export function ChangeFields({ changed, onChange, isForChannel, plan, error, preview }: ChangeFieldsProps) {
  const text = useMessages();
  const rejections = problemsOf(error);
  const violations = violationsIn(plan);
  const problemAt = (field: string) => ({
    ...violations(`team.${field}`),
    ...violations(`channel.${field}`),
    ...rejections(`team.${field}`),
    ...rejections(`channel.${field}`),
    ...rejections(`updates.${field}`),
  });
  return (
    <>
      <Field label={text(isForChannel ? 'channels.name' : 'team.name')} required {...problemAt('name')}>
        <Input value={changed.name} onChange={(_event, { value }) => onChange({ ...changed, name: value })} />
      </Field>
      <Field label={text('team.description')} {...problemAt('description')}>
        <Textarea
          value={changed.description}
          onChange={(_event, { value }) => onChange({ ...changed, description: value })}
        />
      </Field>
      {!isForChannel && (
        <Field label={text('team.welcomeMessage')} {...problemAt('welcomeMessage')}>
          <Textarea
            value={changed.welcomeMessage}
            onChange={(_event, { value }) => onChange({ ...changed, welcomeMessage: value })}
          />
        </Field>
      )}
      {ROLES.map((role) => (
        <PeoplePicker
          key={role}
          label={text(`team.${role}`)}
          most={MOST[role]}
          chosen={changed[role]}
          onChange={(people) => onChange({ ...changed, [role]: people })}
          problem={problemAt(`membership.${role}`).validationMessage}
        />
      ))}
      {preview}
    </>
  );
}

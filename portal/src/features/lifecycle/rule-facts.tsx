import type { LifecycleRules } from '@charter/sdk';
import type { ReactNode } from 'react';
import { FormattedDate } from 'react-intl';
import { useMessages } from '../../base/messages.ts';

/** Returns the end of a team, its renewals, and the rule for unused teams, each with its value for `Facts`. */
export function useRuleFacts(rules: LifecycleRules | undefined) {
  const text = useMessages();
  const end: ReactNode = rules?.endDateTime !== undefined && (
    <FormattedDate key="end" value={rules.endDateTime} dateStyle="long" timeZone="UTC" />
  );
  return {
    end: [text('lifecycle.end'), end],
    renewal: [
      text('lifecycle.renewal'),
      rules?.renewalMonths !== undefined && text('lifecycle.months', { count: rules.renewalMonths }),
    ],
    inactivity:
      rules &&
      text('lifecycle.rule', {
        inactivityDays: rules.inactivityDays,
        graceDays: rules.graceDays,
        action: text(`lifecycle.action.${rules.action}`),
        name: rules.source.name,
      }),
  } as const;
}

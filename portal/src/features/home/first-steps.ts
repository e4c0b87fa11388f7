/** The set-up steps of a new organisation, and which of them are done. */
import type { CatalogTemplate } from '@charter/sdk';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../base/client.ts';

export const FIRST_STEPS = [
  'people',
  'roles',
  'templates',
  'labels',
  'policies',
  'lifecycle',
  'mail',
] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** Key by which this browser remembers that the steps of an organisation are done or hidden. */
const overOf = (tenant: string): string => `charter.first-steps.${tenant}`;

export function hideFirstSteps(tenant: string): void {
  try {
    localStorage.setItem(overOf(tenant), 'over');
  } catch {
    // Without storage, Home does not show the steps at all.
  }
}

/**
 * Whether Home shows the first steps of the organisation. False in a browser without storage, which could not hide
 * them.
 */
export function showsFirstSteps(tenant: string): boolean {
  try {
    return localStorage.getItem(overOf(tenant)) === null;
  } catch {
    return false;
  }
}

type Lifecycle = CatalogTemplate['templateConfiguration']['lifecycle'];

/** Whether the lifecycle of a template ever asks the owners of its teams. */
const asks = (lifecycle: Lifecycle): boolean =>
  lifecycle.enabled ||
  [
    lifecycle.endMonths,
    lifecycle.endDateQuestion,
    lifecycle.renewalMonths,
    lifecycle.renewalMonthsQuestion,
  ].some((limit) => limit !== undefined);

export function useFirstSteps(tenant: string) {
  const { users, roles, catalog, labels, policies, notifications } = useClient();
  return useQuery({
    queryKey: ['first-steps', tenant],
    queryFn: async ({ signal }) => {
      const [people, assigned, templates, published, rules, mail] = await Promise.all([
        users.getUsers({ $top: 2 }, { signal }),
        roles.getRoles({ $top: 2 }, { signal }),
        catalog.getCatalogTemplates({ language: '*' }, { signal }),
        labels.getMyLabels({ signal }),
        policies.getPolicies({}, { signal }),
        notifications.getNotificationSettings({ signal }),
      ]);
      // Nobody can use a template that is disabled.
      const offered = templates.value
        .map(({ templateConfiguration }) => templateConfiguration)
        .filter(({ enabled }) => enabled);
      const hasPolicy = (kind: string) =>
        rules.value.some((policy) => policy.enabled && policy.kind === kind);
      const done: Record<FirstStep, boolean> = {
        people: people.value.length > 1,
        roles: assigned.value.length > 1,
        templates: offered.length > 0,
        labels:
          hasPolicy('sensitivityLabel') ||
          offered.some(({ sensitivityLabelId }) => sensitivityLabelId !== undefined),
        policies: rules.value.length > 0,
        lifecycle: hasPolicy('lifecycle') || offered.some(({ lifecycle }) => asks(lifecycle)),
        mail: mail.sendsMail,
      };
      // An organisation without labels has none to choose.
      const steps = FIRST_STEPS.filter((step) => step !== 'labels' || published.value.length > 0);
      if (steps.every((step) => done[step])) hideFirstSteps(tenant);
      return steps.map((step) => ({ step, isDone: done[step] }));
    },
    // The person may have completed a step on the previous page.
    staleTime: 0,
  });
}

/** The set-up steps of a new organisation, and which of them are done. */
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../base/client.ts';

export const FIRST_STEPS = ['people', 'roles', 'templates', 'policies', 'mail'] as const;
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

export function useFirstSteps(tenant: string) {
  const { users, roles, catalog, policies, notifications } = useClient();
  return useQuery({
    queryKey: ['first-steps', tenant],
    queryFn: async ({ signal }) => {
      const [people, assigned, templates, rules, mail] = await Promise.all([
        users.getUsers({ $top: 2 }, { signal }),
        roles.getRoles({ $top: 2 }, { signal }),
        catalog.getCatalogTemplates({ language: '*' }, { signal }),
        policies.getPolicies({}, { signal }),
        notifications.getNotificationSettings({ signal }),
      ]);
      const done: Record<FirstStep, boolean> = {
        people: people.value.length > 1,
        roles: assigned.value.length > 1,
        // Nobody can use a template that is disabled.
        templates: templates.value.some(({ templateConfiguration }) => templateConfiguration.enabled),
        policies: rules.value.length > 0,
        mail: mail.sendsMail,
      };
      if (Object.values(done).every(Boolean)) hideFirstSteps(tenant);
      return FIRST_STEPS.map((step) => ({ step, isDone: done[step] }));
    },
    // The person may have completed a step on the previous page.
    staleTime: 0,
  });
}

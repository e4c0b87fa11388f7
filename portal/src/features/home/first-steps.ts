/** What an administrator of a new organisation sets up, and what of it is done. */
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../base/client.ts';

export const FIRST_STEPS = ['people', 'roles', 'templates', 'policies', 'mail'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** Remembers in this browser that the steps are done or hidden, so that Home asks for them no more. */
const OVER = 'charter.first-steps';

export function forgetFirstSteps(): void {
  localStorage.setItem(OVER, 'over');
}

export const wantsFirstSteps = (): boolean => localStorage.getItem(OVER) === null;

export function useFirstSteps() {
  const { users, roles, catalog, policies, notifications } = useClient();
  return useQuery({
    queryKey: ['first-steps'],
    queryFn: async ({ signal }) => {
      const [people, assigned, templates, rules, mail] = await Promise.all([
        users.getUsers({ $top: '2' }, { signal }),
        roles.getRoles({ $top: '2' }, { signal }),
        catalog.getCatalogTemplates({}, { signal }),
        policies.getPolicies({}, { signal }),
        notifications.getNotificationSettings({ signal }),
      ]);
      const done: Record<FirstStep, boolean> = {
        people: people.value.length > 1,
        roles: assigned.value.length > 1,
        templates: templates.value.length > 0,
        policies: rules.value.length > 0,
        mail: mail.sendsMail,
      };
      if (Object.values(done).every(Boolean)) forgetFirstSteps();
      return FIRST_STEPS.map((step) => ({ step, isDone: done[step] }));
    },
    // A step may have been done on the page before.
    staleTime: 0,
  });
}

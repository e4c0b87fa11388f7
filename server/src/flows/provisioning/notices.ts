/** Builds notices for the requester of a team about facts outside the plan. */
import type { Person } from '../../domain/directory/find-people.ts';
import type { Deps } from '../../engine/deps.ts';
import type { RemainingObjects } from '../../engine/jobs/ports.ts';
import { type Message, say } from '../../kernel/messages.ts';

export interface Notice extends Message {
  code: string;
}

const noticeOf = ({ id, requester, left }: RemainingObjects): Notice => ({
  code: 'leftByFailedRequest',
  ...say(
    'provisioning.leftByFailedRequest',
    'A failed request of {requester} has left the {things}, which keeps its mail alias. To delete it, {requester} or an administrator cancels the job {job} with the removal of what was built.',
    {
      requester: requester.displayName,
      things: left.map(({ type, displayName }) => `${type} '${displayName}'`).join(', '),
      job: id,
    },
  ),
});

/** Returns a notice for each failed request for a team of this name that has left objects in the suite. */
export async function noticesOfRemainingObjects(
  { store }: Pick<Deps, 'store'>,
  tenantId: string,
  name: string,
): Promise<Notice[]> {
  return (await store.in(tenantId).jobs.findLeft(name)).map(noticeOf);
}

/** Returns a notice that names the owners without a licence, if any. */
export async function noticesOfLicences(
  { suite }: Pick<Deps, 'suite'>,
  tenantId: string,
  owners: readonly Person[],
): Promise<Notice[]> {
  const ids = new Set(await suite.users.unlicensed(tenantId, [...new Set(owners.map(({ id }) => id))]));
  const names = owners.filter(({ id }) => ids.has(id)).map(({ displayName }) => displayName);
  if (names.length === 0) return [];
  return [
    {
      code: 'ownersWithoutLicence',
      ...say(
        'provisioning.unlicensedOwners',
        'These owners have no licence for teams, so Microsoft 365 may reject the team: {names}. An administrator can assign a licence, or others can own the team.',
        { names: [...new Set(names)].join(', ') },
      ),
    },
  ];
}

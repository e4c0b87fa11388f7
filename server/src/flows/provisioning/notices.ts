/** What the requester of a team should know beside the plan. */
import type { Deps } from '../../engine/deps.ts';
import type { LeftByJob } from '../../engine/jobs/ports.ts';

export interface Notice {
  code: string;
  message: string;
}

const noticeOf = ({ id, requester, left }: LeftByJob): Notice => {
  const things = left.map(({ type, displayName }) => `${type} '${displayName}'`).join(', ');
  const message = `A failed request of ${requester.displayName} has left the ${things}, which keeps its mail alias. To delete it, ${requester.displayName} or an administrator cancels the job ${id} with the removal of what was built.`;
  return { code: 'leftByFailedRequest', message };
};

/** Returns a notice for each failed request for a team of this name that has left something in the suite. */
export async function noticesOfLeft(
  { store }: Pick<Deps, 'store'>,
  tenantId: string,
  name: string,
): Promise<Notice[]> {
  return (await store.in(tenantId).jobs.findLeft(name)).map(noticeOf);
}

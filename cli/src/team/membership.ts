import type { TeamProvisioningRequestTeamMembership } from '@charter/sdk';

const toReferences = (ids: readonly string[]) => ids.map((id) => ({ id }));

/** Returns the people of a request from the options `--owner` and `--member`; undefined if there are none. */
export function membershipOf({
  owner,
  member,
}: {
  owner?: string[];
  member?: string[];
}): TeamProvisioningRequestTeamMembership | undefined {
  if (owner === undefined && member === undefined) return undefined;
  return {
    ...(owner === undefined ? {} : { owners: toReferences(owner) }),
    ...(member === undefined ? {} : { members: toReferences(member) }),
  };
}

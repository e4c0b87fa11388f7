import type { Principal } from '../../engine/principal.ts';
import type { User } from '../directory/model.ts';
import type { SuiteOrganisation, SuiteUsers } from '../directory/suite.ts';

export interface GetMeDeps {
  suite: {
    users: Pick<SuiteUsers, 'resolve'>;
    organisation(tenantId: string): Promise<SuiteOrganisation | undefined>;
  };
}

export interface Me {
  principal: Principal;
  /** The directory's entry; undefined for an app, and for a person who is not in the directory. */
  user: User | undefined;
  organisation: SuiteOrganisation | undefined;
}

/** Describes the caller: the principal, their entry in the directory and their organisation. */
export async function getMe({ suite }: GetMeDeps, principal: Principal): Promise<Me> {
  const { tenantId, kind, id } = principal;
  const [[user], organisation] = await Promise.all([
    kind === 'user' ? suite.users.resolve(tenantId, [id]) : [undefined],
    suite.organisation(tenantId),
  ]);
  // The suite also resolves user principal names and mail, which people can choose, so compare the id.
  return { principal, user: user?.id === id ? user : undefined, organisation };
}

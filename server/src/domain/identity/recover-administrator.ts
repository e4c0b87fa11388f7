import { OPERATOR, type Role } from '../../engine/principal.ts';
import type { Suite } from '../../engine/suite.ts';
import type { Clock } from '../../kernel/clock.ts';
import { conflict, invalidField } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { say } from '../../kernel/messages.ts';
import { findById, findUser } from '../directory/find-people.ts';
import type { User } from '../directory/model.ts';
import type { AppStore, RoleAssignmentStore } from './ports.ts';

interface RecoverDeps {
  suite: Pick<Suite, 'users'>;
  apps: Pick<AppStore, 'list'>;
  roles: Pick<RoleAssignmentStore, 'list' | 'assign'>;
  clock: Clock;
}

const ROLE: Role = 'GLOBAL_ADMIN';

/** Returns the names of those with GLOBAL_ADMIN who can act: people with enabled accounts, and enabled apps. */
async function findAdministrators({ suite, apps, roles }: RecoverDeps, tenantId: string): Promise<string[]> {
  const ids = (await roles.list(tenantId))
    .filter(({ role }) => role === ROLE)
    .map((held) => held.principalId);
  const [people, registered] = await Promise.all([
    ids.length > 0 ? findById(suite.users, tenantId, ids) : [],
    apps.list(tenantId),
  ]);
  return [
    ...people.flatMap((user) => (user?.accountEnabled ? [user.displayName] : [])),
    ...registered.flatMap((app) => (app.enabled && ids.includes(app.appId) ? [app.displayName] : [])),
  ];
}

/**
 * Gives GLOBAL_ADMIN to a person on behalf of the operator, when nobody who can act has it any more. Roles that come
 * from tokens of the provider are unknown here.
 * @param person id, user principal name or mail address
 * @throws Conflict when somebody has it; InvalidRequest at `person` for an unknown person and a closed account
 */
export async function recoverAdministrator(
  deps: RecoverDeps,
  tenantId: string,
  person: string,
): Promise<User> {
  const [administrator] = await findAdministrators(deps, tenantId);
  if (administrator !== undefined) {
    throw conflict(
      say('identity.administratorExists', '{name} has GLOBAL_ADMIN and can assign it to others.', {
        name: administrator,
      }),
    );
  }
  const user = await findUser(deps.suite, tenantId, { path: 'person', reference: person });
  if (!user.accountEnabled) {
    throw invalidField(
      'person',
      say(
        'identity.recoverClosed',
        "The account of '{name}' is closed. Open it first, or name somebody else.",
        {
          name: user.displayName,
        },
      ),
    );
  }
  const cause = { actor: OPERATOR, requestId: newId(), at: deps.clock.now() };
  await deps.roles.assign(tenantId, user.id, ROLE, cause, { displayName: user.displayName });
  return user;
}

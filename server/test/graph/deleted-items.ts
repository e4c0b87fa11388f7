/** `/directory/deletedItems`: deleted people and groups, and the restoration of a group. */
import { noDirectoryObject } from './errors.ts';
import { GROUP_RULES, groupEntity } from './group-entity.ts';
import { groupResponse, WRITE } from './groups.ts';
import { entityResponse } from './odata.ts';
import { type Call, ok, type Route } from './route.ts';
import type { StoredGroup } from './tenant.ts';
import { USER_RULES, userEntity } from './users.ts';

/** Restores a deleted group ("Restore deleted directory object item"). */
function restoreGroup(call: Call, stored: StoredGroup): void {
  delete stored.deletedAt;
  call.tenant.groupsByNickname.set(stored.group.mailNickname?.toLowerCase() ?? '', stored.id);
  if (stored.uniqueName !== undefined) call.tenant.groupsByUniqueName.set(stored.uniqueName, stored.id);
  call.tenant.changed('groups', 'updated', stored.id, call.now);
}

export const deletedItemRoutes: Route[] = [
  {
    method: 'GET',
    path: '/directory/deletedItems/{group}',
    permissions: ['User.Read.All', 'Group.Read.All', 'Group.ReadWrite.All', 'Directory.Read.All'],
    budgets: ['directory'],
    handle(call) {
      const user = call.tenant.users.get(call.parameters.group!);
      if (user?.deletedAt !== undefined && !user.isPurged) {
        const person = { '@odata.type': '#microsoft.graph.user', ...userEntity(user) };
        return ok(
          entityResponse(person, call.query, USER_RULES, `${call.url}/$metadata#directoryObjects/$entity`),
        );
      }
      const stored = call.tenant.groups.get(call.parameters.group!);
      if (stored?.deletedAt === undefined) throw noDirectoryObject(call.parameters.group!);
      const deletedDateTime = new Date(stored.deletedAt).toISOString();
      const entity = { '@odata.type': '#microsoft.graph.group', ...groupEntity(stored), deletedDateTime };
      return ok(
        entityResponse(entity, call.query, GROUP_RULES, `${call.url}/$metadata#directoryObjects/$entity`),
      );
    },
  },
  {
    method: 'POST',
    path: '/directory/deletedItems/{group}/restore',
    permissions: WRITE,
    budgets: ['directory', 'directoryWrite'],
    handle(call) {
      const stored = call.tenant.groups.get(call.parameters.group!);
      if (stored?.deletedAt === undefined) throw noDirectoryObject(call.parameters.group!);
      restoreGroup(call, stored);
      return ok(groupResponse(call, stored));
    },
  },
];

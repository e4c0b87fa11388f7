/** Writes the changes that sign-ins make to people, in the transaction of the event or audit record. */
import { USER_FIELDS } from '../domain/directory/model.ts';
import type { PersonStore } from '../domain/identity/ports.ts';
import { boolean, text, toSnakeCase } from '../kernel/columns.ts';
import { assigned, type Database, statements, table } from '../kernel/sql.ts';

const NAMES = USER_FIELDS.filter((field) => field !== 'id');

export function personStore(db: Database, tenantId: string): PersonStore {
  const { tenant, all, first, write } = statements(db, tenantId);
  return {
    async providerGroups(userId) {
      const isUnknown = await first(boolean())`
        select groups_unknown from directory.users where tenant_id = ${tenant} and user_id = ${userId}`;
      const names = await all(text<string>())`
        select group_name from directory.provider_groups
         where tenant_id = ${tenant} and user_id = ${userId} order by group_name`;
      return { names, isComplete: isUnknown !== true };
    },

    async change(userId, changes) {
      const row = Object.fromEntries(
        NAMES.filter((name) => Object.hasOwn(changes, name)).map((name) => [
          toSnakeCase(name),
          changes[name],
        ]),
      );
      await write`
        update directory.users set ${assigned(row)} where tenant_id = ${tenant} and user_id = ${userId}`;
    },

    async setProviderGroups(userId, { names, isComplete }) {
      const rows = table(
        'g',
        names.map((name) => ({ name })),
        { name: 'text' },
      );
      await write`
        update directory.users set groups_unknown = ${!isComplete}
         where tenant_id = ${tenant} and user_id = ${userId}`;
      await write`
        delete from directory.provider_groups
         where tenant_id = ${tenant} and user_id = ${userId} and group_name not in (select name from ${rows})`;
      await write`
        insert into directory.provider_groups (tenant_id, user_id, group_name)
        select ${tenant}, ${userId}, name from ${rows} order by name
        on conflict do nothing`;
    },
  };
}

/**
 * Sensitivity labels. A label is published to everybody or to groups, as Microsoft Purview's label policies
 * publish to users and groups. Inactive labels are listed too, as in Microsoft Graph's sensitivityLabel (`isActive`).
 */
import type { WritableOrganisation } from '../../domain/directory/ports.ts';
import type { Label, SuiteLabels } from '../../domain/labels/labels.ts';
import { boolean, columns, json, number, text } from '../../kernel/columns.ts';
import { replaced, sql, table } from '../../kernel/sql.ts';
import type { SuiteParts } from './parts.ts';

const LABEL = columns<Label>(
  {
    id: text('label_id'),
    name: text(),
    description: text(),
    color: text(),
    sensitivity: number(),
    tooltip: text(),
    isActive: boolean(),
    parent: json(
      sql`case when p.label_id is not null then json_build_object('id', p.label_id, 'name', p.name) end`,
    ),
  },
  'l',
);

const FROM = sql`
  from embedded_suite.labels l
  left join embedded_suite.labels p on p.tenant_id = l.tenant_id and p.label_id = l.parent_id`;

const WRITTEN = [
  'name',
  'description',
  'color',
  'sensitivity',
  'tooltip',
  'is_active',
  'parent_id',
  'published_to',
];

export const createLabels = ({
  database,
}: SuiteParts): SuiteLabels & Pick<WritableOrganisation, 'saveLabels'> => ({
  listFor(tenantId, userId) {
    const { tenant, all } = database.in(tenantId);
    const user = sql.val(userId);
    return all(LABEL)`
      select ${LABEL} ${FROM}
       where l.tenant_id = ${tenant}
         and exists (select from directory.users u where u.tenant_id = ${tenant} and u.user_id = ${user})
         and (l.published_to is null
              or l.published_to && array(
                   select m.group_id from directory.group_members m
                    where m.tenant_id = ${tenant} and m.user_id = ${user}))
       order by l.sensitivity, l.name, l.label_id`;
  },

  find(tenantId, labelId) {
    const { tenant, first } = database.in(tenantId);
    return first(LABEL)`select ${LABEL} ${FROM} where l.tenant_id = ${tenant} and l.label_id = ${labelId}`;
  },

  async saveLabels(tenantId, labels) {
    const { tenant, write } = database.in(tenantId);
    const given = table('l', labels, {
      id: 'text',
      name: 'text',
      description: 'text',
      color: 'text',
      sensitivity: 'integer',
      tooltip: 'text',
      isActive: 'boolean',
      parentId: 'text',
      publishedTo: 'text[]',
    });
    await write`
      insert into embedded_suite.labels (tenant_id, label_id, ${sql.join(WRITTEN.map((name) => sql.ref(name)))})
      select ${tenant}, id, name, description, color, sensitivity, tooltip, "isActive", "parentId", "publishedTo"
        from ${given} order by id
      on conflict (tenant_id, label_id) do update set ${replaced(WRITTEN)}`;
  },
});

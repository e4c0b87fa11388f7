/**
 * Sensitivity labels. A label is published to everybody or to groups, as Microsoft Purview's label policies
 * publish to users and groups. Inactive labels are listed too, as in Microsoft Graph's sensitivityLabel (`isActive`).
 */
import type { KeptOrganisation } from '../../domain/directory/ports.ts';
import type { Label } from '../../domain/labels/model.ts';
import type { SuiteLabels } from '../../domain/labels/suite.ts';
import type { SuiteParts } from './parts.ts';

const LABELS = `
  select l.label_id as id, l.name, l.description, l.color, l.sensitivity, l.tooltip, l.is_active as "isActive",
         case when p.label_id is null then null else json_build_object('id', p.label_id, 'name', p.name) end
           as parent
    from embedded_suite.labels l
    left join embedded_suite.labels p on p.tenant_id = l.tenant_id and p.label_id = l.parent_id
   where l.tenant_id = $1`;

const FIND = `${LABELS} and l.label_id = $2`;

const LIST_FOR = `${LABELS}
     and exists (select from directory.users u where u.tenant_id = $1 and u.user_id = $2)
     and (l.published_to is null
          or l.published_to && array(
               select m.group_id from directory.group_members m where m.tenant_id = $1 and m.user_id = $2))
   order by l.sensitivity, l.name, l.label_id`;

const LABEL_COLUMNS = 'name, description, color, sensitivity, tooltip, is_active, parent_id, published_to';
const SAVE_LABELS = `
  insert into embedded_suite.labels (tenant_id, label_id, ${LABEL_COLUMNS})
  select $1, id, name, description, color, sensitivity, tooltip, "isActive", "parentId", "publishedTo"
    from json_to_recordset($2::json) as l(
      id text, name text, description text, color text, sensitivity integer, tooltip text, "isActive" boolean,
      "parentId" text, "publishedTo" text[])
   order by id
  on conflict (tenant_id, label_id) do update
    set (${LABEL_COLUMNS}) = row(${LABEL_COLUMNS.replace(/\w+/g, 'excluded.$&')})`;

export const createLabels = ({ database }: SuiteParts): SuiteLabels => ({
  listFor: (tenantId, userId) => database.read<Label>(LIST_FOR, tenantId, userId),

  async find(tenantId, labelId) {
    const [label] = await database.read<Label>(FIND, tenantId, labelId);
    return label;
  },
});

export const saveLabels =
  ({ database }: SuiteParts): KeptOrganisation['saveLabels'] =>
  async (tenantId, labels) => {
    await database.write(SAVE_LABELS, tenantId, JSON.stringify(labels));
  };

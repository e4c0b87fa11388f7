/** Reads a team from the embedded suite's tables in a comparable form. */
import { CompiledQuery } from 'kysely';
import type { CharterTables } from '../src/persistence/tables.ts';
import type { Tenancy } from '../src/persistence/tenancy.ts';

export interface TeamSnapshot {
  team: Record<string, unknown>;
  members: string[];
  channels: {
    name: string;
    kind: string;
    members: string[];
    tabs: string[];
    files: string[];
    plans: unknown[];
    messages: string[];
  }[];
}

const SNAPSHOT = `
  select jsonb_build_object(
    'team', (select to_jsonb(t) - array['team_id', 'marker', 'display_name', 'mail_nickname', 'mail_nickname_key',
                                        'internal_id', 'web_url', 'created_at', 'version', 'picture',
                                        'display_name_key', 'changed_at']
                    || jsonb_build_object('picture', encode(t.picture, 'hex'))
               from directory.teams t where t.tenant_id = $1 and t.team_id = $2),
    'members', (select coalesce(jsonb_agg(m.user_id || ' ' || m.role order by m.user_id), '[]')
                  from directory.team_members m where m.tenant_id = $1 and m.team_id = $2),
    'channels', (select jsonb_agg(jsonb_build_object(
        'name', c.display_name,
        'kind', concat_ws(' ', c.membership_type, c.is_primary, c.is_favorite_by_default, c.description),
        'members', (select coalesce(jsonb_agg(m.user_id || ' ' || m.role order by m.user_id), '[]')
                      from embedded_suite.channel_members m
                     where m.tenant_id = $1 and m.team_id = $2 and m.channel_id = c.channel_id),
        'tabs', (select coalesce(jsonb_agg(b.display_name || ' ' || b.teams_app_id || ' ' ||
                                             regexp_replace(b.configuration::text, 'plan:[0-9a-f-]+', 'plan')
                                           order by b.display_name), '[]')
                   from embedded_suite.tabs b
                  where b.tenant_id = $1 and b.team_id = $2 and b.channel_id = c.channel_id),
        'files', (select coalesce(jsonb_agg(f.path || ' ' || f.is_complete || ' ' || f.size || ' ' || coalesce((
                             select encode(string_agg(k.bytes, ''::bytea order by k.start), 'base64')
                               from embedded_suite.file_chunks k
                              where k.tenant_id = $1 and k.team_id = $2 and k.file_id = f.file_id), '')
                           order by f.path), '[]')
                    from embedded_suite.files f
                   where f.tenant_id = $1 and f.team_id = $2 and f.channel_id = c.channel_id),
        'plans', (select coalesce(jsonb_agg(jsonb_build_array(
                             p.plan -> 'title', jsonb_path_query_array(p.plan, '$.buckets[*].name'),
                             jsonb_path_query_array(p.plan, '$.buckets[*].tasks[*].keyvalue()
                               ? (@.key != "id" && @.key != "dueDateTime").value')) order by p.marker), '[]')
                    from embedded_suite.plans p
                   where p.tenant_id = $1 and p.team_id = $2 and p.channel_id = c.channel_id),
        'messages', (select coalesce(jsonb_agg(g.text order by g.marker), '[]')
                       from embedded_suite.messages g
                      where g.tenant_id = $1 and g.team_id = $2 and g.channel_id = c.channel_id)
      ) order by c.display_name)
      from embedded_suite.channels c where c.tenant_id = $1 and c.team_id = $2)) as snapshot`;

export async function snapshotOf(
  tenancy: Tenancy<CharterTables>,
  tenantId: string,
  teamId: string,
): Promise<TeamSnapshot> {
  const query = CompiledQuery.raw(SNAPSHOT, [tenantId, teamId]);
  const { rows } = await tenancy.for(tenantId).executeQuery<{ snapshot: TeamSnapshot }>(query);
  const [row] = rows;
  if (row === undefined) throw new Error('A select without from has one row.');
  return row.snapshot;
}

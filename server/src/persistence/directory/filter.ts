/** Translates filters of people and groups to SQL. Every value is a parameter; names of columns come from this file. */
import type { DirectoryFilter, FieldKind } from '../../domain/directory/filter.ts';
import { type Sql, sql } from '../../kernel/sql.ts';
import { beginsWith } from './search.ts';

/** The SQL of a field: a column, or its value in lower case for a field of the kind `text`. */
export interface FilterColumn {
  kind: FieldKind;
  sql: Sql;
}

const ORDER = { gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` };

/**
 * Returns the condition. It may be null instead of false.
 * @param columns the SQL of each field
 * @param memberCondition returns the condition that the user with the id is a member, for fields of the kind `member`
 */
export function filterCondition<Field extends string>(
  filter: DirectoryFilter<Field>,
  columns: { readonly [F in Field]: FilterColumn },
  memberCondition: (id: Sql) => Sql = () => sql`false`,
): Sql {
  const conditionOf = (part: DirectoryFilter<Field>): Sql => {
    switch (part.op) {
      case 'and':
        return sql`(${sql.join([sql`true`, ...part.filters.map(conditionOf)], sql` and `)})`;
      case 'or':
        return sql`(${sql.join([sql`false`, ...part.filters.map(conditionOf)], sql` or `)})`;
      case 'not':
        return sql`not coalesce(${conditionOf(part.filter)}, false)`;
      case 'pr':
        return sql`${columns[part.field].sql} is not null`;
    }
    const { kind, sql: column } = columns[part.field];
    if (part.value === null) return part.op === 'ne' ? sql`${column} is not null` : sql`${column} is null`;
    if (kind === 'member') return memberCondition(sql.val(part.value));
    const given = sql.val(part.value);
    const value = kind === 'text' ? sql`lower(${given})` : given;
    switch (part.op) {
      case 'eq':
        return sql`${column} = ${value}`;
      case 'ne':
        return sql`${column} is distinct from ${value}`;
      case 'sw':
        return kind === 'text' ? beginsWith(column, given) : sql`starts_with(${column}, ${value})`;
      case 'co':
        return sql`strpos(${column}, ${value}) > 0`;
      case 'ew':
        return sql`right(${column}, length(${value})) = ${value}`;
      default:
        return sql`${column} ${ORDER[part.op]} ${value}`;
    }
  };
  return conditionOf(filter);
}

/** The end of a WHERE clause; empty without a filter. */
export const whereFilter = (condition: Sql | undefined): Sql =>
  condition === undefined ? sql`` : sql`and ${condition}`;

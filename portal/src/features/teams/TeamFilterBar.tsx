import { useMessages } from '../../base/messages.ts';
import { FilterBar } from '../../components/FilterBar.tsx';
import { useLabels } from '../labels/queries.ts';
import { useIsPermitted } from '../me/queries.ts';
import { useTemplateNames } from '../templates/queries.ts';
import { INACTIVE_DAYS, type TeamAddress } from './filters.ts';
import type { TeamScope } from './queries.ts';

interface TeamFilterBarProps {
  scope: TeamScope;
  values: TeamAddress;
  onChange: (changed: TeamAddress) => void;
}

const choices = <Value extends string>(values: readonly Value[], labelOf: (value: Value) => string) =>
  values.map((value) => ({ value, label: labelOf(value) }));

const named = (items: readonly { id: string; name: string }[] = []) =>
  items.map(({ id, name }) => ({ value: id, label: name }));

/** The search and the filters of a list of teams. The list of all teams has more filters than the person's own. */
export function TeamFilterBar({ scope, values, onChange }: TeamFilterBarProps) {
  const text = useMessages();
  const filters = [
    { name: 'search', kind: 'search', label: text('teams.search') },
    {
      name: 'state',
      kind: 'choice',
      label: text('teams.state'),
      choices: choices(['active', 'archived'], (value) => text(`teams.state.${value}`)),
    },
    {
      name: 'order',
      kind: 'choice',
      label: text('teams.order'),
      all: text('teams.order.name'),
      choices: choices(['activity', 'quiet'], (value) => text(`teams.order.${value}`)),
    },
  ] as const;
  const more = useMoreFilters(scope === 'all');
  return <FilterBar filters={filters} more={more} values={values} onChange={onChange} />;
}

/** Returns the filters of the list of all teams; none unless `isAll`. */
function useMoreFilters(isAll: boolean) {
  const text = useMessages();
  const may = useIsPermitted();
  const templates = useTemplateNames(isAll && may('getCatalogTemplates')).data;
  const labels = useLabels(isAll).data?.value;
  if (!isAll) return [];
  const count = (days: string) => INACTIVE_DAYS[days as keyof typeof INACTIVE_DAYS];
  const periods = Object.keys(INACTIVE_DAYS);
  return [
    {
      name: 'active',
      kind: 'choice',
      label: text('teams.activeFor'),
      choices: choices(periods, (days) => text('teams.lastDays', { count: count(days) })),
    },
    {
      name: 'inactive',
      kind: 'choice',
      label: text('teams.inactiveFor'),
      choices: choices(periods, (days) => text('teams.days', { count: count(days) })),
    },
    {
      name: 'owners',
      kind: 'choice',
      label: text('teams.owners'),
      choices: choices(['none', 'few'], (value) => text(`teams.owners.${value}`)),
    },
    {
      name: 'visibility',
      kind: 'choice',
      label: text('teams.visibility'),
      choices: choices(['private', 'public', 'hiddenMembership'], (value) => text(`visibility.${value}`)),
    },
    { name: 'template', kind: 'choice', label: text('teams.template'), choices: named(templates) },
    { name: 'label', kind: 'choice', label: text('teams.label'), choices: named(labels) },
    {
      name: 'governed',
      kind: 'choice',
      label: text('teams.governed'),
      choices: choices(['yes', 'no'], (value) => text(`teams.governed.${value}`)),
    },
    {
      name: 'ends',
      kind: 'choice',
      label: text('teams.endsWithin'),
      choices: choices(periods, (days) => text('teams.days', { count: count(days) })),
    },
    { name: 'guests', kind: 'search', label: text('teams.guestsFrom') },
    { name: 'answer', kind: 'search', label: text('teams.answer') },
  ] as const;
}
